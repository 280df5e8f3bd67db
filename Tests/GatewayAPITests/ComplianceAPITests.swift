import AccessModel
import ComplianceGateway
import HTTPMessage
import JSONCoding
import Testing

/// The compliance API as apps call it, rightly and wrongly.
@Suite(.timeLimit(.minutes(10))) struct ComplianceAPITests {
    @Test func `enrolling answers with instance, identifier, evidence and status`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.alex, app.complianceScope)
            let answer = try await app.enrol(own["access_token"], gateway.authority.identity())
            #expect(answer.status == 201)
            #expect(answer["instanceId"].flatMap(GUID.init) != nil)
            #expect(answer["enrollmentId"]?.contains(".") == true)
            #expect(answer["evidence"] == "managedSecret")
            #expect(answer.json?["status"]?["status"]?.stringValue == "interactionRequired")
            #expect(answer.header(.location)?.hasSuffix("/compliance/v1/enrollments/\(app.instance ?? "")") == true)
            #expect(answer.header(.cacheControl) == "no-store")
            let again = try await app.enrol(own["access_token"])
            #expect(again.status == 201)
            #expect(again["instanceId"] == answer["instanceId"])
            #expect(again["enrollmentId"] != answer["enrollmentId"])
        }
    }

    @Test func `a status says what is wrong and what to do, in the user's language, and not how it was found`()
        async throws
    {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            _ = await app.report(own["access_token"], pinSet: false)
            var titles: Set<String> = []
            for language in ["en", "es", "ko", "ru"] {
                let answer = await app.call(
                    .get, "accounts/\(World.Person.alex.account)/status?instanceId=\(app.instance ?? "")",
                    own["access_token"], more: [(.acceptLanguage, language)])
                #expect(answer.status == 200)
                let status = answer.json?["app"]
                #expect(status?["status"]?.stringValue == "interactionRequired")
                #expect(status?["code"] == .integer(4))
                #expect(status?["reasons"] == .array([.string("pin_not_set")]))
                #expect(status?["actions"] == .array([.string("set_pin")]))
                #expect(status?["weakEvidence"] == .bool(false))
                #expect(status?["checks"] == nil)
                #expect(answer.json?["device"]?["reasons"] == .array([.string("device_unknown")]))
                #expect(!answer.text.contains("contoso-apps"))
                titles.insert(status?["title"]?.stringValue ?? "")
            }
            #expect(titles.count == 4)
        }
    }

    @Test func `the policy comes signed, for this app instance`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            let answer = try await app.fetchPolicy(own["access_token"])
            #expect(answer.header(.contentType) == "application/jwt")
            let claims = try payload(of: answer.text)
            #expect(claims["sub"]?.stringValue == app.instance)
            #expect(claims["aud"]?.stringValue == app.client)
            #expect(claims["revision"]?.stringValue == "contoso-apps@1")
        }
    }

    @Test func `asking again and again does not help while the PIN is missing`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            _ = await app.report(own["access_token"], pinSet: false)
            for silent in [true, false, true] {
                let answer = await app.remediate(own["access_token"], .alex, silent: silent)
                #expect(answer.integer("code") == 4)
            }
            #expect(await app.refresh(own["refresh_token"])["suberror"] == "protection_policy_required")
        }
    }

    @Test func `a user who leaves is asked again next time`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.alex, app.complianceScope)
            let path = "accounts/\(World.Person.alex.account)/remediation"
            #expect(await app.call(.delete, path, own["access_token"]).integer("code") == 5)
        }
    }

    // MARK: Who is let in

    @Test func `without a token both schemes are offered`() async throws {
        try await TestGateway.run { gateway in
            let target = "/\(World.contoso)/compliance/v1/accounts/\(World.Person.alex.account)/status"
            let answer = await gateway.send(.get, target)
            #expect(answer.status == 401)
            let challenges = answer.headers(.wwwAuthenticate)
            #expect(challenges.contains { $0.hasPrefix("Bearer ") && !$0.contains("error") })
            #expect(challenges.contains { $0.hasPrefix("DPoP ") && $0.contains("algs=") })
            for header in ["Bearer", "Bearer ", "Basic abc", "Bearer a b", "Bearer nonsense", "DPoP nonsense"] {
                #expect(await gateway.send(.get, target, [(.authorization, header)]).status == 401)
            }
        }
    }

    @Test func `a token of another resource opens nothing`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let mail = try await app.tokens(.robin, World.mailScope)
            let answer = await app.call(.get, "accounts/\(World.Person.robin.account)/status", mail["access_token"])
            #expect(answer.status == 401)
            #expect(answer.header(.wwwAuthenticate)?.contains("error=\"invalid_token\"") == true)
        }
    }

    @Test func `a bound token is worth nothing without its key`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.alex, app.complianceScope)
            let path = "accounts/\(World.Person.alex.account)/status"
            let key = app.key
            app.key = try TestApp(gateway).key
            let stolen = await app.call(.get, path, own["access_token"])
            #expect(stolen.status == 401)
            #expect(stolen.header(.wwwAuthenticate)?.hasPrefix("DPoP ") == true)
            #expect(stolen["error"] == "invalid_dpop_proof")
            app.key = key
            app.provesKey = false
            #expect(await app.call(.get, path, own["access_token"]).status == 401)
            app.provesKey = true
            #expect(await app.call(.get, path, own["access_token"]).status == 200)
        }
    }

    @Test func `a revoked grant opens nothing`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            #expect(await app.call(.delete, "enrollments/\(app.instance ?? "")", own["access_token"]).status == 204)
            #expect(
                await app.call(.get, "accounts/\(World.Person.alex.account)/status", own["access_token"]).status == 401)
        }
    }

    // MARK: What is refused

    struct WrongBody: Sendable, CustomTestStringConvertible {
        let note: String
        var type: String? = "application/json"
        let body: String
        var status = 400
        var testDescription: String { note }
    }

    @Test(arguments: [
        WrongBody(note: "nothing", body: ""), WrongBody(note: "no object", body: "[]"),
        WrongBody(note: "no platform", body: "{}"), WrongBody(note: "unknown platform", body: #"{"platform":"BeOS"}"#),
        WrongBody(note: "an unknown member", body: #"{"platform":"iOS","compliant":true}"#),
        WrongBody(note: "a member twice", body: #"{"platform":"iOS","platform":"android"}"#),
        WrongBody(
            note: "evidence of another kind", body: #"{"platform":"iOS","evidence":{"type":"word","proof":"x"}}"#),
        WrongBody(
            note: "evidence that is no proof",
            body: #"{"platform":"iOS","evidence":{"type":"managedIdentity","proof":"x"}}"#),
        WrongBody(note: "a form", type: "application/x-www-form-urlencoded", body: "platform=iOS", status: 415),
        WrongBody(note: "no media type", type: nil, body: #"{"platform":"iOS"}"#, status: 415),
        WrongBody(
            note: "too large", body: "{\"platform\":\"iOS\"\(String(repeating: " ", count: 65_536))}", status: 413),
        WrongBody(note: "too deep", body: String(repeating: "[", count: 100)),
    ])
    func `a body that is not as it must be enrols nobody`(_ one: WrongBody) async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.alex, app.complianceScope)
            let answer = await app.call(
                .post, "enrollments", own["access_token"], body: one.body, type: one.type, provesKey: true)
            #expect(answer.status == one.status, "\(answer.text)")
            #expect(answer["error"] != nil)
            #expect(answer["correlation_id"] != nil)
        }
    }

    @Test func `enrolling needs a proof of the new key even with a bearer token`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway, client: World.notesApp, provesKey: false)
            let own = try await app.tokens(.alex, app.complianceScope)
            let without = await app.call(
                .post, "enrollments", own["access_token"], body: #"{"platform":"iOS"}"#, type: "application/json")
            #expect(without.status == 400)
            #expect(without["error"] == "invalid_dpop_proof")
            let wrong = await app.call(
                .post, "enrollments", own["access_token"], body: #"{"platform":"iOS"}"#, type: "application/json",
                more: [(.dpop, app.proof("GET", "https://elsewhere.example/"))])
            #expect(wrong.status == 400)
            #expect(wrong["error"] == "invalid_dpop_proof")
        }
    }

    @Test func `a proof enrols once`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway, client: World.notesApp, provesKey: false)
            let own = try await app.tokens(.alex, app.complianceScope)
            let url = World.origin + app.path("compliance/v1/enrollments")
            let proof = app.proof("POST", url, token: own["access_token"])
            var answers: [Answer] = []
            for _ in 0..<2 {
                answers.append(
                    await app.call(
                        .post, "enrollments", own["access_token"], body: #"{"platform":"iOS"}"#,
                        type: "application/json", more: [(.dpop, proof)]))
            }
            #expect(answers.map(\.status) == [201, 409])
            #expect(answers[1]["error"] == "replayed")
        }
    }

    @Test func `a key or an identity that backs somebody else is in use`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let identity = try gateway.authority.identity()
            let own = try await app.tokens(.alex, app.complianceScope)
            #expect(try await app.enrol(own["access_token"], identity).status == 201)
            let other = try TestApp(gateway)
            let foreign = try await other.tokens(.nadia, other.complianceScope)
            let taken = try await other.enrol(foreign["access_token"], identity)
            #expect(taken.status == 409)
            #expect(taken["error"] == "identity_in_use")
            let thief = try TestApp(gateway)
            thief.key = app.key
            let third = try await thief.tokens(.nadia, thief.complianceScope)
            let refused = try await thief.enrol(third["access_token"])
            #expect(refused.status == 409)
            #expect(refused["error"] == "key_in_use")
        }
    }

    @Test func `an identity of a stranger is no evidence`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.alex, app.complianceScope)
            let stranger = try DeviceManagement(now: gateway.now).identity()
            let answer = try await app.enrol(own["access_token"], stranger)
            #expect(answer.status == 400)
            #expect(answer["error"] == "invalid_evidence")
        }
    }

    @Test func `another account is unknown, and a name is no object id`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.alex, app.complianceScope)
            func ask(_ account: String) async -> Answer {
                await app.call(
                    .post, "accounts/\(account)/remediation", own["access_token"], body: #"{"silent":true}"#,
                    type: "application/json")
            }
            let name = await ask(World.Person.alex.name)
            #expect(name.status == 400)
            #expect(name["error"] == "invalid_account_id")
            #expect(name["error_description"]?.contains("object id") == true)
            #expect(await ask(World.Person.nadia.account).status == 404)
            #expect(await ask(World.Person.alex.account.uppercased()).status == 200)
        }
    }

    @Test func `another installation is unknown`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            _ = try await app.becomeCompliant(.alex)
            let other = try TestApp(gateway)
            let own = try await other.tokens(.nadia, other.complianceScope)
            other.instance = app.instance
            let path = "enrollments/\(app.instance ?? "")"
            let evidence = #"{"type":"managedIdentity","proof":"x"}"#
            for instance in [path, "enrollments/00000000-0000-4000-8000-000000000000", "enrollments/nonsense"] {
                #expect(await other.call(.get, instance + "/policy", own["access_token"]).status == 404)
                #expect(await other.call(.delete, instance, own["access_token"]).status == 404)
                let posture = await other.call(
                    .post, instance + "/posture", own["access_token"], body: other.posture(), type: "application/jwt",
                    provesKey: true)
                #expect(posture.status == 404)
                let proved = await other.call(
                    .post, instance + "/evidence", own["access_token"], body: evidence, type: "application/json",
                    provesKey: true)
                #expect(proved.status == 404)
            }
        }
    }

    @Test func `without a policy there is none to fetch`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.robin, app.complianceScope)
            #expect(try await app.enrol(own["access_token"]).status == 201)
            let answer = try await app.fetchPolicy(own["access_token"])
            #expect(answer.status == 404)
            #expect(answer["error"] == "no_policy")
        }
    }

    @Test func `a report counts once, and only from the app's own key`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            gateway.advance(seconds: 1)
            let document = app.posture()
            #expect(await app.report(own["access_token"], document: document).status == 200)
            #expect(await app.report(own["access_token"], document: document).status == 409)
            let key = app.key
            app.key = try TestApp(gateway).key
            let forged = app.posture()
            app.key = key
            let answer = await app.report(own["access_token"], document: forged)
            #expect(answer.status == 400)
            #expect(answer["error"] == "invalid_posture")
            let nonsense = await app.report(own["access_token"], document: "nonsense")
            #expect(nonsense["error"] == "invalid_posture")
        }
    }

    @Test func `evidence can follow later`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.alex, app.complianceScope)
            #expect(try await app.enrol(own["access_token"])["evidence"] == "selfReported")
            let proof = try gateway.authority.identity().proof(
                client: app.client, thumbprint: app.thumbprint, tokenID: "later", now: gateway.now,
                audience: app.issuer)
            let answer = await app.call(
                .post, "enrollments/\(app.instance ?? "")/evidence", own["access_token"],
                body: "{\"type\":\"managedIdentity\",\"proof\":\"\(proof)\"}", type: "application/json",
                provesKey: true)
            #expect(answer.status == 200)
            #expect(answer["evidence"] == "managedSecret")
        }
    }

    @Test func `a failure of ours asks for another try`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.alex, app.complianceScope)
            gateway.store.turn(.fails(.unavailable("x")))
            let answer = await app.call(.get, "accounts/\(World.Person.alex.account)/status", own["access_token"])
            #expect(answer.status == 503)
            #expect(answer.header(.retryAfter) == "1")
        }
    }
}
