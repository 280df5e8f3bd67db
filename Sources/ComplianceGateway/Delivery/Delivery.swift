public import AccessModel

/// One message that a destination is to get.
public struct Delivery: Sendable, Hashable {
    /// Which one: the destination, and the sequence of the entry that it tells of.
    public struct ID: Sendable, Hashable {
        /// The destination's name.
        public var destination: String
        /// The journal's sequence.
        public var sequence: Int64

        /// Makes an identifier.
        public init(destination: String, sequence: Int64) {
            self.destination = destination
            self.sequence = sequence
        }
    }

    /// Where it stands.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// It is tried, or will be.
        case pending
        /// It failed for good, and waits for an administrator.
        case dead
    }

    /// Which one.
    public var id: ID
    /// What it tells of.
    public var event: DeliveryEvent
    /// The account that it is about; messages about one account reach a destination in order.
    public var account: AccountID?
    /// The entry's time.
    public var at: Timestamp
    /// Where it stands.
    public var state: State
    /// How many times it was tried.
    public var attempts: Int64
    /// When it is tried next.
    public var nextAt: Timestamp
    /// Why the last try failed, without any secret; nil before the first.
    public var lastError: String?

    /// Makes a delivery.
    public init(
        id: ID, event: DeliveryEvent, account: AccountID?, at: Timestamp, state: State = .pending,
        attempts: Int64 = 0, nextAt: Timestamp, lastError: String? = nil
    ) {
        self.id = id
        self.event = event
        self.account = account
        self.at = at
        self.state = state
        self.attempts = attempts
        self.nextAt = nextAt
        self.lastError = lastError
    }
}

/// How often and how far apart a message is tried.
public enum DeliveryRetry {
    /// After so many tries a message is dead: about eight hours after the first.
    public static let attempts: Int64 = 18
    private static let first: Int64 = 5_000
    private static let longest: Int64 = 3_600_000

    /// The longest pause between two tries.
    public static let longestPause = Duration.milliseconds(longest)

    /// How long after a failed try the next one is.
    ///
    /// - Parameters:
    ///   - attempts: how many times it was tried, from 1.
    ///   - random: any byte; it spreads the tries of many messages by a quarter.
    /// - Returns: the pause; nil when the message is dead.
    public static func pause(after attempts: Int64, random: UInt8) -> Duration? {
        guard attempts < Self.attempts else { return nil }
        let doubled = first << min(attempts - 1, 20)
        let pause = min(doubled, longest)
        return .milliseconds(pause - pause / 4 * Int64(random) / 255)
    }
}

/// What is changed about deliveries.
public enum DeliveryChange: Sendable {
    /// Adds a message, unless it was added before.
    case enqueue(Delivery)
    /// Notes when an account was last told about an event.
    case noteTold(destination: String, AccountID, DeliveryEvent, at: Timestamp)
    /// The message arrived. Precondition: nobody tried it meanwhile.
    case complete(Delivery.ID, attempts: Int64)
    /// The message did not arrive. Precondition: as above.
    case fail(Delivery.ID, attempts: Int64, Delivery.State, nextAt: Timestamp, error: String)
    /// Lets a dead message be tried anew. Precondition: it is dead.
    case revive(Delivery.ID, at: Timestamp)
    /// Gives a message up. Precondition: it is dead.
    case discard(Delivery.ID)
    /// Adds or replaces a destination.
    case put(DestinationRecord)
    /// Removes a destination and everything that it was to get. Precondition: there is one.
    case remove(String)
}
