import AccessModel
import ComplianceGateway
import HTTPMessage
import JSONCoding
import Testing

/// How an app whose tokens are dead learns of its wipe and confirms it.
@Suite(.timeLimit(.minutes(10))) struct WipeTests {
    /// Calls with a proof of a key and nothing else.
    private static func call(
        _ method: HTTPMethod, _ rest: String, _ app: TestApp, instance: String? = nil, tokenID: String? = nil,
        as urlMethod: String? = nil
    ) async -> Answer {
        let target = app.path("compliance/v1/enrollments/\(instance ?? app.instance ?? "")/\(rest)")
        let proof = app.proof(urlMethod ?? method.rawValue, World.origin + target, tokenID: tokenID)
        return await app.gateway.send(method, target, [(.dpop, proof)])
    }

    private static func wiped(_ gateway: TestGateway) async throws -> (app: TestApp, own: Answer) {
        let app = try TestApp(gateway)
        let own = try await app.becomeCompliant(.alex)
        let outcome = try await gateway.administration.act(
            .wipe, on: AppInstanceID(app.instance ?? ""), in: World.contoso, reason: "lost",
            directory: gateway.directory)
        guard case .done = outcome else { throw FixtureFailure("not wiped") }
        return (app, own)
    }

    @Test func `an app whose grant is dead learns of its wipe and confirms it by its key`() async throws {
        try await TestGateway.run { gateway in
            let (app, own) = try await Self.wiped(gateway)
            #expect(await app.refresh(own["refresh_token"], app.complianceScope)["error"] == "invalid_grant")
            #expect(await Self.call(.get, "wipe", app).text == #"{"wipePending":true}"#)
            let confirmed = await Self.call(.post, "wipe-confirmation", app)
            #expect(confirmed.status == 204 && confirmed.header(.cacheControl) == "no-store")
            #expect(try await gateway.journal("wipeConfirmed").count == 1)
            #expect(await Self.call(.get, "wipe", app).text == #"{"wipePending":false}"#)
            // An answer that was lost is asked for again.
            #expect(await Self.call(.post, "wipe-confirmation", app).status == 204)
            #expect(try await gateway.journal("wipeConfirmed").count == 1)
        }
    }

    @Test func `the status tells an app that signed in again of its wipe`() async throws {
        try await TestGateway.run { gateway in
            let (app, _) = try await Self.wiped(gateway)
            let own = try await app.silentTokens(app.complianceScope)
            let status = await app.call(
                .get, "accounts/\(World.Person.alex.account)/status?instanceId=\(app.instance ?? "")",
                own["access_token"])
            #expect(status.json?["app"]?["wipePending"] == .bool(true))
            #expect(status.json?["app"]?["reasons"]?.arrayValue?.first?.stringValue == "wiped")
        }
    }

    @Test func `another key, no key, another request and an unknown app learn nothing`() async throws {
        try await TestGateway.run { gateway in
            let (app, _) = try await Self.wiped(gateway)
            let stranger = try TestApp(gateway)
            for (method, rest) in [(HTTPMethod.get, "wipe"), (.post, "wipe-confirmation")] {
                let foreign = await Self.call(method, rest, stranger, instance: app.instance)
                let unknown = await Self.call(
                    method, rest, app, instance: "00000000-0000-4000-8000-000000000000")
                #expect(foreign.status == 404 && foreign["error"] == "unknown_instance")
                #expect(unknown.status == 404 && unknown["error"] == "unknown_instance")
                let target = app.path("compliance/v1/enrollments/\(app.instance ?? "")/\(rest)")
                #expect(await gateway.send(method, target)["error"] == "invalid_dpop_proof")
                #expect(await Self.call(method, rest, app, as: "PUT")["error"] == "invalid_dpop_proof")
            }
            #expect(try await gateway.journal("wipeConfirmed").isEmpty)
        }
    }

    @Test func `an app that is not wiped confirms nothing, and a proof confirms once`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            _ = try await app.becomeCompliant(.alex)
            #expect(await Self.call(.get, "wipe", app).text == #"{"wipePending":false}"#)
            let answer = await Self.call(.post, "wipe-confirmation", app, tokenID: "once")
            #expect(answer.status == 409 && answer["error"] == "no_wipe_pending")
        }
    }
}
