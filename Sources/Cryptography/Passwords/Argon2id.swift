import CArgon2

/// The cost of hashing a password with Argon2id (RFC 9106).
///
/// A hash takes tens of milliseconds and `memoryKiB` of memory: run it on a thread of its own, and count how many run.
public struct Argon2id: Sendable, Equatable {
    /// The size of a hash made here, in bytes.
    public static let tagByteCount = 32
    /// The size of the salt that ``hash(_:salt:)`` wants, in bytes.
    public static let saltByteCount = 16
    /// The cost for new hashes: 19 MiB, two passes, one lane.
    public static let standard = Argon2id(standardMemoryKiB: 19_456, iterations: 2, parallelism: 1)

    /// The memory in KiB: 8 per lane up to 262,144.
    public let memoryKiB: UInt32
    /// The number of passes: 1 to 10.
    public let iterations: UInt32
    /// The number of lanes: 1 to 4.
    public let parallelism: UInt32

    /// A cost within the ranges that are accepted here.
    /// - Throws: `unsupported` for a value out of its range.
    public init(memoryKiB: UInt32, iterations: UInt32, parallelism: UInt32) throws(CryptographyError) {
        guard (1...4).contains(parallelism), (1...10).contains(iterations),
            (8 * parallelism...262_144).contains(memoryKiB)
        else { throw .unsupported("argon2id cost") }
        self.init(standardMemoryKiB: memoryKiB, iterations: iterations, parallelism: parallelism)
    }

    private init(standardMemoryKiB: UInt32, iterations: UInt32, parallelism: UInt32) {
        memoryKiB = standardMemoryKiB
        self.iterations = iterations
        self.parallelism = parallelism
    }

    /// Hashes `password` with a fresh random `salt` of ``saltByteCount`` bytes.
    /// - Throws: `unsupported` for a salt of another size; `library` when the memory can't be had.
    public func hash(_ password: SecretBytes, salt: [UInt8]) throws(CryptographyError) -> Argon2idHash {
        guard salt.count == Self.saltByteCount else { throw .unsupported("salt size") }
        return Argon2idHash(
            cost: self, salt: salt, tag: try tag(of: password, salt: salt, byteCount: Self.tagByteCount))
    }

    func tag(of password: SecretBytes, salt: [UInt8], byteCount: Int) throws(CryptographyError) -> [UInt8] {
        var status = ARGON2_OK.rawValue
        let tag = unsafe [UInt8].filled(byteCount) { result in
            status = password.withBytes { bytes in
                unsafe bytes.withPointer { start, count in
                    unsafe salt.withPointer { saltStart, saltCount in
                        unsafe argon2id_hash_raw(
                            iterations, memoryKiB, parallelism, start, count, saltStart, saltCount, result, byteCount)
                    }
                }
            }
            return status == ARGON2_OK.rawValue
        }
        guard let tag else {
            throw .library(
                operation: "hash a password", reason: unsafe String(cString: argon2_error_message(status)))
        }
        return tag
    }
}
