public import AccessModel
public import JSONCoding

/// A journal entry as it is read back, with its place in the tenant's order.
public struct JournaledEntry: Sendable {
    /// Its place in the tenant's journal; 1 is the first entry's, and there are no gaps.
    public var sequence: Int64
    /// When it happened.
    public var at: Timestamp
    /// What happened.
    public var kind: JournalKind
    /// Whom and what it concerns.
    public var subject: JournalSubject
    /// The correlation identifier of the request that caused it; nil when none did.
    public var correlation: CorrelationID?
    /// The members of its kind.
    public var details: JSONValue

    /// Makes an entry.
    public init(
        sequence: Int64, at: Timestamp, kind: JournalKind, subject: JournalSubject, correlation: CorrelationID? = nil,
        details: JSONValue
    ) {
        self.sequence = sequence
        self.at = at
        self.kind = kind
        self.subject = subject
        self.correlation = correlation
        self.details = details
    }
}

/// A page of a tenant's journal.
public struct JournalPage: Sendable {
    /// The entries, in order.
    public var entries: [JournaledEntry]
    /// The sequence up to which the journal was looked at: entries of other kinds before it were passed over.
    public var through: Int64
    /// The sequence of the newest entry when the page was read.
    public var head: Int64

    /// Makes a page.
    public init(entries: [JournaledEntry], through: Int64, head: Int64) {
        self.entries = entries
        self.through = through
        self.head = head
    }
}
