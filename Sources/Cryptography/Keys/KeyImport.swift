import COpenSSL

extension KeyHandle {
    /// A public key of its components; a point that is not on its curve is refused.
    static func make(_ components: PublicKeyComponents) throws(CryptographyError) -> KeyHandle {
        try components.checkSizes()
        switch components {
        case .p256(let x, let y): return try makeP256([4] + x + y)
        case .rsa(let modulus, let exponent): return try makeRSA(modulus: modulus, exponent: exponent)
        case .ed25519(let bytes):
            let key = try unsafe CryptographyError.make("read a key") {
                unsafe bytes.withPointer { unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, $0, $1) }
            }
            return unsafe KeyHandle(owning: key)
        }
    }

    /// A key on P-256 whose parameters new keys are copied from: cheaper than looking the curve up each time.
    private static let p256Template: KeyHandle? = {
        guard let key = unsafe postern_ec_generate(SN_X9_62_prime256v1) else { return nil }
        return unsafe KeyHandle(owning: key)
    }()

    /// The library checks that the point is on the curve and not at infinity; the curve's cofactor is 1.
    private static func makeP256(_ point: [UInt8]) throws(CryptographyError) -> KeyHandle {
        guard let template = p256Template else { throw .failed(to: "make a key") }
        let key = unsafe KeyHandle(owning: try CryptographyError.make("make a key") { unsafe EVP_PKEY_new() })
        try CryptographyError.check("make a key") { unsafe EVP_PKEY_copy_parameters(key.pointer, template.pointer) }
        ERR_clear_error()
        let accepted = unsafe point.withPointer { unsafe EVP_PKEY_set1_encoded_public_key(key.pointer, $0, $1) == 1 }
        ERR_clear_error()
        guard accepted else { throw .malformed("elliptic curve point") }
        return key
    }

    private static func makeRSA(modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) -> KeyHandle {
        ERR_clear_error()
        let numberN = unsafe modulus.withPointer { unsafe BN_bin2bn($0, Int32($1), nil) }
        let numberE = unsafe exponent.withPointer { unsafe BN_bin2bn($0, Int32($1), nil) }
        let builder = unsafe OSSL_PARAM_BLD_new()
        let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "RSA", nil)
        defer {
            unsafe EVP_PKEY_CTX_free(context)
            unsafe OSSL_PARAM_BLD_free(builder)
            unsafe BN_free(numberE)
            unsafe BN_free(numberN)
        }
        guard let numberN = unsafe numberN, let numberE = unsafe numberE, let builder = unsafe builder,
            let context = unsafe context, unsafe postern_push_rsa_modulus(builder, numberN) == 1,
            unsafe postern_push_rsa_exponent(builder, numberE) == 1,
            let parameters = unsafe OSSL_PARAM_BLD_to_param(builder)
        else { throw .failed(to: "make a key") }
        defer { unsafe OSSL_PARAM_free(parameters) }
        var key: OpaquePointer?
        guard unsafe EVP_PKEY_fromdata_init(context) == 1,
            unsafe EVP_PKEY_fromdata(context, &key, postern_public_key_selection, parameters) == 1, let key = unsafe key
        else { throw .failed(to: "make a key") }
        return unsafe KeyHandle(owning: key)
    }

    /// A new key pair.
    static func generate(_ type: KeyType, rsaBits: Int) throws(CryptographyError) -> KeyHandle {
        let key = try unsafe CryptographyError.make("generate a key") {
            switch type {
            case .p256: unsafe postern_ec_generate(SN_X9_62_prime256v1)
            case .rsa: unsafe postern_rsa_generate(rsaBits)
            case .ed25519: unsafe postern_ed25519_generate()
            }
        }
        return unsafe KeyHandle(owning: key)
    }

    /// A public key of its SubjectPublicKeyInfo.
    static func make(spki: [UInt8]) throws(CryptographyError) -> KeyHandle {
        try unsafe read(spki, input: "public key") { cursor, count in unsafe d2i_PUBKEY(nil, cursor, count) }
    }

    /// A private key of its PKCS#8 PrivateKeyInfo, of which the public half must fit the private one.
    static func make(pkcs8: [UInt8]) throws(CryptographyError) -> KeyHandle {
        let key = try unsafe read(pkcs8, input: "private key") { cursor, count in
            guard let information = unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, cursor, count) else { return nil }
            defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
            return unsafe EVP_PKCS82PKEY(information)
        }
        guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else {
            throw .failed(to: "check a key")
        }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        let fits = unsafe EVP_PKEY_pairwise_check(context) == 1
        ERR_clear_error()
        guard fits else { throw .malformed("private key") }
        return key
    }

    /// Reads one DER value that must fill `der`.
    private static func read(
        _ der: [UInt8], input: String,
        by parse: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
    ) throws(CryptographyError) -> KeyHandle {
        guard der.count <= 16_384 else { throw .unsupported("\(input) size") }
        ERR_clear_error()
        var consumed = 0
        let key = unsafe der.withPointer { start, count in
            var cursor: UnsafePointer<UInt8>? = unsafe start
            let key = unsafe parse(&cursor, count)
            consumed = unsafe cursor.map { unsafe $0 - start } ?? 0
            return unsafe key.map { unsafe KeyHandle(owning: $0) }
        }
        ERR_clear_error()
        guard let key, consumed == der.count else { throw .malformed(input) }
        return key
    }
}
