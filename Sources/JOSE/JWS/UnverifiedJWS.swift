public import Cryptography
import JSONCoding

/// A token in compact form that was taken apart and not yet believed (RFC 7515 section 7.1).
public struct UnverifiedJWS: Sendable {
    /// The header, unproven.
    public let header: JWSHeader
    private let bytes: [UInt8]
    private let signedCount: Int
    private let signature: [UInt8]
    private let payload: [UInt8]
    private let limits: JWSLimits

    /// Takes the ASCII bytes of a token apart.
    /// - Throws: the refusal of another form: a JSON serialization, an encrypted token, padding, white space, a missing
    ///   or further part, a header with a member twice, with `crit` or `b64`, or too large.
    public init(_ compact: [UInt8], limits: JWSLimits = .standard) throws(TokenRefusal) {
        guard compact.count <= limits.maximumBytes else { throw .oversized }
        let dots = compact.indices.filter { compact[$0] == UInt8(ascii: ".") }
        if dots.count == 4 { throw .encrypted }
        guard dots.count == 2, dots[0] > 0 else { throw .malformed(.compact) }
        header = try JWSHeader(Self.decode(compact, 0..<dots[0], part: .header), limits: limits.header)
        payload = try Self.decode(compact, dots[0] + 1..<dots[1], part: .payload)
        signature = try Self.decode(compact, dots[1] + 1..<compact.count, part: .signature)
        signedCount = dots[1]
        bytes = compact
        self.limits = limits
    }

    /// Takes the text of a token apart.
    /// - Throws: as the initializer of bytes does.
    public init(_ compact: String, limits: JWSLimits = .standard) throws(TokenRefusal) {
        try self.init(Array(compact.utf8), limits: limits)
    }

    /// The claims before anything about them is proven: only to find out whose key to verify with.
    /// - Throws: `malformed(.payload)`.
    public func unverifiedClaims() throws(TokenRefusal) -> JWTClaims {
        try JWTClaims(payload, limits: limits.claims)
    }

    /// Believes the token if `policy` allows its algorithm and kind and its signature is by the key that `policy` names.
    public func verified(by policy: JWSPolicy) -> Result<VerifiedJWS, TokenRefusal> {
        Result { () throws(TokenRefusal) in try verify(policy) }
    }

    func verify(_ policy: JWSPolicy) throws(TokenRefusal) -> VerifiedJWS {
        guard let algorithm = header.algorithm, policy.algorithms.contains(algorithm) else {
            throw .algorithmNotAllowed
        }
        guard policy.type.accepts(header.type) else { throw .wrongType }
        let key = try policy.keys.select(for: header, algorithm: algorithm)
        let signed = bytes.span.extracting(0..<signedCount)
        guard key.verify(signature.span, over: signed, algorithm: algorithm) else { throw .badSignature }
        return VerifiedJWS(header: header, payload: payload, key: key, limits: limits)
    }

    private static func decode(
        _ bytes: [UInt8], _ range: Range<Int>, part: TokenRefusal.Part
    ) throws(TokenRefusal) -> [UInt8] {
        do {
            return try Base64URL.decode(bytes.span.extracting(range))
        } catch {
            throw .malformed(part)
        }
    }
}

/// A token whose signature verified.
public struct VerifiedJWS: Sendable {
    /// The header.
    public let header: JWSHeader
    /// The bytes that were signed.
    public let payload: [UInt8]
    /// The key that signed.
    public let key: PublicKey
    private let limits: JWSLimits

    init(header: JWSHeader, payload: [UInt8], key: PublicKey, limits: JWSLimits) {
        self.header = header
        self.payload = payload
        self.key = key
        self.limits = limits
    }

    /// The claims in the payload; who issued them and for whom is still to be checked.
    /// - Throws: `malformed(.payload)` or `malformedClaim`.
    public func claims() throws(TokenRefusal) -> JWTClaims {
        try JWTClaims(payload, limits: limits.claims)
    }
}
