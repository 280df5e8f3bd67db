import COpenSSL

/// The library's state for signing or verifying with one key: hash first, then one operation on the hash.
@safe
final class SignatureContext {
    enum Purpose {
        case sign
        case verify
    }

    private let algorithm: SignatureAlgorithm
    private let key: KeyHandle
    private let context: OpaquePointer
    private let maximumByteCount: Int

    /// Nil when the library refuses the key; the reason is in its error queue.
    init?(_ purpose: Purpose, key: KeyHandle, algorithm: SignatureAlgorithm) {
        ERR_clear_error()
        guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else { return nil }
        unsafe self.context = context
        self.key = key
        self.algorithm = algorithm
        maximumByteCount = Int(unsafe EVP_PKEY_get_size(key.pointer))
        // Ed25519 signs the message itself: the library offers it through another door, opened at each use.
        guard algorithm != .edDSA else { return }
        let begun =
            switch purpose {
            case .sign: unsafe EVP_PKEY_sign_init(context)
            case .verify: unsafe EVP_PKEY_verify_init(context)
            }
        guard begun == 1, setParameters() else { return nil }
    }

    deinit { unsafe EVP_PKEY_CTX_free(context) }

    private func setParameters() -> Bool {
        let hash = unsafe FetchedDigest.sha256.pointer
        guard unsafe EVP_PKEY_CTX_set_signature_md(context, hash) == 1 else { return false }
        switch algorithm {
        case .es256, .edDSA: return true
        case .rs256: return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        case .ps256:
            return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                && EVP_PKEY_CTX_set_rsa_mgf1_md(context, hash) == 1
                && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, Int32(FetchedDigest.sha256.byteCount)) == 1
        }
    }

    func sign(_ message: Span<UInt8>) throws(CryptographyError) -> [UInt8] {
        ERR_clear_error()
        var written = maximumByteCount
        let signature = unsafe [UInt8].filled(maximumByteCount) { result in
            algorithm == .edDSA
                ? unsafe signWhole(message, into: result, &written)
                : unsafe signHash(of: message, into: result, &written)
        }
        guard let signature else { throw .failed(to: "sign") }
        guard algorithm == .es256 else { return signature }
        guard let raw = ECDSASignature.raw(der: signature.span.extracting(0..<written)) else {
            throw .malformed("signature of the library")
        }
        return raw
    }

    @unsafe
    private func signHash(of message: Span<UInt8>, into result: UnsafeMutablePointer<UInt8>, _ written: inout Int)
        -> Bool
    {
        let hash = FetchedDigest.sha256.hash(message)
        return unsafe hash.withPointer { unsafe EVP_PKEY_sign(context, result, &written, $0, $1) == 1 }
    }

    @unsafe
    private func signWhole(_ message: Span<UInt8>, into result: UnsafeMutablePointer<UInt8>, _ written: inout Int)
        -> Bool
    {
        guard let state = unsafe EVP_MD_CTX_new() else { return false }
        defer { unsafe EVP_MD_CTX_free(state) }
        guard unsafe EVP_DigestSignInit(state, nil, nil, nil, key.pointer) == 1 else { return false }
        return unsafe message.withPointer { unsafe EVP_DigestSign(state, result, &written, $0, $1) == 1 }
    }

    func verify(_ signature: Span<UInt8>, over message: Span<UInt8>) -> Bool {
        ERR_clear_error()
        defer { ERR_clear_error() }
        switch algorithm {
        case .es256:
            guard let der = ECDSASignature.der(raw: signature) else { return false }
            return verifyHash(der.span, over: message)
        case .rs256, .ps256:
            guard signature.count == maximumByteCount else { return false }
            return verifyHash(signature, over: message)
        case .edDSA: return verifyWhole(signature, over: message)
        }
    }

    private func verifyHash(_ signature: Span<UInt8>, over message: Span<UInt8>) -> Bool {
        let hash = FetchedDigest.sha256.hash(message)
        return unsafe signature.withPointer { start, count in
            unsafe hash.withPointer { unsafe EVP_PKEY_verify(context, start, count, $0, $1) == 1 }
        }
    }

    private func verifyWhole(_ signature: Span<UInt8>, over message: Span<UInt8>) -> Bool {
        guard let state = unsafe EVP_MD_CTX_new() else { return false }
        defer { unsafe EVP_MD_CTX_free(state) }
        guard unsafe EVP_DigestVerifyInit(state, nil, nil, nil, key.pointer) == 1 else { return false }
        return unsafe signature.withPointer { start, count in
            unsafe message.withPointer { unsafe EVP_DigestVerify(state, start, count, $0, $1) == 1 }
        }
    }
}
