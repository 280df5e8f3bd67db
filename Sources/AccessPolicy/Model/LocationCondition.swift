public import AccessModel

/// The places that a policy is about.
///
/// Exclude always wins.
public struct LocationCondition: Sendable, Hashable {
    /// One side of the condition; its lists are alternatives.
    public struct Places: Sendable, Hashable {
        /// Every place, also one that is not known.
        public var all: Bool
        /// Every trusted named location.
        public var allTrusted: Bool
        /// Named locations.
        public var named: Set<NamedLocationID>

        /// Makes one side; by default it names no place.
        public init(all: Bool = false, allTrusted: Bool = false, named: Set<NamedLocationID> = []) {
            self.all = all
            self.allTrusted = allTrusted
            self.named = named
        }

        /// Whether this side names no place.
        public var isEmpty: Bool { self == Places() }
    }

    /// The places that are included.
    public var include: Places
    /// The places that are excluded, whatever includes them.
    public var exclude: Places

    /// Makes a condition; by default it names no place.
    public init(include: Places = Places(), exclude: Places = Places()) {
        self.include = include
        self.exclude = exclude
    }

    /// The named locations that the condition refers to.
    public var references: Set<NamedLocationID> { include.named.union(exclude.named) }
}
