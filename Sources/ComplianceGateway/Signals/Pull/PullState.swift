public import AccessModel
public import Compliance

/// How a pull source is, as far as the gateway has asked it.
public struct PullState: Sendable, Hashable {
    /// When it is asked next; nil while it is disabled.
    ///
    /// While somebody asks it, this is when it is taken that they have died.
    public var nextAt: Timestamp?
    /// Whoever asks it now; nil when nobody does.
    public var lease: String?
    /// What its last pull came to.
    public var source: SourceState
    /// Whether it is asked at all.
    public var breaker: PullBreaker
    /// When it was due last, before anybody asked it: the grid of the times at which it is asked.
    public var dueAt: Timestamp?
    /// When it last gave an answer that could be used; nil before the first.
    public var lastSuccessAt: Timestamp?
    /// When it last gave none; nil when it always did.
    public var lastFailureAt: Timestamp?
    /// Why it gave none, without any secret.
    public var lastError: String?
    /// What its last good answer held.
    public var counts: PullCounts

    /// Makes the state of a source that was never asked.
    public init(nextAt: Timestamp?) {
        self.nextAt = nextAt
        source = .available
        breaker = PullBreaker()
        counts = PullCounts()
    }
}

/// What a pull read, and what became of it.
public struct PullCounts: Sendable, Hashable {
    /// The pages.
    public var pages: Int64 = 0
    /// The devices.
    public var devices: Int64 = 0
    /// How many of them had something new to say, or had to be confirmed.
    public var taken: Int64 = 0
    /// How many said what was known.
    public var unchanged: Int64 = 0
    /// How many were refused, such as one whose identifiers belong to two devices.
    public var refused: Int64 = 0
    /// How many records were no device that can be understood.
    public var unreadable: Int64 = 0
    /// What is wrong with the first of those; nil when there is none.
    public var firstProblem: String?

    /// Makes counts of nothing.
    public init() {}
}

extension SourceState {
    /// The word for it; the texts are stable.
    public var word: String {
        switch self {
        case .available: "available"
        case .unreachable: "unreachable"
        case .failed: "failed"
        }
    }

    /// The state that a word means.
    public init?(word: String) {
        guard let state = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = state
    }
}
