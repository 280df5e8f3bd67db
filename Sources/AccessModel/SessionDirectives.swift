/// What policies demand of a session; of several policies, the strictest of each.
public struct SessionDirectives: Sendable, Hashable {
    /// How recent a sign-in must be.
    public enum Freshness: Sendable, Hashable, Comparable {
        /// Every time; five minutes are allowed for what happens in between.
        case everyTime
        /// No longer ago than this many seconds.
        case seconds(Int)
    }

    /// Whether a browser stays signed in after it was closed.
    public enum PersistentBrowser: String, Sendable, Hashable, CaseIterable {
        /// It does.
        case always
        /// It does not.
        case never
    }

    /// How a token is watched after it was issued, the strictest first.
    public enum ContinuousAccessEvaluation: String, Sendable, Hashable, CaseIterable {
        /// A resource refuses a request from another address than the gateway saw.
        case strictLocation
        /// A resource enforces what is asked of it.
        case strictEnforcement
        /// It is off.
        case disabled
    }

    /// How recent the first factor must be; nil when nothing is demanded.
    public var primaryFreshness: Freshness?
    /// How recent the second factor must be; nil when nothing is demanded.
    public var secondaryFreshness: Freshness?
    /// Whether a browser stays signed in; nil when nothing is demanded.
    public var persistentBrowser: PersistentBrowser?
    /// Whether tokens must be bound to a key of the client.
    public var requiresTokenProtection: Bool
    /// How tokens are watched after they were issued; nil when nothing is demanded.
    public var continuousAccessEvaluation: ContinuousAccessEvaluation?
    /// Whether nothing may be decided on what was known when the session began.
    public var disablesResilienceDefaults: Bool

    /// Makes directives; by default nothing is demanded.
    public init(
        primaryFreshness: Freshness? = nil, secondaryFreshness: Freshness? = nil,
        persistentBrowser: PersistentBrowser? = nil, requiresTokenProtection: Bool = false,
        continuousAccessEvaluation: ContinuousAccessEvaluation? = nil, disablesResilienceDefaults: Bool = false
    ) {
        self.primaryFreshness = primaryFreshness
        self.secondaryFreshness = secondaryFreshness
        self.persistentBrowser = persistentBrowser
        self.requiresTokenProtection = requiresTokenProtection
        self.continuousAccessEvaluation = continuousAccessEvaluation
        self.disablesResilienceDefaults = disablesResilienceDefaults
    }

    /// Whether nothing is demanded.
    public var isEmpty: Bool { self == SessionDirectives() }
}
