import COpenSSL

/// The one owner of a key object of the library.
@safe
final class KeyHandle: @unchecked Sendable {
    // INVARIANT: the key object is never changed after init; the library counts its references and lets threads share it.
    let pointer: OpaquePointer

    /// Takes over the reference that `pointer` holds.
    @unsafe
    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// The kind of key, or an error for any other than the accepted ones.
    func type() throws(CryptographyError) -> KeyType {
        switch unsafe EVP_PKEY_get_base_id(pointer) {
        case EVP_PKEY_EC:
            guard text(OSSL_PKEY_PARAM_GROUP_NAME) == SN_X9_62_prime256v1,
                text(OSSL_PKEY_PARAM_EC_ENCODING) == OSSL_PKEY_EC_ENCODING_GROUP
            else { throw .unsupported("curve") }
            return .p256
        case EVP_PKEY_RSA: return .rsa
        case EVP_PKEY_ED25519: return .ed25519
        default: throw .unsupported("key type")
        }
    }

    /// The unsigned number called `name`, big-endian: in `byteCount` bytes, or in as few as it needs.
    func number(_ name: String, byteCount: Int? = nil) throws(CryptographyError) -> [UInt8] {
        var number: OpaquePointer?
        try CryptographyError.check("read a key") { unsafe EVP_PKEY_get_bn_param(pointer, name, &number) }
        defer { unsafe BN_clear_free(number) }
        let count = byteCount ?? Int(unsafe BN_num_bits(number) + 7) / 8
        let bytes = unsafe [UInt8].filled(count) { start in
            unsafe BN_bn2binpad(number, start, Int32(count)) == Int32(count)
        }
        guard let bytes else { throw .failed(to: "read a key") }
        return bytes
    }

    private func text(_ name: String) -> String? {
        ERR_clear_error()
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer -> String? in
            guard let start = buffer.baseAddress else { return nil }
            var length = 0
            let found = unsafe EVP_PKEY_get_utf8_string_param(pointer, name, start, buffer.count, &length) == 1
            ERR_clear_error()
            return found ? unsafe String(cString: start) : nil
        }
    }
}
