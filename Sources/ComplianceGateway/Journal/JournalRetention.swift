public import AccessModel
import JSONCoding

/// Removes old entries from a journal, and keeps their seals: what is left still verifies, and says what was removed.
///
/// Only whole seals are pruned, from the front, whose checkpoint is kept outside the database and which every reader has
/// passed. The act is journalled; then the entries are removed a few at a time, also by whoever comes after a crash.
public struct JournalRetention: Sendable {
    /// The member of an entry about pruning that has the number of the newest seal that was pruned.
    static let sealMember = "throughSeal"

    private static let pageSize = 500
    private static let removedAtOnce = 1_000

    private let environment: GatewayEnvironment
    private let store: any JournalSealStore
    private let actor: String
    private let reason: String?

    /// Makes the use case.
    ///
    /// - Parameters:
    ///   - environment: where state lives.
    ///   - store: where entries and seals are read.
    ///   - actor: who prunes, as the journal names them.
    ///   - reason: why.
    public init(_ environment: GatewayEnvironment, store: any JournalSealStore, actor: String, reason: String?) {
        self.environment = environment
        self.store = store
        self.actor = actor
        self.reason = reason
    }

    /// Prunes seals all of whose entries happened before a time.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - before: entries that happened then or later stay.
    ///   - exported: the number of the newest seal whose checkpoint is kept outside the database.
    /// - Returns: what was pruned, and what stands in the way of more.
    /// - Throws: ``StoreError``.
    public func prune(
        _ tenant: TenantID, before: Timestamp, exportedThrough exported: Int64
    ) async throws(StoreError) -> PruningOutcome {
        guard let extent = try await store.journalExtent(of: tenant) else { throw .damaged("the tenant is gone") }
        try await removePrunedEntries(of: tenant, extent)
        var outcome = try await plan(tenant, extent, before: before, exported: exported)
        guard let sequences = outcome.sequences, let seal = outcome.throughSeal else { return outcome }
        var details: [(name: String, value: JSONValue)] = [
            ("before", .string(before.rfc3339)), ("firstSequence", .integer(sequences.lowerBound)),
            ("lastSequence", .integer(sequences.upperBound)), (Self.sealMember, .integer(seal)),
        ]
        if let reason { details.append(("reason", .string(reason))) }
        let now = environment.now()
        let write = GatewayWrite(
            tenant: tenant,
            changes: [.seal(.prune(through: seal, lastSequence: sequences.upperBound, at: now))],
            entries: [
                JournalEntry(.journalPruned, at: now, subject: JournalSubject(actor: actor), details: details)
            ])
        guard case .committed = try await environment.store.commit(write) else {
            outcome.sequences = nil
            outcome.throughSeal = nil
            outcome.limit = .changedMeanwhile
            return outcome
        }
        guard let now = try await store.journalExtent(of: tenant) else { throw .damaged("the tenant is gone") }
        try await removePrunedEntries(of: tenant, now)
        return outcome
    }

    /// Removes what an interrupted pruning has left of entries.
    private func removePrunedEntries(of tenant: TenantID, _ extent: JournalExtent) async throws(StoreError) {
        guard let first = extent.first, first <= extent.prunedThrough else { return }
        let write = GatewayWrite(
            tenant: tenant, changes: [.seal(.removePrunedEntries(limit: Self.removedAtOnce))], entries: [])
        // Each removes every entry among so many sequences.
        for _ in 0...(extent.prunedThrough - first) / Int64(Self.removedAtOnce) {
            _ = try await environment.store.commit(write)
        }
    }

    private func plan(
        _ tenant: TenantID, _ extent: JournalExtent, before: Timestamp, exported: Int64
    ) async throws(StoreError) -> PruningOutcome {
        var outcome = PruningOutcome()
        let first = extent.prunedThrough + 1
        var number = extent.newestPrunedSeal?.seal.number ?? 0
        while true {
            let page = try await store.seals(of: tenant, after: number, limit: Self.pageSize)
            for stored in page {
                let seal = stored.seal
                outcome.limit = Self.limit(of: seal, extent, before: before, exported: exported)
                if outcome.limit != nil { return outcome }
                number = seal.number
                outcome.throughSeal = number
                outcome.sequences = first...seal.sequences.upperBound
            }
            if page.count < Self.pageSize { break }
        }
        if extent.unsealed > 0 { outcome.limit = .notSealed(extent.sealedThrough + 1) }
        return outcome
    }

    private static func limit(
        of seal: JournalSeal, _ extent: JournalExtent, before: Timestamp, exported: Int64
    ) -> PruningLimit? {
        if seal.entriesUntil >= before { return .tooRecent(seal.sequences, seal.entriesUntil) }
        if seal.number > exported { return .notExported(seal.number) }
        if let cursor = extent.lowestCursor, seal.sequences.upperBound > cursor {
            return .notRead(seal.sequences, cursor: cursor)
        }
        return nil
    }
}

/// What came of pruning.
public struct PruningOutcome: Sendable, Hashable {
    /// The sequences whose entries were removed; nil when none were.
    public var sequences: ClosedRange<Int64>?
    /// The newest seal whose entries were removed.
    public var throughSeal: Int64?
    /// Why no more were removed; nil when the journal has no more.
    public var limit: PruningLimit?
}

/// Why entries stay in a journal.
public enum PruningLimit: Sendable, Hashable, CustomStringConvertible {
    /// One of a seal's entries is not old enough.
    case tooRecent(ClosedRange<Int64>, Timestamp)
    /// The checkpoint of a seal is not kept outside the database.
    case notExported(Int64)
    /// A reader has still to read them.
    case notRead(ClosedRange<Int64>, cursor: Int64)
    /// No seal covers them.
    case notSealed(Int64)
    /// Readers or others that prune were at work; nothing was removed.
    case changedMeanwhile

    /// Why, in a line.
    public var description: String {
        switch self {
        case .tooRecent(let range, let at): "\(range.words) sealed together and reach to \(at.rfc3339)"
        case .notExported(let seal): "the checkpoint of seal \(seal) is not outside the database yet"
        case .notRead(let range, let cursor):
            "\(range.words) still needed: a promotion or another reader has come to entry \(cursor)"
        case .notSealed(let first): "the entries from \(first) on are not sealed yet"
        case .changedMeanwhile: "the journal's readers changed meanwhile; try again"
        }
    }
}
