public import AccessModel
import Cryptography

/// Seals a journal's entries as they come.
///
/// Entries are sealed in the order of their sequences and never past one that is missing; several processes may do it at
/// once, since a seal is only appended behind the one that it was made for.
public struct JournalSealing: Sendable {
    /// How many entries a seal may have.
    public static let entriesPerSeal = 1...10_000
    /// How many entries are read at a time.
    private static let pageSize = 500
    /// How many seals are made before others have their turn.
    private static let maximumSeals = 100

    private let environment: GatewayEnvironment
    private let directory: TenantDirectory
    private let store: any JournalSealStore
    private let entryCount: Int

    /// Makes the use case.
    ///
    /// - Parameters:
    ///   - environment: where state lives.
    ///   - directory: where the tenants' keys are.
    ///   - store: where entries and seals are read.
    ///   - entryCount: how many entries a seal has, ``entriesPerSeal``.
    public init(
        _ environment: GatewayEnvironment, directory: TenantDirectory, store: any JournalSealStore,
        entryCount: Int = 1_000
    ) {
        self.environment = environment
        self.directory = directory
        self.store = store
        self.entryCount = min(max(entryCount, Self.entriesPerSeal.lowerBound), Self.entriesPerSeal.upperBound)
    }

    /// Which entries are sealed.
    public enum Extent: Sendable, Hashable {
        /// As many as make full seals.
        case full
        /// All there are.
        case all
    }

    /// Seals entries, at most those of a hundred seals.
    ///
    /// - Returns: what was sealed, and what stands in the way of more.
    /// - Throws: ``StoreError``; `CryptographyError` when the library fails.
    public func seal(_ tenant: TenantID, _ extent: Extent) async throws -> SealingOutcome {
        var outcome = SealingOutcome()
        for _ in 0..<Self.maximumSeals {
            guard let found = try await store.journalExtent(of: tenant) else { return outcome }
            outcome.unsealed = found.unsealed
            outcome.sealedThrough = found.sealedThrough
            guard found.unsealed >= (extent == .all ? 1 : Int64(entryCount)) else { return outcome }
            let keys = try await directory.configuration(at: found.head).keys
            if let newest = found.newestSeal, !keys.hasSigned(newest) {
                outcome.obstacle = .unsignedSeal(newest.seal.number)
                return outcome
            }
            let (entries, missing) = try await entries(of: found)
            guard entries.count > 0 else {
                outcome.obstacle = .missingEntries(missing)
                return outcome
            }
            let previous = found.newestSeal?.seal
            let seal = JournalSeal(
                entries, of: tenant, epoch: found.head.epoch, after: previous, at: environment.now())
            let change = SealChange.append(
                seal, checkpoint: try keys.sign(JournalCheckpoint(seal)), after: previous?.hash)
            let write = GatewayWrite(tenant: tenant, changes: [.seal(change)], entries: [])
            // Whoever was faster has sealed the same entries; what is left is looked at anew.
            guard case .committed = try await environment.store.commit(write) else { continue }
            outcome.seals += 1
            outcome.sealedThrough = seal.sequences.upperBound
            outcome.unsealed = max(0, found.head.sequence - outcome.sealedThrough)
        }
        return outcome
    }

    /// The entries behind the newest seal, and where the first one after them would have to be.
    private func entries(of found: JournalExtent) async throws(StoreError) -> (SealedEntries, ClosedRange<Int64>) {
        var entries = SealedEntries(of: found.head.id, after: found.sealedThrough)
        while entries.count < entryCount {
            let limit = min(Self.pageSize, entryCount - entries.count)
            let rows = try await store.journalRows(of: found.head.id, after: entries.next - 1, limit: limit)
            for row in rows where !entries.take(row) { return (entries, entries.next...(row.sequence - 1)) }
            if rows.count < limit { break }
        }
        return (entries, entries.next...max(entries.next, found.head.sequence))
    }
}

/// What came of sealing.
public struct SealingOutcome: Sendable, Hashable {
    /// How many seals were made.
    public var seals = 0
    /// The sequence of the newest entry that is sealed; 0 when none is.
    public var sealedThrough: Int64 = 0
    /// How many entries are left that no seal covers.
    public var unsealed: Int64 = 0
    /// Why no more can be sealed; nil when nothing stands in the way.
    public var obstacle: SealingObstacle?
}

/// Why a journal cannot be sealed any further.
public enum SealingObstacle: Error, Sendable, Hashable, CustomStringConvertible {
    /// Entries that follow on the newest seal are not there.
    case missingEntries(ClosedRange<Int64>)
    /// The newest seal is not one that the tenant's key signed.
    case unsignedSeal(Int64)

    /// What is wrong, in a line.
    public var description: String {
        switch self {
        case .missingEntries(let range): "\(range.words) missing"
        case .unsignedSeal(let number): "seal \(number) is not one that the gateway made"
        }
    }
}

extension TenantKeys {
    /// Whether the checkpoint that a seal is stored with states it.
    func hasSigned(_ stored: StoredSeal) -> Bool {
        if case .success(let checkpoint) = checkpoint(in: stored.checkpoint) {
            checkpoint.states(stored.seal)
        } else {
            false
        }
    }
}

extension ClosedRange<Int64> {
    /// The sequences as a subject with its verb: `entry 7 is`, `entries 7 to 9 are`.
    var words: String { count == 1 ? "entry \(lowerBound) is" : "entries \(lowerBound) to \(upperBound) are" }

    /// The sequences alone.
    var entries: String { count == 1 ? "entry \(lowerBound)" : "entries \(lowerBound) to \(upperBound)" }
}
