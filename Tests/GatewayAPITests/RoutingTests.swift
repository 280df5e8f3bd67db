import AccessModel
import AuthorizationServer
import ComplianceGateway
import HTTPMessage
import JSONCoding
import Observability
import Testing

@testable import GatewayAPI

/// Paths, methods, tenants and what belongs to every answer.
@Suite(.timeLimit(.minutes(10))) struct RoutingTests {
    @Test func `what does not exist is a JSON answer, tenants included`() async throws {
        try await TestGateway.run { gateway in
            let rest = "v2.0/.well-known/openid-configuration"
            for path in [
                "/", "/nothing", "/contoso/nothing", "/nobody/\(rest)", "/00000000-0000-4000-8000-000000000000/\(rest)",
                "/CONTOSO/\(rest)", "/contoso/\(rest)/", "/healthz", "/metrics", "/assets/postern-0.css",
            ] {
                let answer = await gateway.send(.get, path)
                #expect(answer.status == 404, "\(path)")
                #expect(answer["error"] == "not_found")
                #expect(answer.header(.contentType) == "application/json")
            }
            for path in ["/%zz", "/contoso/..", "//x", "/a%2fb"] {
                #expect(await gateway.send(.get, path).status == 400, "\(path)")
            }
        }
    }

    struct MethodCase: Sendable, CustomTestStringConvertible {
        let path: String
        let allow: String
        let wrong: HTTPMethod
        var testDescription: String { "\(wrong) \(path)" }
    }

    @Test(arguments: [
        MethodCase(path: "oauth2/v2.0/token", allow: "POST, OPTIONS", wrong: .get),
        MethodCase(path: "oauth2/v2.0/token", allow: "POST, OPTIONS", wrong: HTTPMethod("post")),
        MethodCase(path: "oauth2/v2.0/authorize", allow: "GET, HEAD, POST, OPTIONS", wrong: .put),
        MethodCase(path: "oauth2/v2.0/authorize", allow: "GET, HEAD, POST, OPTIONS", wrong: HTTPMethod("head")),
        MethodCase(path: "me", allow: "GET, HEAD, POST, OPTIONS", wrong: .put),
        MethodCase(path: "remediate/x", allow: "GET, HEAD, POST, OPTIONS", wrong: .delete),
        MethodCase(path: "remediate/x/qr.svg", allow: "GET, HEAD, OPTIONS", wrong: .post),
        MethodCase(path: "oauth2/v2.0/deviceauth", allow: "GET, HEAD, POST, OPTIONS", wrong: .delete),
        MethodCase(path: "discovery/v2.0/keys", allow: "GET, HEAD, OPTIONS", wrong: .post),
        MethodCase(path: "compliance/v1/enrollments", allow: "POST, OPTIONS", wrong: .get),
        MethodCase(path: "compliance/v1/accounts/x/remediation", allow: "POST, DELETE, OPTIONS", wrong: .get),
    ])
    func `another method is told which ones there are`(_ one: MethodCase) async throws {
        try await TestGateway.run { gateway in
            let path = "/contoso/" + one.path
            let wrong = await gateway.send(one.wrong, path)
            #expect(wrong.status == 405)
            #expect(wrong.header(.allow) == one.allow)
            let options = await gateway.send(.options, path)
            #expect(options.status == 204)
            #expect(options.header(.allow) == one.allow)
        }
    }

    @Test func `the head of a page changes nothing, whoever asks`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            _ = await app.report(own["access_token"], pinSet: false)
            let answer = await app.remediate(own["access_token"], .alex, silent: false)
            let link = String(try #require(answer["remediationUri"]).dropFirst(World.origin.count))
            let before = try await gateway.head().sequence
            let authorize = app.authorizeTarget()
            let me = "/\(World.contoso)/me"
            // The time at which looking would keep the remediation open.
            gateway.advance(seconds: 120)
            for (target, type) in [
                (authorize, "text/html; charset=utf-8"), (me, "text/html; charset=utf-8"),
                (link, "text/html; charset=utf-8"), (link + "/qr.svg", "image/svg+xml"),
            ] {
                let head = await app.browser.head(target)
                #expect(head.status == 200, "\(target)")
                #expect(head.header(.location) == nil && head.header(.contentType) == type)
                #expect(head.header(.cacheControl) == "no-store")
            }
            let unknown = "/\(World.contoso)/remediate/" + String(repeating: "A", count: 24)
            #expect(await app.browser.head(unknown).status == 404)
            #expect(await app.browser.head("/\(World.contoso)/oauth2/v2.0/authorize").status == 400)
            #expect(try await gateway.head().sequence == before)
            gateway.advance(seconds: 800)
            #expect(await app.browser.head(link + "/qr.svg").status == 404)
            // The session of the browser is what it was: with GET the client has its answer.
            let answered = await app.browser.get(authorize)
            #expect(answered.status == 303 && answered.header(.location)?.hasPrefix(World.redirect) == true)
            #expect(try await gateway.head().sequence > before)
        }
    }

    @Test func `both discovery documents are the same for GUID and alias, whatever host was called`() async throws {
        try await TestGateway.run { gateway in
            let guid = World.contoso.rawValue
            let first = await gateway.send(.get, "/\(guid)/v2.0/.well-known/openid-configuration")
            #expect(first.status == 200)
            #expect(first.header(.cacheControl) == "public, max-age=3600")
            #expect(first["issuer"] == "\(World.origin)/\(guid)/v2.0")
            for path in [
                "/contoso/v2.0/.well-known/openid-configuration",
                "/\(guid.uppercased())/v2.0/.well-known/openid-configuration",
                "/.well-known/oauth-authorization-server/\(guid)/v2.0",
                "/.well-known/oauth-authorization-server/contoso/v2.0",
            ] {
                let other = await gateway.send(.get, path, [(.host, "evil.example")])
                #expect(other.text == first.text, "\(path)")
            }
            #expect(await gateway.send(.head, "/contoso/v2.0/.well-known/openid-configuration").status == 200)
        }
    }

    @Test func `discovery lists what exists and nothing else`() async throws {
        try await TestGateway.run { gateway in
            let document = await gateway.send(.get, "/contoso/v2.0/.well-known/openid-configuration")
            let names = AuthorizationServerMetadata.Endpoint.allCases.map(\.rawValue)
            for name in names {
                let address = try #require(document[name], "\(name)")
                #expect(address.hasPrefix("\(World.origin)/\(World.contoso)/"))
                let answer = await gateway.send(.options, String(address.dropFirst(World.origin.count)))
                #expect(answer.status == 204, "\(name)")
            }
            let endpoints = document.json?.objectValue?.names.filter { $0.hasSuffix("_endpoint") } ?? []
            #expect(Set(endpoints).isSubset(of: Set(names)))
        }
    }

    @Test func `the keys are public and hold no secret`() async throws {
        try await TestGateway.run { gateway in
            let answer = await gateway.send(.get, "/contoso/discovery/v2.0/keys")
            #expect(answer.header(.cacheControl) == "public, max-age=3600")
            let keys = answer.json?["keys"]?.arrayValue ?? []
            #expect(keys.count == 1)
            #expect(keys.first?["alg"]?.stringValue == "ES256")
            #expect(keys.first?["d"] == nil)
        }
    }

    @Test func `the style sheet of this version is kept for good`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let page = await app.browser.get(app.authorizeTarget())
            let start = try #require(page.text.firstRange(of: "/assets/"))
            let path = "/assets/" + page.text[start.upperBound...].prefix { $0 != "\"" }
            let answer = await gateway.send(.get, path)
            #expect(answer.status == 200)
            #expect(answer.header(.contentType) == "text/css; charset=utf-8")
            #expect(answer.header(.cacheControl)?.contains("immutable") == true)
        }
    }

    @Test func `a correlation identifier is the client's if it is one`() async throws {
        try await TestGateway.run { gateway in
            let sent = "0F6A2C5E-93b1-4d57-8d1e-2b7a60c4f001"
            let own = await gateway.send(.get, "/nothing", [("client-request-id", sent)])
            #expect(own["correlation_id"] == sent.lowercased())
            let fresh = await gateway.send(.get, "/nothing", [("client-request-id", "x\"}")])
            #expect(fresh["correlation_id"].flatMap(GUID.init) != nil)
        }
    }

    @Test func `a refusal says why in its line, in words of ours alone`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let before = try await gateway.head().sequence
            _ = await app.token([("grant_type", "refresh_token"), ("refresh_token", "a-secret-of-mine")])
            _ = await app.token(
                [("grant_type", "client_credentials"), ("scope", "x"), ("client_secret", "another-secret")])
            let lines = gateway.log.entries.filter { $0.message == "request refused" }
            let reasons = lines.flatMap(\.metadata).filter { $0.key.name == "error.reason" }.map { "\($0.value)" }
            #expect(reasons.count == 2)
            #expect(reasons.first?.contains("invalid_grant: unknown") == true)
            #expect(reasons.last?.contains("invalid_client") == true)
            #expect(!gateway.log.entries.map { "\($0)" }.joined().contains("secret-of-mine"))
            // Nobody was authenticated, so that the journal has no word of it.
            #expect(try await gateway.head().sequence == before)
        }
    }

    @Test func `a request is one line and one count, with nothing of its own in either`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            _ = await gateway.send(HTTPMethod("BREW"), "/contoso/secret-path?q=secret-query")
            let secrets = [
                World.Person.alex.password, own["access_token"], own["refresh_token"], app.enrollmentID, "secret-path",
                "secret-query", "BREW",
            ]
            let lines = gateway.log.entries.filter { $0.message == "request answered" }
            #expect(lines.count > 5)
            for line in lines {
                let names = line.metadata.map(\.key.name)
                #expect(
                    names == ["http.method", "http.route", "http.status", "http.duration_ms", "request.correlation"])
            }
            let said =
                gateway.log.entries.map { "\($0)" }.joined()
                + String(decoding: gateway.metrics.exposition(), as: UTF8.self)
            for secret in secrets.compactMap(\.self) { #expect(!said.contains(secret)) }
            #expect(said.contains("/{tenant}/oauth2/v2.0/token"))
            let counted = String(decoding: gateway.metrics.exposition(), as: UTF8.self)
            #expect(
                counted.contains(
                    "http_server_requests_total{http_request_method=\"other\",http_route=\"other\","
                        + "http_response_status_class=\"4xx\"} 1"))
        }
    }

    // MARK: Where a request came from

    struct AddressCase: Sendable, CustomTestStringConvertible {
        let note: String
        var peer: [UInt8] = [10, 0, 0, 1]
        var forwarded: [String] = []
        let expected: String?
        var testDescription: String { note }
    }

    @Test(arguments: [
        AddressCase(
            note: "a stranger's header is ignored", peer: [203, 0, 113, 9], forwarded: ["198.51.100.7"],
            expected: "203.0.113.9"),
        AddressCase(note: "a proxy without the header", expected: "10.0.0.1"),
        AddressCase(note: "one entry", forwarded: ["198.51.100.7"], expected: "198.51.100.7"),
        AddressCase(
            note: "what the client wrote stands left", forwarded: ["1.1.1.1, 198.51.100.7"], expected: "198.51.100.7"),
        AddressCase(note: "two proxies", forwarded: ["1.1.1.1, 198.51.100.7, 10.0.0.2"], expected: "198.51.100.7"),
        AddressCase(note: "two headers", forwarded: ["1.1.1.1", "198.51.100.7 , 10.0.0.2"], expected: "198.51.100.7"),
        AddressCase(note: "proxies alone", forwarded: ["10.0.0.3, 10.0.0.2"], expected: "10.0.0.3"),
        AddressCase(note: "nonsense from a proxy", forwarded: ["198.51.100.7, unknown"], expected: nil),
        AddressCase(note: "a port", forwarded: ["198.51.100.7:4711"], expected: "198.51.100.7"),
        AddressCase(note: "version 6", forwarded: ["[2001:db8::7]:4711"], expected: "2001:db8::7"),
        AddressCase(note: "an empty entry", forwarded: ["198.51.100.7,"], expected: nil),
    ])
    func `an address is believed as far as the configured proxies reach`(_ one: AddressCase) throws {
        let proxies = try #require(IPRange.cidr("10.0.0.0/8")).range
        let remote = try #require(RemoteAddress(bytes: one.peer, port: 1))
        let headers = HTTPHeaders(one.forwarded.map { ("X-Forwarded-For", $0) })
        let request = HTTPRequest(path: [0x2F], headers: headers, remote: remote)
        #expect(ClientAddress.of(request, trustedProxies: [proxies])?.description == one.expected)
    }

    @Test(arguments: [
        "https://app.example/cb": "https://app.example", "http://127.0.0.1:53682/cb?x=1": "http://127.0.0.1:53682",
        "com.contoso.app:/signed-in": "com.contoso.app:", "msauth.x://auth": "msauth.x:",
        "http://[::1]:80/cb": "http:", "https://a'; script-src *": "https:",
    ])
    func `a form may lead to the client's origin or scheme, and nothing gets into the header`(
        _ uri: String, _ source: String
    ) {
        #expect(FormTarget.source(of: uri) == source)
    }
}
