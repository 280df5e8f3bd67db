import COpenSSL

/// Comparison whose duration tells nothing about where two secrets differ.
public enum ConstantTime {
    /// Whether both hold the same bytes; only a difference in length shows in the duration.
    public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool { equal(left.span, right.span) }

    /// Whether both hold the same bytes; only a difference in length shows in the duration.
    public static func equal(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withPointer { leftPointer, count in
            unsafe right.withPointer { rightPointer, _ in
                unsafe CRYPTO_memcmp(leftPointer, rightPointer, count) == 0
            }
        }
    }
}
