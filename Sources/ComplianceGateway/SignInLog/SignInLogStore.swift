public import AccessModel
public import JSONCoding

/// Where the sign-ins of a tenant are read from: the journal's entries about tokens that were issued or refused.
public protocol SignInLogStore: Sendable {
    /// A page of sign-ins.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - page: which ones, and in which order.
    ///   - limit: 1 to 10,000.
    /// - Returns: at most that many entries.
    /// - Throws: ``StoreError``.
    func signIns(
        of tenant: TenantID, _ page: SignInPage, limit: Int
    ) async throws(StoreError) -> [JournaledSignIn]
}

/// Which sign-ins are read.
public enum SignInPage: Sendable, Hashable {
    /// Those with a higher sequence, oldest first.
    case after(Int64)
    /// Those with a lower sequence, newest first; nil is from the end.
    case newest(before: Int64?)
}

/// A journal entry about a token that was issued or refused.
public struct JournaledSignIn: Sendable {
    /// The kinds of entries that are sign-ins.
    ///
    /// A code that was issued is none: what comes of it is.
    public static let kinds: [JournalKind] = [.tokenIssued, .tokenRefused, .authorizationRefused]

    /// Its place in the journal.
    public var sequence: Int64
    /// When it happened.
    public var at: Timestamp
    /// Whether a token was issued, or where it was refused.
    public var kind: JournalKind
    /// The account; nil for a client that acts for itself.
    public var account: AccountID?
    /// The client.
    public var client: ClientID?
    /// The correlation identifier.
    public var correlation: CorrelationID?
    /// The entry's own members.
    public var details: JSONValue

    /// Makes an entry.
    public init(
        sequence: Int64, at: Timestamp, kind: JournalKind, account: AccountID?, client: ClientID?,
        correlation: CorrelationID?, details: JSONValue
    ) {
        self.sequence = sequence
        self.at = at
        self.kind = kind
        self.account = account
        self.client = client
        self.correlation = correlation
        self.details = details
    }

    /// What was decided; nil for one that never came to a decision, or is older than these records.
    ///
    /// - Throws: ``StoreError/damaged(_:)`` when it is not what the gateway wrote.
    public func record() throws(StoreError) -> SignInRecord? {
        do {
            return try SignInRecord(details: details)
        } catch {
            throw .damaged("a sign-in is not what the gateway wrote: \(error)")
        }
    }
}
