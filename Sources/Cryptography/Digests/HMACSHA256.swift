import COpenSSL

/// Keyed authentication with HMAC over SHA-256 (RFC 2104).
public enum HMACSHA256 {
    /// The 32-byte code of `message` under `key`.
    public static func authenticate(_ message: [UInt8], key: SecretBytes) -> [UInt8] {
        key.withBytes { keyBytes in code(of: message.span, key: keyBytes) }
    }

    /// Whether `code` is the code of `message` under `key`, compared in constant time.
    public static func verify(_ code: [UInt8], of message: [UInt8], key: SecretBytes) -> Bool {
        ConstantTime.equal(code, authenticate(message, key: key))
    }

    private static func code(of message: Span<UInt8>, key: Span<UInt8>) -> [UInt8] {
        let digest = FetchedDigest.sha256
        let output = unsafe [UInt8].filled(digest.byteCount) { result in
            unsafe key.withPointer { keyStart, keyCount in
                unsafe message.withPointer { start, count in
                    unsafe HMAC(digest.pointer, keyStart, Int32(keyCount), start, count, result, nil) != nil
                }
            }
        }
        guard let output else { preconditionFailure("no memory to authenticate") }
        return output
    }
}
