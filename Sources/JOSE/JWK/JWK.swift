public import Cryptography
public import JSONCoding

/// A public key with what its owner says of it (RFC 7517, RFC 7518 section 6, RFC 8037 section 2).
public struct JWK: Sendable, Hashable {
    /// The key.
    public let publicKey: PublicKey
    /// The identifier (`kid`), at most 512 bytes.
    public let keyID: String?
    /// The only algorithm that it is for (`alg`), or nil when its owner does not say.
    public let algorithm: SignatureAlgorithm?
    /// The SHA-1 thumbprint of its certificate (`x5t`), in base64url.
    public let certificateSHA1: String?
    /// The SHA-256 thumbprint of its certificate (`x5t#S256`), in base64url.
    public let certificateSHA256: String?

    /// A description of `publicKey`.
    public init(
        _ publicKey: PublicKey, keyID: String? = nil, algorithm: SignatureAlgorithm? = nil,
        certificateSHA1: String? = nil, certificateSHA256: String? = nil
    ) {
        self.publicKey = publicKey
        self.keyID = keyID
        self.algorithm = algorithm
        self.certificateSHA1 = certificateSHA1
        self.certificateSHA256 = certificateSHA256
    }

    /// Whether the key's kind and its owner's word allow `algorithm`.
    public func fits(_ algorithm: SignatureAlgorithm) -> Bool {
        publicKey.type == algorithm.keyType && (self.algorithm ?? algorithm) == algorithm
    }
}

extension JWK: JSONReadable {
    /// The members that only private and symmetric keys have (RFC 7518 sections 6.2.2, 6.3.2 and 6.4.1).
    static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    /// Reads a public key for signatures.
    ///
    /// Refused: private or symmetric members, a key for encryption, another kind, curve or algorithm, a weak key, a
    /// point off its curve, and numbers in more than one spelling.
    public init(json: JSONElement) throws(JSONError) {
        var object = try json.object()
        for name in Self.privateMembers where object.contains(name) {
            throw object.invalid(name, "a private or symmetric key is not accepted")
        }
        publicKey = try Self.publicKey(&object, at: json)
        keyID = try object.optional("kid")
        certificateSHA1 = try object.optional("x5t")
        certificateSHA256 = try object.optional("x5t#S256")
        algorithm = try Self.algorithm(&object, for: publicKey)
        if let keyID, keyID.utf8.count > 512 { throw object.invalid("kid", "longer than 512 bytes") }
        try Self.checkUse(&object)
    }

    private static func publicKey(_ object: inout JSONObject, at json: JSONElement) throws(JSONError) -> PublicKey {
        let components: PublicKeyComponents
        let kind = try object.required("kty", as: String.self)
        if kind.hasSameBytes(as: "EC") {
            try require("P-256", of: "crv", in: &object)
            components = .p256(x: try bytes("x", &object), y: try bytes("y", &object))
        } else if kind.hasSameBytes(as: "RSA") {
            components = .rsa(modulus: try bytes("n", &object), exponent: try bytes("e", &object))
        } else if kind.hasSameBytes(as: "OKP") {
            try require("Ed25519", of: "crv", in: &object)
            components = .ed25519(try bytes("x", &object))
        } else {
            throw object.invalid("kty", "not one of the kinds that are accepted")
        }
        do {
            return try PublicKey(components)
        } catch {
            throw json.invalid(error.description)
        }
    }

    private static func require(_ value: String, of name: String, in object: inout JSONObject) throws(JSONError) {
        guard try object.required(name, as: String.self).hasSameBytes(as: value) else {
            throw object.invalid(name, "not one of the curves that are accepted")
        }
    }

    private static func bytes(_ name: String, _ object: inout JSONObject) throws(JSONError) -> [UInt8] {
        let text = try object.required(name, as: String.self)
        guard text.utf8.count <= 2048 else { throw object.invalid(name, "too long") }
        do {
            return try Base64URL.decode(text)
        } catch {
            throw object.invalid(name, "not base64url")
        }
    }

    private static func algorithm(
        _ object: inout JSONObject, for key: PublicKey
    ) throws(JSONError) -> SignatureAlgorithm? {
        guard let name = try object.optional("alg", as: String.self) else { return nil }
        guard let known = SignatureAlgorithm.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }),
            known.keyType == key.type
        else { throw object.invalid("alg", "not an algorithm that is accepted for this kind of key") }
        return known
    }

    private static func checkUse(_ object: inout JSONObject) throws(JSONError) {
        if let use = try object.optional("use", as: String.self), !use.hasSameBytes(as: "sig") {
            throw object.invalid("use", "not a key for signatures")
        }
        if let operations = try object.optional("key_ops", as: [String].self),
            !operations.contains(where: { $0.hasSameBytes(as: "verify") })
        {
            throw object.invalid("key_ops", "not a key for verifying signatures")
        }
    }
}

extension JWK: JSONWritable {
    /// Writes the public key; `use` is always `sig`.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            for (name, value) in publicKey.components.members {
                object.member(name, value)
            }
            object.member("kid", ifPresent: keyID)
            object.member("alg", ifPresent: algorithm?.rawValue)
            object.member("x5t", ifPresent: certificateSHA1)
            object.member("x5t#S256", ifPresent: certificateSHA256)
            object.member("use", "sig")
        }
    }
}

extension PublicKeyComponents {
    /// The members that a thumbprint is made of, in the order of RFC 7638 section 3.2.
    var members: [(name: String, value: String)] {
        switch self {
        case .p256(let x, let y):
            [("crv", "P-256"), ("kty", "EC"), ("x", Base64URL.encode(x)), ("y", Base64URL.encode(y))]
        case .rsa(let modulus, let exponent):
            [("e", Base64URL.encode(exponent)), ("kty", "RSA"), ("n", Base64URL.encode(modulus))]
        case .ed25519(let bytes):
            [("crv", "Ed25519"), ("kty", "OKP"), ("x", Base64URL.encode(bytes))]
        }
    }
}
