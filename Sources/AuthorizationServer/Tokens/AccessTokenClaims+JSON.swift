import AccessModel
public import JOSE
public import JSONCoding

extension AccessTokenClaims: JSONWritable {
    /// Writes the token's payload.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("iss", issuer)
            object.member("aud", audience)
            switch subject {
            case .account(let account): Self.write(account, scopes: scopes, to: &object)
            case .client:
                object.member("sub", client.rawValue)
                object.member("idtyp", "app")
            }
            object.member("tid", tenant.rawValue)
            object.member("client_id", client.rawValue)
            object.member("azp", client.rawValue)
            object.member("iat", issuedAt.seconds)
            object.member("nbf", issuedAt.seconds)
            object.member("exp", expiresAt.seconds)
            object.member("jti", tokenID)
            object.member("uti", tokenID)
            object.member("xms_cc", ifNotEmpty: capabilities.map(\.rawValue))
            object.member("acrs", ifNotEmpty: authenticationContexts)
            if let keyThumbprint { object.object("cnf") { $0.member("jkt", keyThumbprint) } }
            object.object("postern") { own in
                own.member("g", ifPresent: account?.grant.rawValue)
                own.member("i", ifPresent: account?.instance?.rawValue)
                own.member("e", point.epoch)
                own.member("s", point.sequence)
            }
        }
    }

    private static func write(_ account: TokenClaimAccount, scopes: [String], to object: inout JSONObjectWriter) {
        object.member("sub", account.id.rawValue)
        object.member("oid", account.id.rawValue)
        object.member("scp", scopes.joined(separator: " "))
        object.member("amr", ifNotEmpty: account.authenticationMethods)
        object.member("auth_time", account.authenticatedAt.seconds)
        object.member("deviceid", ifPresent: account.device?.rawValue)
    }
}

extension AccessTokenClaims {
    /// Reads the claims of a token whose signature, kind and times are good.
    ///
    /// - Throws: `missingClaim` or `malformedClaim`: a token of ours lacks nothing.
    public init(_ claims: JWTClaims) throws(TokenRefusal) {
        guard let issuer = claims.issuer else { throw .missingClaim("iss") }
        guard let audience = claims.audience.first, claims.audience.count == 1 else { throw .missingClaim("aud") }
        guard let issuedAt = claims.issuedAt else { throw .missingClaim("iat") }
        guard let expiresAt = claims.expiration else { throw .missingClaim("exp") }
        guard let tokenID = claims.tokenID else { throw .missingClaim("jti") }
        guard let tenant = try claims.string("tid") else { throw .missingClaim("tid") }
        guard let client = try claims.string("client_id") else { throw .missingClaim("client_id") }
        guard let own = claims.members["postern"]?.objectValue, case .integer(let epoch) = own["e"],
            case .integer(let sequence) = own["s"]
        else { throw .missingClaim("postern") }
        self.init(
            issuer: issuer, audience: audience, subject: try Self.subject(claims, own: own, client: client),
            tenant: TenantID(tenant), client: ClientID(client),
            scopes: try claims.string("scp").map { $0.utf8.split(separator: 0x20).map { String(Substring($0)) } } ?? [],
            issuedAt: issuedAt, expiresAt: expiresAt, tokenID: tokenID,
            capabilities: try Self.strings("xms_cc", claims).compactMap(ClientCapability.init(declared:)),
            authenticationContexts: try Self.strings("acrs", claims),
            keyThumbprint: try Self.keyThumbprint(claims), point: DecisionPoint(epoch: epoch, sequence: sequence))
    }

    private static func subject(
        _ claims: JWTClaims, own: JSONMembers, client: String
    ) throws(TokenRefusal) -> TokenClaimSubject {
        guard let subject = claims.subject else { throw .missingClaim("sub") }
        if let kind = try claims.string("idtyp") {
            guard kind == "app", subject == client, claims.members["oid"] == nil else { throw .malformedClaim("idtyp") }
            return .client
        }
        guard let account = try claims.string("oid"), account == subject else { throw .missingClaim("oid") }
        guard let grant = own["g"]?.stringValue else { throw .missingClaim("postern") }
        guard case .integer(let authenticatedAt) = claims.members["auth_time"] else { throw .missingClaim("auth_time") }
        return .account(
            TokenClaimAccount(
                id: AccountID(account), grant: GrantID(grant), instance: own["i"]?.stringValue.map(AppInstanceID.init),
                device: try claims.string("deviceid").map(DeviceID.init),
                authenticationMethods: try strings("amr", claims),
                authenticatedAt: Timestamp(seconds: authenticatedAt)))
    }

    private static func strings(_ name: String, _ claims: JWTClaims) throws(TokenRefusal) -> [String] {
        guard let value = claims.members[name] else { return [] }
        guard let elements = value.arrayValue else { throw .malformedClaim(name) }
        let strings = elements.compactMap(\.stringValue)
        guard strings.count == elements.count else { throw .malformedClaim(name) }
        return strings
    }

    private static func keyThumbprint(_ claims: JWTClaims) throws(TokenRefusal) -> String? {
        guard let confirmation = claims.members["cnf"] else { return nil }
        // A token that is bound in a way that is not known here is bound all the same: it is refused.
        guard let thumbprint = confirmation["jkt"]?.stringValue, KeyThumbprint(encoded: thumbprint) != nil else {
            throw .malformedClaim("cnf")
        }
        return thumbprint
    }
}
