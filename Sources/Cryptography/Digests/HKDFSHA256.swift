import COpenSSL

/// Key derivation with HKDF over SHA-256 (RFC 5869).
public enum HKDFSHA256 {
    /// The most bytes that one derivation may give: 255 hashes.
    public static let maximumByteCount = 255 * 32

    /// Derives `byteCount` bytes from `key`, separated from other uses by `salt` and `info`.
    /// - Throws: `unsupported` for a length outside 1 to ``maximumByteCount``; `library` when the derivation fails.
    public static func derive(
        from key: SecretBytes, salt: [UInt8], info: [UInt8], byteCount: Int
    ) throws(CryptographyError) -> SecretBytes {
        guard (1...maximumByteCount).contains(byteCount) else { throw .unsupported("derived key length") }
        let context = try unsafe CryptographyError.make("derive a key") {
            unsafe EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil)
        }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try CryptographyError.check("derive a key") {
            unsafe prepare(context, key: key, salt: salt, info: info) ? 1 : 0
        }
        var written = byteCount
        let derived = unsafe [UInt8].filled(byteCount) { start in
            unsafe EVP_PKEY_derive(context, start, &written) == 1 && written == byteCount
        }
        guard var derived else { throw .failed(to: "derive a key") }
        return SecretBytes(taking: &derived)
    }

    @unsafe
    private static func prepare(_ context: OpaquePointer, key: SecretBytes, salt: [UInt8], info: [UInt8]) -> Bool {
        guard unsafe EVP_PKEY_derive_init(context) == 1 else { return false }
        guard unsafe EVP_PKEY_CTX_set_hkdf_md(context, FetchedDigest.sha256.pointer) == 1 else { return false }
        let salted = unsafe salt.withPointer { unsafe EVP_PKEY_CTX_set1_hkdf_salt(context, $0, Int32($1)) }
        let keyed = key.withBytes { bytes in
            unsafe bytes.withPointer { unsafe EVP_PKEY_CTX_set1_hkdf_key(context, $0, Int32($1)) }
        }
        let told = unsafe info.withPointer { unsafe EVP_PKEY_CTX_add1_hkdf_info(context, $0, Int32($1)) }
        return salted == 1 && keyed == 1 && told == 1
    }
}
