import COpenSSL

/// Bytes that are wiped when the last owner lets go, never printed, and compared in constant time.
///
/// It is neither hashable nor equatable, so that a secret can't end up as a key or in a plain comparison.
@safe
public final class SecretBytes: Sendable {
    // INVARIANT: owned here alone, written only in init and wiped in deinit, so reads from any thread are safe.
    private nonisolated(unsafe) let storage: UnsafeMutableBufferPointer<UInt8>

    /// A secret with a copy of `bytes`; the caller's own copy is not wiped.
    public init(_ bytes: [UInt8]) {
        unsafe storage = .allocate(capacity: bytes.count)
        _ = unsafe storage.initialize(from: bytes)
    }

    /// A secret of what is in `bytes`, which is wiped and left empty.
    public convenience init(taking bytes: inout [UInt8]) {
        self.init(bytes)
        unsafe bytes.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
        bytes = []
    }

    /// A new secret of `count` random bytes.
    public static func random(_ count: Int) -> SecretBytes {
        var bytes = RandomBytes.generate(count)
        return SecretBytes(taking: &bytes)
    }

    deinit {
        if let start = unsafe storage.baseAddress {
            unsafe OPENSSL_cleanse(start, storage.count)
        }
        unsafe storage.deallocate()
    }

    /// The number of bytes.
    public var count: Int { unsafe storage.count }

    /// Lends the bytes; what the closure copies out of it is no longer wiped.
    public func withBytes<Result, Failure>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeBufferPointer(storage).span)
    }

    /// A copy of the bytes, which is no longer wiped: for what has to leave, sealed or under TLS.
    public var copiedBytes: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }

    /// Whether this secret holds the same bytes as `other`, in constant time.
    public func matches(_ other: SecretBytes) -> Bool {
        withBytes { mine in other.withBytes { theirs in ConstantTime.equal(mine, theirs) } }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `***`.
    public var description: String { "***" }

    /// Always `***`.
    public var debugDescription: String { "***" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
