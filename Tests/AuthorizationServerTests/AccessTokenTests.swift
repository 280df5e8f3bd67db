import AccessModel
import AuthorizationServer
import Cryptography
import JOSE
import JSONCoding
import Testing

struct AccessTokenTests {
    private let key: SigningKey
    private let keys: JWKSet
    private let keyID: String

    init() throws {
        key = try SigningKey.generate(.p256)
        keyID = KeyThumbprint(of: key.publicKey).encoded
        keys = JWKSet([JWK(key.publicKey, keyID: keyID, algorithm: .es256)])
    }

    private func result(_ subject: TokenSubject? = nil, keyThumbprint: String? = nil) -> TokenGrantResult {
        let account = TokenAccount(
            id: Fixture.account, userPrincipalName: "ana@contoso.example", displayName: "Ana", grant: Fixture.grantID,
            instance: Fixture.instance, device: DeviceID("device"), authenticationMethods: ["mfa", "pwd"],
            authenticatedAt: Fixture.now - .seconds(30), nonce: "n-1")
        return TokenGrantResult(
            tenant: Fixture.tenant, subject: subject ?? .account(account), client: Fixture.app,
            target: Fixture.target, scope: Fixture.granted, capabilities: [.cp1, .protapp],
            keyThumbprint: keyThumbprint, refreshToken: nil)
    }

    private func claims(_ subject: TokenSubject? = nil, keyThumbprint: String? = nil) -> AccessTokenClaims {
        AccessTokenClaims(
            result(subject, keyThumbprint: keyThumbprint), issuer: Fixture.issuer, point: Fixture.point,
            tokenID: "jti-1", now: Fixture.now)
    }

    private func mint(_ claims: AccessTokenClaims) throws -> String {
        let signer = try Signer(key, algorithm: .es256)
        return String(
            decoding: try AccessToken.mint(claims, header: AccessToken.header(keyID: keyID), signer: signer),
            as: UTF8.self)
    }

    private func verify(
        _ token: String, audience: AccessToken.Audience = .only("api://contoso-mail"), now: Timestamp = Fixture.now,
        issuer: String = Fixture.issuer
    ) -> Result<AccessTokenClaims, JOSE.TokenRefusal> {
        AccessToken.verify(token, keys: keys, issuer: issuer, audience: audience, now: now)
    }

    @Test func `a token reads back as it was minted, until it expires`() throws {
        for claims in [claims(), claims(.client), claims(keyThumbprint: keyID)] {
            let token = try mint(claims)
            #expect(verify(token) == .success(claims))
            #expect(verify(token, audience: .any) == .success(claims))
            #expect(verify(token, now: Fixture.now + .milliseconds(599_999)) == .success(claims))
            #expect(verify(token, now: Fixture.now + .seconds(600)) == .failure(.expired))
            #expect(verify(token, now: Fixture.now - .seconds(1)) == .failure(.notYetValid))
        }
    }

    @Test func `the payload has the contract's members, in types that resources expect`() throws {
        let json = try JSONValue.parse(claims(keyThumbprint: "key").jsonBytes())
        #expect(
            json == [
                "iss": .string(Fixture.issuer), "aud": "api://contoso-mail", "sub": .string(Fixture.account.rawValue),
                "oid": .string(Fixture.account.rawValue), "scp": "Mail.Read", "amr": ["mfa", "pwd"],
                "auth_time": 1_799_999_970, "deviceid": "device", "tid": .string(Fixture.tenant.rawValue),
                "client_id": .string(Fixture.app.rawValue), "azp": .string(Fixture.app.rawValue),
                "iat": 1_800_000_000, "nbf": 1_800_000_000, "exp": 1_800_000_600, "jti": "jti-1", "uti": "jti-1",
                "xms_cc": ["cp1", "protapp"], "cnf": ["jkt": "key"],
                "postern": [
                    "g": .string(Fixture.grantID.rawValue), "i": .string(Fixture.instance.rawValue), "e": 3, "s": 40,
                ],
            ])
    }

    @Test func `an app-only token is the client's and says so`() throws {
        let json = try JSONValue.parse(claims(.client).jsonBytes())
        #expect(json["sub"] == .string(Fixture.app.rawValue))
        #expect(json["idtyp"] == "app")
        for name in ["oid", "scp", "amr", "auth_time", "deviceid"] { #expect(json[name] == nil) }
    }

    @Test func `refuses a token for another resource or of another issuer`() throws {
        let token = try mint(claims())
        #expect(verify(token, audience: .only("api://contoso")) == .failure(.wrongAudience))
        #expect(verify(token, audience: .only("api://contoso-mail/")) == .failure(.wrongAudience))
        #expect(verify(token, issuer: Fixture.issuer + "/") == .failure(.wrongIssuer))
    }

    @Test(arguments: ["JWT", "dpop+jwt", "logout+jwt", "secevent+jwt", "posture+jwt"])
    func `refuses a token of another type`(_ type: String) throws {
        #expect(verify(try Forge.resigned(claims(), key: key, type: type)) == .failure(.wrongType))
    }

    @Test func `refuses a token that is cut, or signed by another key`() throws {
        let token = try mint(claims())
        for count in 1...44 {
            guard case .failure = verify(String(token.dropLast(count))) else {
                Issue.record("a token without its last \(count) characters is accepted")
                return
            }
        }
        let foreign = try SigningKey.generate(.p256)
        #expect(verify(try Forge.resigned(claims(), key: foreign)) == .failure(.badSignature))
    }

    @Test(arguments: ["exp", "iat", "jti", "client_id", "sub", "oid", "tid", "aud", "iss", "postern", "auth_time"])
    func `refuses a token that lacks a claim`(_ name: String) throws {
        guard case .failure = verify(try Forge.resigned(claims(), key: key, removing: name), audience: .any) else {
            Issue.record("accepted")
            return
        }
    }

    @Test func `refuses a token whose claims contradict each other`() throws {
        let contradictions: [(String, JSONValue)] = [
            ("sub", "another"), ("idtyp", "app"), ("idtyp", "user"), ("aud", ["api://contoso-mail", "b"]),
            ("xms_cc", "protapp"), ("xms_cc", [1]), ("cnf", ["x5t#S256": "a"]), ("cnf", ["jkt": "short"]),
            ("postern", ["e": 3, "s": 40]), ("postern", ["g": "g", "e": 3.5, "s": 40]),
        ]
        for contradiction in contradictions {
            let token = try Forge.resigned(claims(), key: key, setting: contradiction)
            guard case .failure = verify(token, audience: .any) else {
                Issue.record("\(contradiction) is accepted")
                return
            }
        }
    }

    // MARK: Revocation

    private func pair(_ scope: RevocationScope, _ sequence: Int64) -> RevocationPair {
        RevocationPair(scope: scope, sequence: sequence, at: Fixture.now)
    }

    static let reaching: [RevocationScope] = [
        .tenant, .account(Fixture.account), .client(Fixture.app), .instance(Fixture.instance),
        .device(DeviceID("device")), .grant(Fixture.grantID),
    ]

    @Test(arguments: reaching)
    func `a revocation cuts every token of its scope that was decided on before it`(_ scope: RevocationScope) {
        #expect(claims().revocationScopes.contains(scope))
        #expect(claims().isRevoked(by: [pair(scope, 41)], epoch: 3))
        #expect(!claims().isRevoked(by: [pair(scope, 40)], epoch: 3))
        #expect(!claims().isRevoked(by: [pair(scope, 39)], epoch: 3))
    }

    @Test func `a narrower revocation never hides a wider one`() {
        #expect(claims().isRevoked(by: [pair(.client(Fixture.app), 12), pair(.tenant, 50)], epoch: 3))
        #expect(claims().isRevoked(by: [pair(.tenant, 50), pair(.client(Fixture.app), 12)], epoch: 3))
    }

    @Test func `a revocation of somebody else does not reach the token`() {
        let others: [RevocationScope] = [
            .account(AccountID("x")), .client(Fixture.daemon), .instance(Fixture.otherInstance),
            .device(DeviceID("x")), .grant(GrantID("x")),
        ]
        #expect(!claims().isRevoked(by: others.map { pair($0, 99) }, epoch: 3))
        #expect(!claims(.client).isRevoked(by: [pair(.account(Fixture.account), 99)], epoch: 3))
    }

    @Test(arguments: [2, 4] as [Int64])
    func `a token of another life of the store is inactive`(_ epoch: Int64) {
        #expect(claims().isRevoked(by: [], epoch: epoch))
    }

    // MARK: Introspection

    private func introspect(
        _ claims: AccessTokenClaims?, caller: AuthenticatedClient = Fixture.confidentialClient(actsForItself: true),
        allowed: Set<ClientID> = [Fixture.daemon], pairs: [RevocationPair] = [], epoch: Int64 = 3
    ) -> IntrospectionResponse {
        .answer(claims, to: caller, introspectionClients: allowed, pairs: pairs, epoch: epoch)
    }

    @Test func `the token's own resource learns what the token says`() throws {
        let json = try JSONValue.parse(introspect(claims(keyThumbprint: "key")).jsonBytes())
        #expect(json["active"] == true)
        #expect(json["sub"] == .string(Fixture.account.rawValue))
        #expect(json["scope"] == "Mail.Read")
        #expect(json["xms_cc"] == ["cp1", "protapp"])
        #expect(json["cnf"] == ["jkt": "key"])
        #expect(json["token_type"] == "DPoP")
        #expect(json["postern"] == nil)
        let app = try JSONValue.parse(introspect(claims(.client)).jsonBytes())
        #expect(app["sub"] == .string(Fixture.app.rawValue))
        #expect(app["oid"] == nil)
    }

    @Test func `everybody else, and every dead token, gets one and the same answer`() {
        let dead: [IntrospectionResponse] = [
            introspect(nil), introspect(claims(), allowed: []), introspect(claims(), allowed: [Fixture.app]),
            introspect(claims(), caller: Fixture.publicClient(), allowed: [Fixture.app]),
            introspect(claims(), pairs: [pair(.tenant, 41)]), introspect(claims(), epoch: 4),
        ]
        for answer in dead { #expect(String(decoding: answer.jsonBytes(), as: UTF8.self) == #"{"active":false}"#) }
    }

    // MARK: Answer and id_token

    @Test func `the answer has the tokens and what was granted`() throws {
        var result = result(keyThumbprint: "key")
        result.refreshToken = OpaqueToken(.refreshToken, randomBytes: Fixture.randomBytes)
        let answer = TokenAnswer(result, accessToken: "at", idToken: "id", showsClientInfo: true)
        let json = try JSONValue.parse(answer.jsonBytes())
        #expect(
            json == [
                "token_type": "DPoP", "access_token": "at", "expires_in": 600, "scope": .string(Fixture.granted.text),
                "refresh_token": .string(try #require(result.refreshToken).text), "id_token": "id",
                "client_info": .string(ClientInfo.encode(account: Fixture.account, tenant: Fixture.tenant)),
            ])
        let app = TokenAnswer(self.result(.client), accessToken: "at", idToken: nil, showsClientInfo: true)
        #expect(
            try JSONValue.parse(app.jsonBytes()).objectValue?.names
                == ["token_type", "access_token", "expires_in", "scope"])
    }

    @Test func `an id_token is for the client, and names the account to it`() throws {
        let claims = try #require(IDTokenClaims(result(), issuer: Fixture.issuer, now: Fixture.now))
        let json = try JSONValue.parse(claims.jsonBytes())
        #expect(json["aud"] == .string(Fixture.app.rawValue))
        #expect(json["sub"] == json["oid"])
        #expect(json["nonce"] == "n-1")
        #expect(json["auth_time"] == 1_799_999_970)
        #expect(json["preferred_username"] == "ana@contoso.example")
        #expect(json["name"] == "Ana")
        #expect(json["exp"] == 1_800_003_600)
        #expect(json["ver"] == "2.0")
        let token = String(
            decoding: try claims.mint(keyID: keyID, signer: Signer(key, algorithm: .es256)), as: UTF8.self)
        #expect(verify(token, audience: .any) == .failure(.wrongType))
    }

    @Test func `there is no id_token without openid, and none of a client`() {
        var plain = result()
        plain.scope.openID = false
        #expect(IDTokenClaims(plain, issuer: Fixture.issuer, now: Fixture.now) == nil)
        #expect(IDTokenClaims(result(.client), issuer: Fixture.issuer, now: Fixture.now) == nil)
    }
}
