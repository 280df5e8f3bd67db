import COpenSSL

/// One run of the cipher over one message.
@safe
struct GCMOperation: ~Copyable {
    enum Direction: Int32 {
        case open = 0
        case seal = 1
    }

    private static let cipher = FetchedCipher("AES-256-GCM")
    private let context: OpaquePointer

    @unsafe
    private init(owning context: OpaquePointer) { unsafe self.context = context }

    static func begin(
        _ direction: Direction, key: SecretBytes, nonce: [UInt8], additionalData: [UInt8]
    ) throws(CryptographyError) -> GCMOperation {
        guard key.count == AESGCM.keyByteCount else { throw .unsupported("key size") }
        let context = try unsafe CryptographyError.make("prepare the cipher") { unsafe EVP_CIPHER_CTX_new() }
        let operation = unsafe GCMOperation(owning: context)
        try operation.start(direction, key: key, nonce: nonce)
        try operation.authenticate(additionalData)
        return operation
    }

    deinit { unsafe EVP_CIPHER_CTX_free(context) }

    private borrowing func start(
        _ direction: Direction, key: SecretBytes, nonce: [UInt8]
    ) throws(CryptographyError) {
        let context = unsafe self.context
        try CryptographyError.check("prepare the cipher") {
            key.withBytes { keyBytes in
                unsafe keyBytes.withPointer { keyStart, _ in
                    unsafe nonce.withPointer { nonceStart, _ in
                        unsafe EVP_CipherInit_ex2(
                            context, Self.cipher.pointer, keyStart, nonceStart, direction.rawValue, nil)
                    }
                }
            }
        }
    }

    private borrowing func authenticate(_ additionalData: [UInt8]) throws(CryptographyError) {
        guard !additionalData.isEmpty else { return }
        let context = unsafe self.context
        try CryptographyError.check("authenticate additional data") {
            var taken: Int32 = 0
            return unsafe additionalData.withPointer { unsafe EVP_CipherUpdate(context, nil, &taken, $0, Int32($1)) }
        }
    }

    /// Encrypts or decrypts the whole message; what is decrypted is worth nothing before the tag was checked.
    borrowing func process(_ input: [UInt8]) throws(CryptographyError) -> [UInt8] {
        ERR_clear_error()
        let context = unsafe self.context
        let output = unsafe [UInt8].filled(input.count) { result in
            var written: Int32 = 0
            return unsafe input.withPointer { start, count in
                unsafe EVP_CipherUpdate(context, result, &written, start, Int32(count)) == 1 && Int(written) == count
            }
        }
        guard let output else { throw .failed(to: "run the cipher") }
        return output
    }

    borrowing func finishSealing() throws(CryptographyError) -> [UInt8] {
        ERR_clear_error()
        let context = unsafe self.context
        let tag = unsafe [UInt8].filled(AESGCM.tagByteCount) { result in
            var written: Int32 = 0
            return unsafe EVP_CipherFinal_ex(context, result, &written) == 1
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(AESGCM.tagByteCount), result) == 1
        }
        guard let tag else { throw .failed(to: "finish the seal") }
        return tag
    }

    borrowing func finishOpening(tag: [UInt8]) throws(CryptographyError) {
        var tag = tag
        let context = unsafe self.context
        try CryptographyError.check("set the tag") {
            unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag)
        }
        var written: Int32 = 0
        let genuine = unsafe EVP_CipherFinal_ex(context, &tag, &written) == 1
        ERR_clear_error()
        guard genuine else { throw .sealBroken }
    }
}
