import AccessModel
import ComplianceGateway
import Connectors
import Cryptography
import JSONCoding
import Testing

/// What each vendor's documented interface is asked to do, request by request, and what its answers come to.
@Suite(.timeLimit(.minutes(5))) struct ActuatorTests {
    static func message(_ event: DeliveryEvent = .complianceLost) -> DeliveryMessage {
        DeliveryMessage(
            id: "tenant/1/sink/7", tenant: TenantID("11111111-0000-4000-8000-000000000001"), event: event,
            at: Timestamp(seconds: 1_800_000_000), account: AccountID("22222222-0000-4000-8000-00000000a11c"),
            userPrincipalName: "alice+x@contoso.example", displayName: "Alice", client: ClientID("app"),
            clientName: "Mail", instance: AppInstanceID("instance"), status: .interactionRequired,
            reasons: [.pinNotSet])
    }

    struct Contract: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let kind: Destination.Kind
        var settings: [String: String] = [:]
        var event = DeliveryEvent.complianceLost
        /// What the server answers to each request line that begins so; anything else is a 500.
        let answers: [String: (Int, String)]
        /// The requests that are made, in order: line, authorization, body.
        let requests: [(String, String?, String)]
        var outcome = DeliveryOutcome.delivered
    }

    private static let user = "alice%2Bx%40contoso.example"
    private static let keycloakToken = "/realms/contoso/protocol/openid-connect/token"
    private static let form = "grant_type=client_credentials&client_id=postern&client_secret=s%26cret"

    static let contracts: [Contract] = [
        Contract(
            testDescription: "Keycloak ends the sessions of the one user of that name", kind: .keycloak,
            settings: ["realm": "contoso", "clientId": "postern"],
            answers: [
                "POST \(keycloakToken)": (200, #"{"access_token":"t1","expires_in":60,"token_type":"Bearer"}"#),
                "GET /admin/realms/contoso/users": (200, #"[{"id":"u-1","username":"alice"}]"#),
                "POST /admin/realms/contoso/users/u-1/logout": (204, ""),
            ],
            requests: [
                ("POST \(keycloakToken)", nil, form),
                ("GET /admin/realms/contoso/users?exact=true&max=2&username=\(user)", "Bearer t1", ""),
                ("POST \(keycloakToken)", nil, form),
                ("POST /admin/realms/contoso/users/u-1/logout", "Bearer t1", ""),
            ]),
        Contract(
            testDescription: "Keycloak disables a disabled account before it ends its sessions", kind: .keycloak,
            settings: ["realm": "contoso", "clientId": "postern"], event: .accountDisabled,
            answers: [
                "POST \(keycloakToken)": (200, #"{"access_token":"t1"}"#),
                "GET /admin/realms/contoso/users": (200, #"[{"id":"u-1"}]"#),
                "PUT /admin/realms/contoso/users/u-1": (204, ""),
                "POST /admin/realms/contoso/users/u-1/logout": (204, ""),
            ],
            requests: [
                ("POST \(keycloakToken)", nil, form),
                ("GET /admin/realms/contoso/users?exact=true&max=2&username=\(user)", "Bearer t1", ""),
                ("POST \(keycloakToken)", nil, form),
                ("PUT /admin/realms/contoso/users/u-1", "Bearer t1", #"{"enabled":false}"#),
                ("POST \(keycloakToken)", nil, form),
                ("POST /admin/realms/contoso/users/u-1/logout", "Bearer t1", ""),
            ]),
        Contract(
            testDescription: "Keycloak has no such user: there is nothing to end", kind: .keycloak,
            settings: ["realm": "contoso", "clientId": "postern"],
            answers: [
                "POST \(keycloakToken)": (200, #"{"access_token":"t1"}"#),
                "GET /admin/realms/contoso/users": (200, "[]"),
            ],
            requests: [
                ("POST \(keycloakToken)", nil, form),
                ("GET /admin/realms/contoso/users?exact=true&max=2&username=\(user)", "Bearer t1", ""),
            ]),
        Contract(
            testDescription: "Keycloak finds two users: neither is touched", kind: .keycloak,
            settings: ["realm": "contoso", "clientId": "postern"],
            answers: [
                "POST \(keycloakToken)": (200, #"{"access_token":"t1"}"#),
                "GET /admin/realms/contoso/users": (200, #"[{"id":"u-1"},{"id":"u-2"}]"#),
            ],
            requests: [
                ("POST \(keycloakToken)", nil, form),
                ("GET /admin/realms/contoso/users?exact=true&max=2&username=\(user)", "Bearer t1", ""),
            ], outcome: .refused("the name fits more than one user")),
        Contract(
            testDescription: "Ory Hydra ends login and consent sessions of the subject", kind: .hydra,
            answers: ["DELETE /admin/oauth2/auth/sessions": (204, "")],
            requests: [
                ("DELETE /admin/oauth2/auth/sessions/login?subject=22222222-0000-4000-8000-00000000a11c", nil, ""),
                (
                    "DELETE /admin/oauth2/auth/sessions/consent?subject=22222222-0000-4000-8000-00000000a11c&all=true",
                    nil, ""
                ),
            ]),
        Contract(
            testDescription: "Okta ends sessions and tokens of the user", kind: .okta,
            answers: ["DELETE /api/v1/users": (204, "")],
            requests: [("DELETE /api/v1/users/\(user)/sessions?oauthTokens=true", "SSWS s&cret", "")]),
        Contract(
            testDescription: "Okta does not know the user: there is nothing to end", kind: .okta,
            answers: ["DELETE /api/v1/users": (404, #"{"errorCode":"E0000007"}"#)],
            requests: [("DELETE /api/v1/users/\(user)/sessions?oauthTokens=true", "SSWS s&cret", "")]),
        Contract(
            testDescription: "a receiver of Universal Logout is told the subject", kind: .universalLogout,
            answers: ["POST /": (204, "")],
            requests: [
                (
                    "POST /", "Bearer s&cret",
                    #"{"sub_id":{"format":"email","email":"alice+x@contoso.example"}}"#
                )
            ]),
        Contract(
            testDescription: "Okta is out of order: it is tried again", kind: .okta, answers: [:],
            requests: [("DELETE /api/v1/users/\(user)/sessions?oauthTokens=true", "SSWS s&cret", "")],
            outcome: .failed("answered 500")),
        Contract(
            testDescription: "Okta limits the rate: it is tried again", kind: .okta,
            answers: ["DELETE /api/v1/users": (429, "{}")],
            requests: [("DELETE /api/v1/users/\(user)/sessions?oauthTokens=true", "SSWS s&cret", "")],
            outcome: .failed("answered 429")),
        Contract(
            testDescription: "an app that is compliant again ends nothing", kind: .okta, event: .complianceGained,
            answers: [:], requests: []),
    ]

    @Test(arguments: contracts)
    func `a destination is asked what its documentation says`(contract: Contract) async throws {
        try await RecordingServer.run { line in
            contract.answers.first { line.hasPrefix($0.key) }.map { ($0.value.0, $0.value.1) } ?? (500, "{}")
        } _: { server, client, origin in
            let destination = Destination(
                name: "sink", kind: contract.kind, url: origin, settings: contract.settings)
            #expect(destination.fault == nil)
            let sender = HTTPDeliverySender(client, now: { Timestamp(seconds: 1_800_000_001) })
            let outcome = await sender.send(
                Self.message(contract.event), to: destination, secret: SecretBytes(Array("s&cret".utf8)))
            #expect(outcome == contract.outcome)
            #expect(
                server.exchanges
                    == contract.requests.map { .init(line: $0.0, authorization: $0.1, body: $0.2) })
        }
    }

    @Test func `Microsoft Graph revokes the user's sign-in sessions with a token of its tenant`() async throws {
        try await RecordingServer.run { line in
            line.hasPrefix("POST /contoso.example/oauth2")
                ? (200, #"{"access_token":"g1"}"#) : (200, #"{"value":true}"#)
        } _: { server, client, origin in
            let destination = Destination(
                name: "sink", kind: .entra, url: origin,
                settings: ["tenant": "contoso.example", "clientId": "postern", "loginURL": origin])
            let sender = HTTPDeliverySender(client, now: { Timestamp(seconds: 1_800_000_001) })
            let secret = SecretBytes(Array("s&cret".utf8))
            #expect(await sender.send(Self.message(), to: destination, secret: secret) == .delivered)
            let scope = origin.replacing("://", with: "%3A%2F%2F").replacing(":", with: "%3A")
            #expect(
                server.exchanges == [
                    .init(
                        line: "POST /contoso.example/oauth2/v2.0/token", authorization: nil,
                        body: "\(Self.form)&scope=\(scope)%2F.default"),
                    .init(
                        line: "POST /v1.0/users/\(Self.user)/revokeSignInSessions", authorization: "Bearer g1", body: ""
                    ),
                ])
        }
    }

    @Test func `a webhook gets a document that is signed, with a key by which a second one is known`() async throws {
        try await RecordingServer.run { _ in
            (202, "")
        } _: { server, client, origin in
            let destination = Destination(name: "sink", kind: .webhook, url: origin + "/in")
            let sender = HTTPDeliverySender(client, now: { Timestamp(seconds: 1_800_000_001) })
            let secret = SecretBytes(Array("s&cret".utf8))
            #expect(await sender.send(Self.message(), to: destination, secret: secret) == .delivered)
            let exchange = try #require(server.exchanges.first)
            #expect(exchange.line == "POST /in")
            #expect(exchange.headers["idempotency-key"] == "tenant/1/sink/7")
            let expected = HMACSHA256.authenticate(Array("1800000001.\(exchange.body)".utf8), key: secret)
            #expect(exchange.headers["postern-signature"] == "t=1800000001,v1=\(Hexadecimal.encode(expected))")
            let body = try JSONValue.parse(exchange.body)
            #expect(body["event"]?.stringValue == "complianceLost")
            #expect(body["status"]?.stringValue == "interactionRequired")
            #expect(body["reasons"] == .array([.string("pin_not_set")]))
            #expect(body["userPrincipalName"]?.stringValue == "alice+x@contoso.example")
            #expect(await sender.send(Self.message(), to: destination, secret: nil) == .refused("it has no secret"))
        }
    }

    @Test func `a destination that cannot be reached is tried again, and its secret is in no error`() async throws {
        try await RecordingServer.run { _ in
            (200, "not json")
        } _: { _, client, origin in
            let sender = HTTPDeliverySender(client, now: { Timestamp(seconds: 1) })
            let secret = SecretBytes(Array("very-secret".utf8))
            let nowhere = Destination(name: "sink", kind: .okta, url: "http://127.0.0.1:1")
            guard case .failed(let error) = await sender.send(Self.message(), to: nowhere, secret: secret) else {
                Issue.record("it was reached")
                return
            }
            #expect(!error.contains("very-secret") && !error.contains("alice"))
            let confused = Destination(
                name: "sink", kind: .keycloak, url: origin, settings: ["realm": "r", "clientId": "c"])
            #expect(
                await sender.send(Self.message(), to: confused, secret: secret)
                    == .failed("the token endpoint gave no token"))
        }
    }

    @Test func `destinations that could not work are named as such`() {
        let cases: [(Destination, String)] = [
            (Destination(name: "A", kind: .okta, url: "https://a"), "lower-case"),
            (Destination(name: "", kind: .okta, url: "https://a"), "lower-case"),
            (Destination(name: "a", kind: .okta, url: "http://a.example"), "https URL"),
            (Destination(name: "a", kind: .okta, url: "https://user:pass@a"), "https URL"),
            (Destination(name: "a", kind: .okta, url: "https://"), "https URL"),
            (Destination(name: "a", kind: .mail, url: "https://a", settings: ["from": "a@b"]), "smtp://"),
            (Destination(name: "a", kind: .mail, url: "smtps://a"), "`from` is required"),
            (Destination(name: "a", kind: .keycloak, url: "https://a", settings: ["realm": "r"]), "`clientId`"),
            (Destination(name: "a", kind: .okta, url: "https://a", settings: ["realm": "r"]), "no setting of okta"),
            (Destination(name: "a", kind: .okta, url: "https://a", events: []), "told of something"),
            (Destination(name: "a", kind: .okta, url: "https://a", quietFor: .seconds(-1)), "30 days"),
            (
                Destination(
                    name: "a", kind: .mail, url: "smtps://a", settings: ["from": "a@b\r\nBcc: c@d"]),
                "control characters"
            ),
        ]
        for (destination, words) in cases {
            #expect(destination.fault?.contains(words) == true, "\(destination) \(destination.fault ?? "-")")
        }
    }
}
