public import AccessModel

/// Where a journal's entries and seals are read as they are stored.
///
/// Seals are appended and entries pruned by ``GatewayStore/commit(_:)``: ``SealChange``.
public protocol JournalSealStore: Sendable {
    /// How far the journal, its seals and its readers have come, read in one snapshot.
    ///
    /// - Returns: nil when there is no such tenant.
    func journalExtent(of tenant: TenantID) async throws(StoreError) -> JournalExtent?

    /// Entries with a higher sequence, in order.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - after: the sequence before the first; 0 for the beginning.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many entries.
    /// - Throws: ``StoreError``.
    func journalRows(of tenant: TenantID, after: Int64, limit: Int) async throws(StoreError) -> [JournalRow]

    /// Seals with a higher number, in order.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - after: the number before the first; 0 for the beginning.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many seals.
    /// - Throws: ``StoreError``.
    func seals(of tenant: TenantID, after: Int64, limit: Int) async throws(StoreError) -> [StoredSeal]
}

/// How far a tenant's journal, its seals and its readers have come.
public struct JournalExtent: Sendable, Hashable {
    /// The tenant's head: its sequence is the journal's counter.
    public var head: TenantHead
    /// The first entry's sequence; nil when there is none.
    public var first: Int64?
    /// The last entry's sequence; nil when there is none.
    public var last: Int64?
    /// The newest seal.
    public var newestSeal: StoredSeal?
    /// The newest seal whose entries were pruned.
    public var newestPrunedSeal: StoredSeal?
    /// How far the reader has come that is furthest behind, of those whose place is kept; nil without any.
    public var lowestCursor: Int64?

    /// Makes an extent.
    public init(
        head: TenantHead, first: Int64?, last: Int64?, newestSeal: StoredSeal?, newestPrunedSeal: StoredSeal?,
        lowestCursor: Int64?
    ) {
        self.head = head
        self.first = first
        self.last = last
        self.newestSeal = newestSeal
        self.newestPrunedSeal = newestPrunedSeal
        self.lowestCursor = lowestCursor
    }

    /// The sequence of the newest entry that is sealed; 0 when none is.
    public var sealedThrough: Int64 { newestSeal?.seal.sequences.upperBound ?? 0 }
    /// The sequence of the newest entry that was pruned; 0 when none was.
    public var prunedThrough: Int64 { newestPrunedSeal?.seal.sequences.upperBound ?? 0 }
    /// How many entries no seal covers.
    public var unsealed: Int64 { max(0, head.sequence - sealedThrough) }
}

/// A change of a journal's seals.
public enum SealChange: Sendable {
    /// Appends a seal with its checkpoint.
    ///
    /// Precondition: the newest seal is the one before it, with this hash; nil when there is none.
    case append(JournalSeal, checkpoint: String, after: [UInt8]?)
    /// Marks every seal up to this number as pruned: its entries may be removed.
    ///
    /// Precondition: at least one was not, and no reader whose place is kept is before the last of those entries.
    case prune(through: Int64, lastSequence: Int64, at: Timestamp)
    /// Removes so many entries of pruned seals, the oldest first.
    case removePrunedEntries(limit: Int)
}
