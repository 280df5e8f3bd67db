import AccessModel
import ComplianceGateway
import HTTPMessage
import JSONCoding
import Observability
import Testing

/// Each row of the table of outcomes, and every way to ask wrongly, as a client sees it.
@Suite(.timeLimit(.minutes(10))) struct TokenEndpointTests {
    private static let target = "/\(World.contoso)/oauth2/v2.0/token"

    /// What every refusal carries.
    private func expectErrorBody(_ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(answer.header(.contentType) == "application/json", sourceLocation: sourceLocation)
        #expect(answer.header(.cacheControl) == "no-store", sourceLocation: sourceLocation)
        #expect(answer.header("Pragma") == "no-cache", sourceLocation: sourceLocation)
        #expect(answer["error_description"]?.hasPrefix("POSTERN") == true, sourceLocation: sourceLocation)
        #expect(answer["trace_id"].flatMap(GUID.init) != nil, sourceLocation: sourceLocation)
        #expect(answer["correlation_id"].flatMap(GUID.init) != nil, sourceLocation: sourceLocation)
        #expect(answer["timestamp"] == "2026-05-28 20:26:40Z", sourceLocation: sourceLocation)
        #expect(answer.json?["access_token"] == nil, sourceLocation: sourceLocation)
    }

    @Test func `nothing asked for is granted, without a capability that was not earned`() async throws {
        try await TestGateway.run { gateway in
            let answer = try await TestApp(gateway).tokens(.robin, World.mailScope)
            #expect(answer.status == 200)
            #expect(answer["token_type"] == "DPoP")
            #expect(answer.header(.cacheControl) == "no-store")
            #expect(answer["client_info"] != nil)
            #expect(answer["id_token"] != nil)
            let claims = try payload(of: answer["access_token"] ?? "")
            #expect(claims["xms_cc"] == nil)
            #expect(claims["iss"]?.stringValue == "\(World.origin)/\(World.contoso)/v2.0")
        }
    }

    @Test func `an app that must be protected and says that it can is told how`() async throws {
        try await TestGateway.run { gateway in
            let answer = try await TestApp(gateway).tokens(.alex, World.mailScope)
            #expect(answer.status == 400)
            expectErrorBody(answer)
            #expect(answer["error"] == "unauthorized_client")
            #expect(answer["suberror"] == "protection_policy_required")
            #expect(answer.json?["error_codes"] == .array([.integer(53005)]))
            #expect(answer["adi"] == World.Person.alex.name)
            #expect(answer["client_info"] != nil)
            #expect(answer["claims"]?.contains("6f0c7a0e-51d1-4b7e-9c55-2f6f6f1d0001") == true)
            #expect(answer.header(.retryAfter) == "1")
            #expect(!answer.text.contains("secret name"))
        }
    }

    @Test func `an app that can not be protected is told the missing capability, and remediation ends at once`()
        async throws
    {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            app.capabilities = []
            let answer = try await app.tokens(.alex, World.mailScope)
            #expect(answer["suberror"] == "protection_policy_required")
            #expect(answer["error_description"]?.contains("protapp") == true)
            let own = try await app.silentTokens(app.complianceScope)
            let remediated = await app.remediate(own["access_token"], .alex, silent: false)
            #expect(remediated.integer("code") == 1)
            #expect(remediated.list("reasons").contains("capability_not_declared"))
        }
    }

    @Test func `a device that is not compliant is named as the cause`() async throws {
        try await TestGateway.run { gateway in
            let answer = try await TestApp(gateway).tokens(.devon, World.mailScope)
            #expect(answer.status == 400)
            expectErrorBody(answer)
            #expect(answer["error"] == "interaction_required")
            #expect(["additional_action", "message_only"].contains(answer["suberror"]))
        }
    }

    /// Somebody whose access ends at the token endpoint, reached by device code.
    struct DeviceCase: Sendable, CustomTestStringConvertible {
        let person: World.Person
        let error: String
        let suberror: String
        let retryAfter: String?
        var testDescription: String { person.rawValue }
    }

    @Test(arguments: [
        DeviceCase(person: .fay, error: "interaction_required", suberror: "basic_action", retryAfter: "1"),
        DeviceCase(person: .blake, error: "access_denied", suberror: "message_only", retryAfter: nil),
    ])
    func `what a policy decides about a user code is told at redemption`(_ one: DeviceCase) async throws {
        try await TestGateway.run { gateway in
            let answer = try await DeviceDance(gateway, one.person).tokens(World.mailScope)
            #expect(answer.status == 400)
            expectErrorBody(answer)
            #expect(answer["error"] == one.error)
            #expect(answer["suberror"] == one.suberror)
            #expect(answer.header(.retryAfter) == one.retryAfter)
        }
    }

    @Test func `a dead grant says so and nothing of whose it was`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            let mail = await app.refresh(own["refresh_token"])
            #expect(await app.call(.delete, "enrollments/\(app.instance ?? "")", own["access_token"]).status == 204)
            let answer = await app.refresh(mail["refresh_token"])
            #expect(answer.status == 400)
            #expect(answer["error"] == "invalid_grant")
            #expect(answer["client_info"] == nil)
            #expect(answer["adi"] == nil)
            #expect(answer.header(.retryAfter) == nil)
            #expect(await introspect(mail["access_token"], at: gateway).text == #"{"active":false}"#)
        }
    }

    @Test func `a disabled account can neither refresh nor sign in`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let mail = try await app.tokens(.robin, World.mailScope)
            #expect(try await gateway.disable(.robin))
            #expect(await app.refresh(mail["refresh_token"])["error"] == "invalid_grant")
            #expect(await app.browser.get(app.authorizeTarget()).hasField("password"))
        }
    }

    @Test func `a code works once, and its second use ends what the first gave`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let arrival = await app.browser.signIn(app.authorizeTarget(World.mailScope + " offline_access"), .robin)
            let code = arrival.redirected["code"] ?? ""
            let first = await app.redeem(code)
            #expect(first.status == 200)
            #expect(await app.redeem(code)["error"] == "invalid_grant")
            #expect(await app.refresh(first["refresh_token"])["error"] == "invalid_grant")
        }
    }

    @Test func `a failure of ours is never the end of a grant`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let mail = try await app.tokens(.robin, World.mailScope)
            for error in [StoreError.unavailable("the disk said secret-detail"), .damaged("x"), .conflict("y")] {
                gateway.store.turn(.fails(error))
                let answer = await app.refresh(mail["refresh_token"])
                #expect(answer.status == 503)
                #expect(answer["error"] == "temporarily_unavailable")
                #expect(answer.header(.retryAfter) == "1")
                #expect(!answer.text.contains("secret-detail"))
            }
            let lines = gateway.log.entries.filter { $0.level == .error }
            #expect(lines.count == 3)
            #expect(lines.first?.metadata.contains { "\($0.value)".contains("secret-detail") } == true)
            gateway.store.turn(.works)
            #expect(await app.refresh(mail["refresh_token"]).status == 200)
        }
    }

    @Test func `the alias is as good as the GUID, in proofs too, and the host header counts for nothing`()
        async throws
    {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let mail = try await app.tokens(.robin, World.mailScope)
            let fields = [("grant_type", "refresh_token"), ("refresh_token", mail["refresh_token"] ?? "")]
            let again = await app.token(fields.map { ($0.0, $0.1) } + [("scope", World.mailScope)], via: "contoso")
            #expect(again.status == 200)
            let claims = try payload(of: again["access_token"] ?? "")
            #expect(claims["iss"]?.stringValue == app.issuer)
        }
    }

    // MARK: Asking wrongly

    struct WrongBody: Sendable, CustomTestStringConvertible {
        let note: String
        var type = "application/x-www-form-urlencoded"
        let body: String
        var testDescription: String { note }
    }

    @Test(arguments: [
        WrongBody(note: "JSON", type: "application/json", body: "{}"),
        WrongBody(
            note: "another character set", type: "application/x-www-form-urlencoded; charset=latin1", body: "a=b"),
        WrongBody(note: "no media type", type: "", body: "grant_type=refresh_token"),
        WrongBody(note: "nothing", body: ""),
        WrongBody(note: "broken encoding", body: "grant_type=%zz"),
        WrongBody(note: "not UTF-8", body: "grant_type=%ff%fe"),
        WrongBody(note: "a field twice", body: "grant_type=refresh_token&grant_type=refresh_token&client_id=x"),
        WrongBody(note: "an unknown field twice", body: "x=1&x=2&grant_type=client_credentials&client_id=x"),
        WrongBody(note: "too many fields", body: (0...64).map { "f\($0)=1" }.joined(separator: "&")),
        WrongBody(note: "too long", body: "grant_type=" + String(repeating: "x", count: 65_536)),
        WrongBody(note: "a nul", body: "grant_type=a%00b&client_id=x"),
    ])
    func `a body that is no good form is an invalid request`(_ one: WrongBody) async throws {
        try await TestGateway.run { gateway in
            let headers: [(HTTPHeaderName, String)] = one.type.isEmpty ? [] : [(.contentType, one.type)]
            let answer = await gateway.send(.post, Self.target, headers, body: one.body)
            #expect(answer.status == 400)
            #expect(answer["error"] == "invalid_request")
            expectErrorBody(answer)
        }
    }

    @Test func `a character set that is UTF-8 is fine`() async throws {
        try await TestGateway.run { gateway in
            let type = "application/x-www-form-urlencoded; charset=UTF-8"
            let answer = await gateway.send(
                .post, Self.target, [(.contentType, type)], body: "grant_type=guess&client_id=\(World.mailApp)")
            #expect(answer["error"] == "unsupported_grant_type")
        }
    }

    @Test func `a client that fails to authenticate with Basic is challenged`() async throws {
        try await TestGateway.run { gateway in
            let answer = await gateway.post(
                Self.target, [("grant_type", "client_credentials"), ("scope", World.mail + "/.default")],
                [(.authorization, "Basic NWQwYzlmNjAtNmMxZi00YTVmLTlhNTEtNzBkMmIzYzRkMDAzOndyb25n")])
            #expect(answer.status == 401)
            #expect(answer["error"] == "invalid_client")
            #expect(answer.header(.wwwAuthenticate)?.hasPrefix("Basic ") == true)
        }
    }

    @Test func `a service gets its own token`() async throws {
        try await TestGateway.run { gateway in
            let answer = await gateway.post(
                Self.target,
                [
                    ("grant_type", "client_credentials"), ("scope", World.mail + "/.default"),
                    ("client_id", World.mailService), ("client_secret", World.mailServiceSecret),
                ])
            #expect(answer.status == 200)
            let claims = try payload(of: answer["access_token"] ?? "")
            #expect(claims["idtyp"]?.stringValue == "app")
        }
    }

    @Test func `a proof is good once and for this address only`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let mail = try await app.tokens(.robin, World.mailScope)
            let fields = [
                ("client_id", World.mailApp), ("grant_type", "refresh_token"), ("scope", World.mailScope),
                ("refresh_token", mail["refresh_token"] ?? ""),
            ]
            func send(_ proofs: String...) async -> Answer {
                await gateway.post(Self.target, fields.map { ($0.0, $0.1) }, proofs.map { (.dpop, $0) })
            }
            let elsewhere = app.proof("POST", World.origin + Self.target + "x")
            #expect(await send(elsewhere)["error"] == "invalid_dpop_proof")
            let good = app.proof("POST", World.origin + Self.target)
            #expect(await send(good, good).status == 400)
            #expect(await send(good + ", " + good)["error"] == "invalid_dpop_proof")
            #expect(await send(good).status == 200)
            #expect(await send(good).status == 400)
        }
    }

    @Test func `introspection needs a caller and answers it only about its own tokens`() async throws {
        try await TestGateway.run { gateway in
            let mail = try await TestApp(gateway).tokens(.robin, World.mailScope)
            let token = mail["access_token"] ?? ""
            let target = "/\(World.contoso)/oauth2/v2.0/introspect"
            #expect(await gateway.post(target, [("token", token)]).status == 401)
            #expect(await gateway.post(target, [("token", token), ("client_id", World.mailApp)]).status == 401)
            let secret = ("client_secret", World.mailServiceSecret)
            let other = await gateway.post(target, [("token", token), ("client_id", World.otherService), secret])
            #expect(other.text == #"{"active":false}"#)
            let own = await introspect(token, at: gateway)
            #expect(own.json?["active"] == .bool(true))
            #expect(own.header(.cacheControl) == "no-store")
        }
    }

    @Test func `revoking a token ends its whole grant, and nonsense is answered alike`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let mail = try await app.tokens(.robin, World.mailScope)
            let target = "/\(World.contoso)/oauth2/v2.0/revoke"
            let nonsense = await gateway.post(target, [("token", "nonsense"), ("client_id", World.mailApp)])
            #expect(nonsense.status == 200)
            let answer = await gateway.post(
                target, [("token", mail["refresh_token"] ?? ""), ("client_id", World.mailApp)])
            #expect(answer.status == 200)
            #expect(answer.text == nonsense.text)
            #expect(await app.refresh(mail["refresh_token"])["error"] == "invalid_grant")
        }
    }
}
