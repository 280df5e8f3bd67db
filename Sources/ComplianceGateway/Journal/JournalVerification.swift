public import AccessModel
import JOSE
import JSONCoding

/// Compares a journal with its seals, and with checkpoints that were kept outside the database.
///
/// Everything is read page by page. What is sealed, pruned or written meanwhile does not disturb it.
public struct JournalVerification: Sendable {
    /// What was looked at and found so far.
    public private(set) var report = JournalReport()

    private static let pageSize = 500
    /// How often what somebody prunes meanwhile is looked for again.
    private static let patience = 20

    private let store: any JournalSealStore
    private let tenant: TenantID
    private let keys: TenantKeys
    private let extent: JournalExtent
    /// The newest seal that an entry about pruning names.
    private var recordedPruning: Int64 = 0
    /// The newest seal that is marked as pruned, and whether one before it is not.
    private var pruned: (seal: JournalSeal, isBehindOthers: Bool)?
    /// The hash and the end of the seal that was looked at last.
    private var previous: JournalSeal?

    /// Prepares the verification of a tenant's journal as it is now.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - directory: where the tenant's keys are.
    ///   - store: where entries and seals are read.
    /// - Throws: ``StoreError``.
    public init(
        of tenant: TenantID, directory: TenantDirectory, store: any JournalSealStore
    ) async throws(StoreError) {
        guard let extent = try await store.journalExtent(of: tenant) else { throw .damaged("the tenant is gone") }
        self.store = store
        self.tenant = tenant
        self.extent = extent
        keys = try await directory.configuration(at: extent.head).keys
    }

    // MARK: Entries and seals

    /// Follows the chain of seals from the first, and compares every entry that is there with its seal.
    ///
    /// - Parameter progress: is told the sequence that was reached and the last one.
    /// - Throws: ``StoreError``.
    public mutating func verifyEntries(
        progress: (_ sequence: Int64, _ last: Int64) -> Void = { _, _ in }
    ) async throws(StoreError) {
        let newest = extent.newestSeal?.seal.number ?? 0
        var isAtEnd = newest == 0
        while !isAtEnd {
            let page = try await store.seals(of: tenant, after: previous?.number ?? 0, limit: Self.pageSize)
            for stored in page {
                guard stored.seal.number <= newest else {
                    isAtEnd = true
                    break
                }
                try await verify(stored)
                progress(stored.seal.sequences.upperBound, extent.head.sequence)
            }
            if page.count < Self.pageSize { isAtEnd = true }
        }
        try await verifyTail()
        try await confirmPruning()
        // Seals before it may have been looked at before somebody pruned them together.
        if let (seal, isBehind) = pruned, isBehind { pruned = (seal, try await isAnyKept(before: seal)) }
        if let pruned, pruned.isBehindOthers || pruned.seal.number > recordedPruning {
            report.add(.unrecordedPruning(pruned.seal.number, pruned.seal.sequences))
        }
        if let last = pruned?.seal.sequences.upperBound { report.pruned = 1...max(1, last) }
    }

    private mutating func verify(_ stored: StoredSeal) async throws(StoreError) {
        let seal = stored.seal
        let expected = (previous?.number ?? 0) + 1
        for number in expected..<max(expected, min(seal.number, expected + Int64(JournalReport.maximumFindings))) {
            report.add(.missingSeal(number))
        }
        let follows =
            seal.number > expected || seal.sequences.lowerBound == (previous?.sequences.upperBound ?? 0) + 1
        if !follows || (seal.number == expected && seal.hash(after: previous?.hash) != seal.hash) {
            report.add(.alteredSeal(seal.number, seal.sequences))
        }
        if !keys.hasSigned(stored) { report.add(.unsignedSeal(seal.number, seal.sequences)) }
        report.seals += 1
        previous = seal
        if stored.prunedAt != nil {
            note(pruned: seal)
        } else {
            try await verifyEntries(of: seal)
        }
    }

    private mutating func note(pruned seal: JournalSeal) {
        let isFirst = report.seals == 1 || pruned?.seal.number == seal.number - 1
        pruned = (seal, (pruned?.isBehindOthers ?? false) || !isFirst)
    }

    private mutating func verifyEntries(of seal: JournalSeal) async throws(StoreError) {
        var entries = SealedEntries(of: tenant, after: seal.sequences.lowerBound - 1)
        var missing: [ClosedRange<Int64>] = []
        var reached = seal.sequences.lowerBound - 1
        var found: Int64 = 0
        while reached < seal.sequences.upperBound {
            let limit = min(Int64(Self.pageSize), seal.sequences.upperBound - reached)
            let rows = try await store.journalRows(of: tenant, after: reached, limit: Int(limit))
            for row in rows {
                guard row.sequence <= seal.sequences.upperBound else { break }
                if row.sequence > reached + 1 { missing.append((reached + 1)...(row.sequence - 1)) }
                reached = row.sequence
                found += 1
                _ = entries.take(row)
                note(row)
            }
            guard let last = rows.last, last.sequence <= seal.sequences.upperBound else { break }
        }
        if reached < seal.sequences.upperBound { missing.append((reached + 1)...seal.sequences.upperBound) }
        if missing.isEmpty, entries.root == seal.root, entries.until == seal.entriesUntil {
            report.entries += found
            return
        }
        // Somebody may have pruned it since it was read.
        if let now = try await store.seals(of: tenant, after: seal.number - 1, limit: 1).first,
            now.seal == seal, now.prunedAt != nil
        {
            return note(pruned: seal)
        }
        report.entries += found
        for range in missing { report.add(.missingEntries(range, seal: seal.number)) }
        if missing.isEmpty { report.add(.alteredEntries(seal.sequences, seal: seal.number)) }
    }

    /// The entries that no seal covers yet: there is one for each number that was counted.
    private mutating func verifyTail() async throws(StoreError) {
        guard let now = try await store.journalExtent(of: tenant) else { throw .damaged("the tenant is gone") }
        report.unsealed = extent.unsealed
        let missing = try await readEntries(after: extent.sealedThrough, through: now.head.sequence)
        if !missing.isEmpty {
            // Somebody may have sealed and pruned them since.
            let gone = try await store.journalExtent(of: tenant)?.newestPrunedSeal?.seal
            if let gone, gone.number > pruned?.seal.number ?? 0 {
                pruned = (gone, pruned?.isBehindOthers ?? false)
            }
            let first = (gone?.sequences.upperBound ?? 0) + 1
            for range in missing where range.upperBound >= first {
                report.add(.missingEntries(max(first, range.lowerBound)...range.upperBound, seal: nil))
            }
        }
        if let last = now.last, last > now.head.sequence {
            report.add(.uncountedEntries((now.head.sequence + 1)...last))
        }
    }

    private func isAnyKept(before seal: JournalSeal) async throws(StoreError) -> Bool {
        var number: Int64 = 0
        while number < seal.number - 1 {
            let page = try await store.seals(of: tenant, after: number, limit: Self.pageSize)
            if page.contains(where: { $0.seal.number < seal.number && $0.prunedAt == nil }) { return true }
            guard let last = page.last else { return false }
            number = last.seal.number
        }
        return false
    }

    /// Looks again for the entry about what is marked as pruned, for as long as somebody prunes meanwhile.
    private mutating func confirmPruning() async throws(StoreError) {
        for _ in 0..<Self.patience where pruned?.seal.number ?? 0 > recordedPruning {
            guard let now = try await store.journalExtent(of: tenant) else { throw .damaged("the tenant is gone") }
            _ = try await readEntries(after: now.prunedThrough, through: now.head.sequence)
            let newest = try await store.journalExtent(of: tenant)?.newestPrunedSeal?.seal.number
            if newest == now.newestPrunedSeal?.seal.number { return }
        }
    }

    /// Reads entries for what they say about pruning.
    ///
    /// - Returns: the sequences that no entry has.
    private mutating func readEntries(
        after start: Int64, through end: Int64
    ) async throws(StoreError) -> [ClosedRange<Int64>] {
        var missing: [ClosedRange<Int64>] = []
        var reached = start
        while reached < end {
            let rows = try await store.journalRows(of: tenant, after: reached, limit: Self.pageSize)
            for row in rows where row.sequence <= end {
                if row.sequence > reached + 1 { missing.append((reached + 1)...(row.sequence - 1)) }
                reached = row.sequence
                note(row)
            }
            guard rows.count == Self.pageSize else { break }
        }
        if reached < end { missing.append((reached + 1)...end) }
        return missing
    }

    private mutating func note(_ row: JournalRow) {
        // Details that can't be read record no pruning, so that what was pruned is reported as missing.
        guard row.kind == JournalKind.journalPruned.rawValue,
            let details = try? JSONValue.parse(Array(row.details.utf8)),
            case .integer(let seal)? = details[JournalRetention.sealMember]
        else { return }
        recordedPruning = max(recordedPruning, seal)
    }

    // MARK: Checkpoints

    /// Compares checkpoints that were kept outside the database with the journal's seals.
    ///
    /// - Parameter texts: the checkpoints in compact form, each with a place that a finding names; at most 1,000.
    /// - Throws: ``StoreError``.
    public mutating func verify(checkpoints texts: [(text: String, place: String)]) async throws(StoreError) {
        var read: [JournalCheckpoint] = []
        for (text, place) in texts {
            switch keys.checkpoint(in: text) {
            case .failure(let refusal): report.add(.notACheckpoint(place: place, reason: Self.words(refusal)))
            case .success(let checkpoint) where checkpoint.tenant != tenant:
                report.add(.notACheckpoint(place: place, reason: "it is of the tenant \(checkpoint.tenant)"))
            case .success(let checkpoint): read.append(checkpoint)
            }
        }
        var known: [Int64: JournalSeal] = [:]
        for checkpoint in read {
            if known[checkpoint.seal] == nil {
                let page = try await store.seals(of: tenant, after: checkpoint.seal - 1, limit: Self.pageSize)
                for stored in page { known[stored.seal.number] = stored.seal }
            }
            compare(checkpoint, with: known[checkpoint.seal])
        }
    }

    private static func words(_ refusal: TokenRefusal) -> String {
        switch refusal {
        case .unknownKey, .ambiguousKey: "the tenant has no key of that name"
        case .badSignature: "the signature does not verify"
        case .algorithmNotAllowed, .wrongType: "it is a token of another kind"
        default: "it is not in the form of one"
        }
    }

    private mutating func compare(_ checkpoint: JournalCheckpoint, with seal: JournalSeal?) {
        report.checkpoints += 1
        if let seal, checkpoint.states(seal) {
            if checkpoint.seal >= report.newestCheckpoint?.seal ?? 0 { report.newestCheckpoint = checkpoint }
        } else if checkpoint.epoch < seal?.epoch ?? extent.head.epoch {
            report.add(.restored(checkpoint, epoch: extent.head.epoch))
        } else if let seal {
            report.add(.rewritten(checkpoint, upTo: seal.sequences))
        } else if checkpoint.seal <= extent.newestSeal?.seal.number ?? 0 {
            // The chain of seals has been told to have a gap there.
            report.add(.missingSeal(checkpoint.seal))
        } else {
            report.add(.cutOff(checkpoint, end: extent.sealedThrough))
        }
    }
}
