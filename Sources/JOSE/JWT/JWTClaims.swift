public import AccessModel
public import JSONCoding

/// The claims of a token (RFC 7519 section 4), each registered one in its own type.
public struct JWTClaims: Sendable {
    /// The issuer (`iss`).
    public let issuer: String?
    /// The subject (`sub`).
    public let subject: String?
    /// Whom the token is for (`aud`), be it written as one string or several; empty when absent.
    public let audience: [String]
    /// When the token ends (`exp`).
    public let expiration: Timestamp?
    /// When the token begins (`nbf`).
    public let notBefore: Timestamp?
    /// When the token was issued (`iat`).
    public let issuedAt: Timestamp?
    /// The identifier of this token (`jti`), 1 to 512 bytes.
    public let tokenID: String?
    /// Every claim.
    public let members: JSONMembers

    /// Reads the claims of a payload.
    /// - Throws: `malformed(.payload)` when it is no JSON object; `malformedClaim` for a registered claim of a wrong kind.
    public init(_ payload: [UInt8], limits: JSONLimits = .token) throws(TokenRefusal) {
        let members: JSONMembers
        do {
            members = try JSONObject(JSONValue.parse(payload, limits: limits)).members
        } catch {
            throw .malformed(.payload)
        }
        issuer = try Self.string("iss", in: members)
        subject = try Self.string("sub", in: members)
        audience = try Self.audience(in: members)
        expiration = try Self.time("exp", in: members)
        notBefore = try Self.time("nbf", in: members)
        issuedAt = try Self.time("iat", in: members)
        tokenID = try Self.string("jti", in: members)
        if let tokenID, !(1...512).contains(tokenID.utf8.count) { throw .malformedClaim("jti") }
        self.members = members
    }

    /// The string in a claim, or nil when it is absent.
    /// - Throws: `malformedClaim` when the claim is anything else, null included.
    public func string(_ name: String) throws(TokenRefusal) -> String? { try Self.string(name, in: members) }

    private static func string(_ name: String, in members: JSONMembers) throws(TokenRefusal) -> String? {
        guard let value = members[name] else { return nil }
        guard let string = value.stringValue else { throw .malformedClaim(name) }
        return string
    }

    private static func audience(in members: JSONMembers) throws(TokenRefusal) -> [String] {
        guard let value = members["aud"] else { return [] }
        if let string = value.stringValue { return [string] }
        guard let values = value.arrayValue, (1...32).contains(values.count) else { throw .malformedClaim("aud") }
        let strings = values.compactMap(\.stringValue)
        guard strings.count == values.count else { throw .malformedClaim("aud") }
        return strings
    }

    /// A time in seconds, with or without fraction, from 1970 to the year 9999 (RFC 7519 section 2, NumericDate).
    private static func time(_ name: String, in members: JSONMembers) throws(TokenRefusal) -> Timestamp? {
        let last: Int64 = 253_402_300_799
        switch members[name] {
        case nil: return nil
        case .integer(let seconds) where (0...last).contains(seconds): return Timestamp(seconds: seconds)
        case .number(let seconds) where seconds >= 0 && seconds <= Double(last):
            return Timestamp(milliseconds: Int64(seconds * 1000))
        default: throw .malformedClaim(name)
        }
    }
}
