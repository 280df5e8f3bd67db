public import AccessModel

/// Where a tenant's journal is read in order, and where whoever reads it keeps how far it has come.
public protocol JournalStore: Sendable {
    /// The entries after a sequence, oldest first.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - sequence: only entries with a higher one; 0 is from the beginning.
    ///   - kinds: only these.
    ///   - limit: the most entries, 1 to 10,000; a page looks at no more than 100,000 entries of other kinds.
    /// - Returns: the page.
    /// - Throws: ``StoreError``.
    func journal(
        of tenant: TenantID, after sequence: Int64, kinds: [JournalKind], limit: Int
    ) async throws(StoreError) -> JournalPage

    /// How far a reader has come.
    ///
    /// - Returns: nil when it has not begun.
    /// - Throws: ``StoreError``.
    func cursor(_ name: JournalCursorName, of tenant: TenantID) async throws(StoreError) -> JournalCursor?

    /// The head of every tenant.
    ///
    /// - Returns: the heads, by alias.
    /// - Throws: ``StoreError``.
    func tenants() async throws(StoreError) -> [TenantHead]
}

/// Who reads the journal with a durable cursor; the texts are stored.
public enum JournalCursorName: String, Sendable, Hashable, CaseIterable {
    /// What evaluates again when facts have changed.
    case reevaluation
    /// What tells destinations outside.
    case deliveries
}

/// How far a reader of the journal has come.
///
/// It is moved in the same write as what the reader did, or after it when doing it again changes nothing.
public struct JournalCursor: Sendable, Hashable {
    /// The reader.
    public var name: JournalCursorName
    /// Everything up to this sequence has been read.
    public var sequence: Int64
    /// What the reader is in the middle of, in words of its own; nil when it is in the middle of nothing.
    public var progress: String?

    /// Makes a cursor.
    public init(name: JournalCursorName, sequence: Int64, progress: String? = nil) {
        self.name = name
        self.sequence = sequence
        self.progress = progress
    }
}
