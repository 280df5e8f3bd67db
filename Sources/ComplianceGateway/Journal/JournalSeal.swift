public import AccessModel
import Cryptography

/// What fixes some entries of a journal, and everything before them: a link of a chain of hashes.
///
/// The entries' hashes are the leaves of a tree whose root the seal has, and the seal's own hash covers the hash of the
/// seal before. Whoever knows the newest hash knows every entry; whoever keeps the seals can go without old entries.
public struct JournalSeal: Sendable, Hashable {
    /// The tenant.
    public var tenant: TenantID
    /// The epoch of the tenant's store when it was made.
    public var epoch: Int64
    /// Its place in the chain, from 1.
    public var number: Int64
    /// The sequences of its entries.
    public var sequences: ClosedRange<Int64>
    /// When the latest of its entries happened.
    public var entriesUntil: Timestamp
    /// When it was made.
    public var at: Timestamp
    /// The root of the tree over its entries, 32 bytes.
    public var root: [UInt8]
    /// The SHA-256 over the hash of the seal before and all of the above.
    public var hash: [UInt8]

    /// The hash before the first seal.
    static let beginning = [UInt8](repeating: 0, count: 32)

    /// Makes a seal as it is stored.
    public init(
        tenant: TenantID, epoch: Int64, number: Int64, sequences: ClosedRange<Int64>, entriesUntil: Timestamp,
        at: Timestamp, root: [UInt8], hash: [UInt8]
    ) {
        self.tenant = tenant
        self.epoch = epoch
        self.number = number
        self.sequences = sequences
        self.entriesUntil = entriesUntil
        self.at = at
        self.root = root
        self.hash = hash
    }

    /// Seals entries behind another seal, or as the first.
    ///
    /// - Parameters:
    ///   - entries: the entries; they follow on each other and on those of the seal before.
    ///   - tenant: whose journal it is.
    ///   - epoch: the epoch of the tenant's store.
    ///   - previous: the seal before.
    ///   - at: the time.
    init(_ entries: SealedEntries, of tenant: TenantID, epoch: Int64, after previous: JournalSeal?, at: Timestamp) {
        self.init(
            tenant: tenant, epoch: epoch, number: (previous?.number ?? 0) + 1, sequences: entries.sequences,
            entriesUntil: entries.until, at: at, root: entries.root, hash: [])
        hash = hash(after: previous?.hash)
    }

    /// The hash that a seal of this content has behind another.
    ///
    /// - Parameter previous: the hash of the seal before; nil for the first.
    /// - Returns: 32 bytes.
    func hash(after previous: [UInt8]?) -> [UInt8] {
        var bytes = CanonicalBytes(version: 1, capacity: 192)
        bytes.append("journal seal")
        bytes.append(tenant.rawValue)
        for number in [
            epoch, number, sequences.lowerBound, sequences.upperBound, entriesUntil.milliseconds, at.milliseconds,
        ] {
            bytes.append(number)
        }
        bytes.append(hash: previous ?? Self.beginning)
        bytes.append(hash: root)
        return Digest.sha256(bytes.bytes)
    }
}

/// A seal as it is stored.
public struct StoredSeal: Sendable, Hashable {
    /// The seal.
    public var seal: JournalSeal
    /// The checkpoint over it, a JWS in compact form.
    public var checkpoint: String
    /// When its entries were removed from the journal; nil as long as they are there.
    public var prunedAt: Timestamp?

    /// Makes a seal as it is stored.
    public init(_ seal: JournalSeal, checkpoint: String, prunedAt: Timestamp? = nil) {
        self.seal = seal
        self.checkpoint = checkpoint
        self.prunedAt = prunedAt
    }
}

/// Entries that follow on each other, taken one at a time, and what a seal says of them.
struct SealedEntries {
    private let tenant: TenantID
    private var tree = MerkleTree()
    /// The sequence that the next entry has.
    private(set) var next: Int64
    /// When the latest entry happened.
    private(set) var until = Timestamp(milliseconds: .min)

    init(of tenant: TenantID, after sequence: Int64) {
        self.tenant = tenant
        next = sequence + 1
    }

    var count: Int { tree.count }
    var root: [UInt8] { tree.root }
    /// The sequences; there is an entry.
    var sequences: ClosedRange<Int64> { (next - Int64(tree.count))...(next - 1) }

    /// Takes the entry if it is the next one.
    mutating func take(_ row: JournalRow) -> Bool {
        guard row.sequence == next else { return false }
        tree.append(row.canonicalBytes(of: tenant))
        until = max(until, row.at)
        next += 1
        return true
    }
}
