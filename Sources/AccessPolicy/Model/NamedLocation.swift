public import AccessModel

/// A place that policies refer to by its identifier.
public struct NamedLocation: Sendable, Hashable {
    /// What makes up the place.
    public enum Extent: Sendable, Hashable {
        /// Address ranges; overlapping ones are allowed.
        case addresses([IPRange], isTrusted: Bool)
        /// Countries (ISO 3166-1 alpha-2, upper case) by the address; and, if so said, every address whose country is not
        /// known.
        case countries(Set<String>, includesUnknown: Bool)
        /// Something that the engine cannot evaluate, by the name of its type; a policy that refers to it is held at
        /// report-only.
        case unsupported(String)
    }

    /// The location's identifier.
    public var id: NamedLocationID
    /// The name that administrators see.
    public var displayName: String
    /// What makes up the place.
    public var extent: Extent

    /// Makes a named location.
    public init(id: NamedLocationID, displayName: String, extent: Extent) {
        self.id = id
        self.displayName = displayName
        self.extent = extent
    }

    /// Whether the location is trusted.
    public var isTrusted: Bool {
        if case .addresses(_, isTrusted: true) = extent { true } else { false }
    }
}
