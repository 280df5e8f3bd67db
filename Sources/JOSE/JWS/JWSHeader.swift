public import Cryptography
public import JSONCoding

/// The protected header of a token, as its sender wrote it (RFC 7515 section 4).
///
/// Nothing in it is proven. `jku` and `x5u` are not even read: a key is never fetched because a token says where from.
public struct JWSHeader: Sendable {
    /// The algorithm, or nil when it is none of those that this module knows; `none` is not among them.
    public let algorithm: SignatureAlgorithm?
    /// The kind of token (`typ`).
    public let type: String?
    /// The identifier of the key (`kid`), at most 512 bytes.
    public let keyID: String?
    /// The SHA-1 thumbprint of the certificate (`x5t`), in base64url.
    public let certificateSHA1: String?
    /// The SHA-256 thumbprint of the certificate (`x5t#S256`), in base64url.
    public let certificateSHA256: String?
    /// Every member of the header.
    public let members: JSONMembers

    init(_ bytes: [UInt8], limits: JSONLimits) throws(TokenRefusal) {
        guard bytes.count <= limits.maximumBytes else { throw .oversized }
        do {
            var object = try JSONObject(JSONValue.parse(bytes, limits: limits))
            let name = try object.required("alg", as: String.self)
            algorithm = SignatureAlgorithm.allCases.first { $0.rawValue.hasSameBytes(as: name) }
            type = try object.optional("typ")
            keyID = try object.optional("kid")
            certificateSHA1 = try object.optional("x5t", as: String.self).map(Self.unpadded)
            certificateSHA256 = try object.optional("x5t#S256", as: String.self).map(Self.unpadded)
            members = object.members
        } catch {
            throw .malformed(.header)
        }
        if members["enc"] != nil { throw .encrypted }
        if members["crit"] != nil || members["b64"] != nil { throw .unknownExtension }
        if let keyID, keyID.utf8.count > 512 { throw .malformed(.header) }
    }

    // DEVIATION: RFC 7515 section 4.1.7 has thumbprints without padding, but stock clients pad theirs. They only choose among
    // keys that are known, so both spellings may name the same one.
    private static func unpadded(_ thumbprint: String) -> String {
        var bytes = Array(thumbprint.utf8)
        while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The key in the header (`jwk`), for the uses whose specification puts it there.
    /// - Throws: `unacceptableEmbeddedKey` when there is none, or it is malformed, weak or private.
    public func embeddedKey() throws(TokenRefusal) -> JWK {
        guard let value = members["jwk"] else { throw .unacceptableEmbeddedKey }
        do {
            return try JWK(json: JSONElement(value))
        } catch {
            throw .unacceptableEmbeddedKey
        }
    }

    /// The DER certificates in the header (`x5c`), the leaf first, at most ten; for the uses that ask for them.
    /// - Throws: `malformed(.header)` when there are none or they are not in standard base64.
    public func certificateChain() throws(TokenRefusal) -> [[UInt8]] {
        guard let values = members["x5c"]?.arrayValue, (1...10).contains(values.count) else {
            throw .malformed(.header)
        }
        var chain: [[UInt8]] = []
        for value in values {
            guard let text = value.stringValue else { throw .malformed(.header) }
            do {
                chain.append(try Base64.decode(text))
            } catch {
                throw .malformed(.header)
            }
        }
        return chain
    }
}
