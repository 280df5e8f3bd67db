public import Cryptography
public import JSONCoding

/// The header of tokens that are made here, encoded once and used for each.
public struct ProtectedHeader: Sendable {
    /// The algorithm that it names.
    public let algorithm: SignatureAlgorithm
    /// The header in base64url with the dot after it.
    let prefix: [UInt8]

    /// A header of algorithm, kind and key identifier, and of what `more` adds.
    public init(
        algorithm: SignatureAlgorithm, type: String, keyID: String?, more: (inout JSONObjectWriter) -> Void = { _ in }
    ) {
        var writer = JSONWriter()
        writer.object { header in
            header.member("alg", algorithm.rawValue)
            header.member("typ", type)
            header.member("kid", ifPresent: keyID)
            more(&header)
        }
        self.algorithm = algorithm
        prefix = Base64URL.encodeBytes(writer.bytes.span) + [UInt8(ascii: ".")]
    }

    /// A header that carries the public key itself, as a DPoP proof does (RFC 9449 section 4.2).
    public init(algorithm: SignatureAlgorithm, type: String, embedding key: PublicKey) {
        self.init(algorithm: algorithm, type: type, keyID: nil) { header in
            header.object("jwk") { object in
                for (name, value) in key.components.members {
                    object.member(name, value)
                }
            }
        }
    }
}
