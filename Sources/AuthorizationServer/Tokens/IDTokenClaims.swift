public import AccessModel
public import Cryptography
import JOSE
public import JSONCoding

/// What an id_token says (OpenID Connect Core section 2).
public struct IDTokenClaims: Sendable, Hashable {
    /// How long an id_token can be presented.
    public static let lifetime: Duration = .seconds(3600)

    /// `iss`.
    public let issuer: String
    /// `aud`: the client.
    public let client: ClientID
    /// `tid`.
    public let tenant: TenantID
    /// The account.
    public let account: TokenAccount
    /// Whether the account is named.
    public let isNamed: Bool
    /// `iat`.
    public let issuedAt: Timestamp

    /// The claims of what was granted; nil when no id_token was asked for, or there is no account.
    ///
    /// - Parameters:
    ///   - result: what was granted.
    ///   - issuer: the tenant's issuer.
    ///   - now: the time of issue.
    public init?(_ result: TokenGrantResult, issuer: String, now: Timestamp) {
        guard result.scope.openID, case .account(let account) = result.subject else { return nil }
        self.issuer = issuer
        client = result.client
        tenant = result.tenant
        self.account = account
        isNamed = result.scope.profile
        issuedAt = now
    }

    /// Signs the token.
    ///
    /// - Parameters:
    ///   - keyID: the signing key's identifier.
    ///   - signer: signs with ES256.
    /// - Returns: the token's ASCII bytes.
    /// - Throws: when signing fails.
    public func mint(keyID: String, signer: Signer) throws(CryptographyError) -> [UInt8] {
        let header = ProtectedHeader(algorithm: .es256, type: TokenType.jwt, keyID: keyID)
        return try JWS.sign(jsonBytes(), header: header, signer: signer)
    }
}

extension IDTokenClaims: JSONWritable {
    /// Writes the token's payload.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("iss", issuer)
            object.member("aud", client.rawValue)
            object.member("sub", account.id.rawValue)
            object.member("oid", account.id.rawValue)
            object.member("tid", tenant.rawValue)
            // Stock clients show the account by it, whether or not the profile was asked for.
            object.member("preferred_username", account.userPrincipalName)
            if isNamed { object.member("name", account.displayName) }
            object.member("nonce", ifPresent: account.nonce)
            object.member("auth_time", account.authenticatedAt.seconds)
            object.member("amr", ifNotEmpty: account.authenticationMethods)
            object.member("iat", issuedAt.seconds)
            object.member("nbf", issuedAt.seconds)
            object.member("exp", (issuedAt + Self.lifetime).seconds)
            object.member("ver", "2.0")
        }
    }
}
