import AccessModel
import ComplianceGateway
import Cryptography
import HTTPMessage
import JSONCoding
import Testing

@testable import GatewayAPI

/// Signals over HTTP: who is let in, and what is answered.
@Suite(.timeLimit(.minutes(10))) struct SignalAPITests {
    private static let body =
        #"{"id":"e1","device":{"serialNumber":"C02XK1"},"observedAt":"2026-05-28T20:26:40Z","managed":true}"#

    private static func signature(_ body: String, _ secret: String, _ at: Int64) -> String {
        let code = HMACSHA256.authenticate(Array("\(at).\(body)".utf8), key: SecretBytes(Array(secret.utf8)))
        return "t=\(at),v1=\(Hexadecimal.encode(code))"
    }

    private static func send(
        _ body: String, _ secret: String, to gateway: TestGateway, tenant: TenantID = World.contoso,
        source: String = "mdm"
    ) async -> Answer {
        await gateway.send(
            .post, "/\(tenant)/signals/v1/\(source)",
            [(.contentType, "application/json"), (.posternSignature, signature(body, secret, gateway.now))], body: body)
    }

    private static func source(_ gateway: TestGateway) async throws -> String {
        let issued = try await gateway.administration.addSource(SignalSourceInput(name: "mdm"), to: World.contoso)
        return try #require(issued).secret
    }

    @Test func `a signed signal is answered 202 with what became of it`() async throws {
        try await TestGateway.run { gateway in
            let secret = try await Self.source(gateway)
            let answer = await Self.send(Self.body, secret, to: gateway)
            #expect(answer.status == 202)
            #expect(answer.integer("sequence") == (try await gateway.head().sequence))
            let result = answer.json?["results"]?.arrayValue?.first
            #expect(result?["id"]?.stringValue == "e1")
            #expect(result?["outcome"]?.stringValue == "applied")
            #expect(result?["status"]?.stringValue == "interactionRequired")
        }
    }

    @Test func `an event of NanoMDM's is answered 200, the only answer that it takes for good`() async throws {
        try await TestGateway.run { gateway in
            let secret = try await Self.source(gateway)
            let body =
                #"{"topic":"mdm.TokenUpdate","created_at":"\#(Timestamp(seconds: gateway.now).rfc3339)","#
                + #""event_id":"evt-1","checkin_event":{"udid":"66ADE930-5FDF-5EC4","raw_payload":""}}"#
            let key = SecretBytes(Array(secret.utf8))
            let code = Base64.encode(HMACSHA256.authenticate(Array(body.utf8), key: key))
            let path = "/\(World.contoso)/signals/v1/mdm"
            let answer = await gateway.send(.post, path, [(.nanoMDMSignature, code)], body: body)
            #expect(answer.status == 200)
            #expect(answer.json?["results"]?.arrayValue?.first?["outcome"]?.stringValue == "applied")
            #expect(await gateway.send(.post, path, [(.nanoMDMSignature, code)], body: body + " ").status == 401)
            // Whoever sends both headers is held to the one that signs a time.
            let both = await gateway.send(
                .post, path, [(.nanoMDMSignature, code), (.posternSignature, "t=1,v1=00")], body: body)
            #expect(both.status == 401)
        }
    }

    @Test func `no source, another tenant's and a wrong signature are answered with the same bytes`() async throws {
        try await TestGateway.run { gateway in
            let secret = try await Self.source(gateway)
            let answers = [
                await Self.send(Self.body, secret, to: gateway, tenant: World.fabrikam),
                await Self.send(Self.body, secret, to: gateway, source: "nobody"),
                await Self.send(Self.body, secret + "x", to: gateway),
                await gateway.send(.post, "/\(World.contoso)/signals/v1/mdm", [], body: Self.body),
            ]
            for answer in answers {
                #expect(answer.status == 401)
                #expect(answer["error"] == "invalid_signature")
                #expect(answer["error_description"] == answers[0]["error_description"])
            }
        }
    }

    @Test func `what is not JSON, too large or refused by the store is told so`() async throws {
        try await TestGateway.run { gateway in
            let secret = try await Self.source(gateway)
            #expect(await Self.send("[1", secret, to: gateway)["error"] == "invalid_request")
            let large = String(repeating: " ", count: SignalDocument.maximumByteCount) + Self.body
            #expect(await Self.send(large, secret, to: gateway).status == 413)
            let get = await gateway.send(.get, "/\(World.contoso)/signals/v1/mdm")
            #expect(get.status == 405)
        }
    }
}
