import Cryptography

/// The root of a tree of hashes over entries in order, made one entry at a time (RFC 9162 section 2.1.1).
///
/// It keeps a hash for each power of two, so that any number of entries takes next to no room. A leaf and a node are
/// hashed apart, so that none can pass for the other.
struct MerkleTree {
    /// The roots of the complete trees so far, the largest first, and how many entries each has.
    private var peaks: [(count: Int, hash: [UInt8])] = []
    /// How many entries there are.
    private(set) var count = 0

    mutating func append(_ entry: [UInt8]) {
        count += 1
        peaks.append((1, Digest.sha256([0] + entry)))
        while peaks.count > 1, peaks[peaks.count - 2].count == peaks[peaks.count - 1].count {
            let (right, left) = (peaks.removeLast(), peaks.removeLast())
            peaks.append((left.count + right.count, Self.node(left.hash, right.hash)))
        }
    }

    /// The root; without an entry, the hash of nothing.
    var root: [UInt8] {
        guard var root = peaks.last?.hash else { return Digest.sha256([]) }
        for peak in peaks.dropLast().reversed() { root = Self.node(peak.hash, root) }
        return root
    }

    private static func node(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { Digest.sha256([1] + left + right) }
}
