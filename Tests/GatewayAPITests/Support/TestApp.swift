import AccessModel
import Cryptography
import HTTPMessage
import JOSE
import JSONCoding
import ServiceRuntime
import Testing

/// One installation of an app: its key, its browser, its requests.
final class TestApp {
    let gateway: TestGateway
    let browser: TestBrowser
    let client: String
    let tenant: String
    /// The key that proves which installation it is.
    var key: SigningKey
    /// Whether the key is proved at the token endpoint; a stock client can't.
    var provesKey: Bool
    /// What the app declares.
    var capabilities = ["protapp"]
    var instance: String?
    var enrollmentID: String?
    var revision: String?

    init(
        _ gateway: TestGateway, client: String = World.mailApp, provesKey: Bool = true,
        tenant: String = World.contoso.rawValue
    ) throws {
        self.gateway = gateway
        self.client = client
        self.tenant = tenant
        self.provesKey = provesKey
        browser = TestBrowser(gateway)
        key = try SigningKey.generate(.p256)
    }

    static let verifier = "a-code-verifier-of-forty-three-characters-or-more"

    var thumbprint: String { KeyThumbprint(of: key.publicKey).encoded }
    var issuer: String { "\(World.origin)/\(tenant)/v2.0" }
    var complianceScope: String { "\(World.origin)/\(tenant)/compliance/.default" }
    func path(_ rest: String) -> String { "/\(tenant)/\(rest)" }
    private var claims: String {
        "{\"access_token\":{\"xms_cc\":{\"values\":[\(capabilities.map { "\"\($0)\"" }.joined(separator: ","))]}}}"
    }

    /// An identifier that no other proof has.
    private func fresh() -> String { "\(thumbprint)-\(gateway.nextNumber())" }

    // MARK: Signing in

    /// The address of an authorize request.
    func authorizeTarget(
        _ scope: String = World.mailScope, _ changes: [(name: String, value: String?)] = [], via segment: String? = nil
    ) -> String {
        var fields: [(name: String, value: String)] = [
            ("client_id", client), ("response_type", "code"), ("redirect_uri", World.redirect), ("scope", scope),
            ("state", "st&te=<1>"), ("nonce", "n-0S6"), ("code_challenge_method", "S256"),
            ("code_challenge", Base64URL.encode(Digest.sha256(Array(Self.verifier.utf8)))), ("client_info", "1"),
            ("claims", claims),
        ]
        for (name, value) in changes {
            fields.removeAll { $0.name == name }
            if let value { fields.append((name, value)) }
        }
        return "/\(segment ?? tenant)/oauth2/v2.0/authorize?" + URLEncoding.encode(fields)
    }

    /// Signs a person in and redeems the code.
    func tokens(_ person: World.Person, _ scope: String) async throws -> Answer {
        let target = authorizeTarget(scope + " openid profile offline_access")
        let arrival = await browser.signIn(target, person)
        let code = try #require(arrival.redirected["code"], "no code: \(arrival.status) \(arrival.text)")
        return await redeem(code)
    }

    /// Redeems a code of the session that the browser has already.
    func silentTokens(_ scope: String) async throws -> Answer {
        let arrival = await browser.get(authorizeTarget(scope + " openid offline_access"))
        return await redeem(try #require(arrival.redirected["code"], "no code: \(arrival.status)"))
    }

    func redeem(_ code: String) async -> Answer {
        await token([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", World.redirect),
            ("code_verifier", Self.verifier),
        ])
    }

    func refresh(_ token: String?, _ scope: String = World.mailScope) async -> Answer {
        var fields: [(name: String, value: String)] = [
            ("grant_type", "refresh_token"), ("refresh_token", token ?? ""), ("scope", scope),
        ]
        if !provesKey, let enrollmentID { fields.append(("microsoft_enrollment_id", enrollmentID)) }
        return await self.token(fields)
    }

    /// Sends a token request with everything that this app sends along.
    func token(_ fields: [(name: String, value: String)], via segment: String? = nil) async -> Answer {
        let target = "/\(segment ?? tenant)/oauth2/v2.0/token"
        var headers: [(HTTPHeaderName, String)] = [(.userAgent, "Contoso Mail/2.1 (iPhone; iOS 18.4)")]
        if provesKey { headers.append((.dpop, proof("POST", World.origin + target))) }
        return await gateway.post(
            target, [("client_id", client), ("client_info", "1"), ("claims", claims)] + fields, headers)
    }

    // MARK: Proofs

    /// A proof of possession of the app's key.
    func proof(_ method: String, _ url: String, token: String? = nil, tokenID: String? = nil) -> String {
        var claims = JSONWriter()
        claims.object { object in
            object.member("htm", method)
            object.member("htu", url)
            object.member("iat", gateway.now)
            object.member("jti", tokenID ?? fresh())
            object.member("ath", ifPresent: token.map { Base64URL.encode(Digest.sha256(Array($0.utf8))) })
        }
        return sign(claims.bytes, ProtectedHeader(algorithm: .es256, type: "dpop+jwt", embedding: key.publicKey))
    }

    private func sign(_ payload: [UInt8], _ header: ProtectedHeader) -> String {
        do {
            let signed = try JWS.sign(payload, header: header, signer: Signer(key, algorithm: .es256))
            return String(decoding: signed, as: UTF8.self)
        } catch {
            Issue.record("a proof could not be signed: \(error)")
            return ""
        }
    }

    /// A signed posture report.
    func posture(pinSet: Bool = true, rooted: Bool = false, tokenID: String? = nil) -> String {
        var claims = JSONWriter()
        claims.object { object in
            object.member("aud", issuer)
            object.member("sub", instance ?? "")
            object.member("iat", gateway.now)
            object.member("jti", tokenID ?? fresh())
            object.member("revision", ifPresent: revision)
            object.member("platform", "iOS")
            object.member("osVersion", "18.4")
            object.member("appVersion", "2.1.0")
            object.member("pinSet", pinSet)
            object.member("rooted", rooted)
        }
        return sign(claims.bytes, ProtectedHeader(algorithm: .es256, type: "posture+jwt", keyID: nil))
    }

    // MARK: Compliance

    /// Calls the compliance API; the token is presented as it is bound.
    func call(
        _ method: HTTPMethod, _ rest: String, _ token: String?, body: String = "", type: String? = nil,
        provesKey: Bool = false, more: [(HTTPHeaderName, String)] = []
    ) async -> Answer {
        let target = path("compliance/v1/\(rest)")
        let token = token ?? ""
        var headers = more
        headers.append((.authorization, (self.provesKey ? "DPoP " : "Bearer ") + token))
        if self.provesKey || provesKey {
            let url = World.origin + String(target.prefix { $0 != "?" })
            headers.append((.dpop, proof(method.rawValue, url, token: token)))
        }
        if let type { headers.append((.contentType, type)) }
        return await gateway.send(method, target, headers, body: body)
    }

    func enrol(_ token: String?, _ identity: ManagedIdentity? = nil) async throws -> Answer {
        var evidence = ""
        if let identity {
            let proof = try identity.proof(
                client: client, thumbprint: thumbprint, tokenID: fresh(), now: gateway.now, audience: issuer)
            evidence = ",\"evidence\":{\"type\":\"managedIdentity\",\"proof\":\"\(proof)\"}"
        }
        let answer = await call(
            .post, "enrollments", token, body: "{\"platform\":\"iOS\"\(evidence)}", type: "application/json",
            provesKey: true)
        if answer.status == 201 {
            instance = answer["instanceId"]
            enrollmentID = answer["enrollmentId"]
        }
        return answer
    }

    func fetchPolicy(_ token: String?) async throws -> Answer {
        let answer = await call(.get, "enrollments/\(instance ?? "")/policy", token)
        if answer.status == 200 { revision = try payload(of: answer.text)["revision"]?.stringValue }
        return answer
    }

    func report(_ token: String?, pinSet: Bool = true, rooted: Bool = false, document: String? = nil) async -> Answer {
        // A newer report has a newer time.
        gateway.advance(seconds: 1)
        return await call(
            .post, "enrollments/\(instance ?? "")/posture", token,
            body: document ?? posture(pinSet: pinSet, rooted: rooted), type: "application/jwt", provesKey: true)
    }

    func remediate(_ token: String?, _ person: World.Person, silent: Bool = true) async -> Answer {
        let named = instance.map { ",\"instanceId\":\"\($0)\"" } ?? ""
        let answer = await call(
            .post, "accounts/\(person.account)/remediation", token, body: "{\"silent\":\(silent)\(named)}",
            type: "application/json")
        enrollmentID = answer["enrollmentId"] ?? enrollmentID
        return answer
    }

    /// Everything from signing in to compliant.
    ///
    /// - Returns: the tokens for the compliance resource.
    func becomeCompliant(_ person: World.Person) async throws -> Answer {
        let own = try await tokens(person, complianceScope)
        try #require(own.status == 200, "\(own.text)")
        let enrolled = try await enrol(own["access_token"], gateway.authority.identity())
        try #require(enrolled.status == 201, "\(enrolled.text)")
        try #require(try await fetchPolicy(own["access_token"]).status == 200)
        let reported = await report(own["access_token"])
        try #require(reported["status"] == "compliant", "\(reported.text)")
        return own
    }
}

/// The claims of a token whose signature nobody looks at.
func payload(of token: String) throws -> JSONValue {
    let parts = token.split(separator: ".")
    guard parts.count == 3 else { throw FixtureFailure("no token: \(token)") }
    return try JSONValue.parse(try Base64URL.decode(String(parts[1])))
}

/// What the mail service is told of a token.
func introspect(_ token: String?, at gateway: TestGateway, tenant: String = World.contoso.rawValue) async -> Answer {
    await gateway.post(
        "/\(tenant)/oauth2/v2.0/introspect",
        [("token", token ?? ""), ("client_id", World.mailService), ("client_secret", World.mailServiceSecret)])
}
