import AccessModel
import AuthorizationServer
import Testing

struct AuthorizeRequestTests {
    typealias Fields = [(name: String, value: String)]

    static let good: Fields = [
        ("client_id", Fixture.app.rawValue), ("redirect_uri", Fixture.redirectURI), ("response_type", "code"),
        ("scope", Fixture.scope), ("state", "s&1"), ("code_challenge", Fixture.challenge),
        ("code_challenge_method", "S256"),
    ]

    private static func parse(_ fields: Fields) -> AuthorizeParsing {
        AuthorizeRequest.parse(fields, issuer: Fixture.issuer) { client, redirectURI in
            if client == Fixture.daemon { return .registered(actsForItself: true) }
            guard client == Fixture.app else { return .unknownClient }
            return redirectURI == Fixture.redirectURI ? .registered(actsForItself: false) : .unregistered
        }
    }

    private static func replacing(_ name: String, _ value: String?) -> Fields {
        good.filter { $0.name != name } + (value.map { [(name, $0)] } ?? [])
    }

    @Test func `reads a request whole`() throws {
        let fields =
            Self.good + [
                ("response_mode", "query"), ("nonce", "n-1"), ("prompt", "select_account"), ("login_hint", "ana@b"),
                ("max_age", "60"), ("dpop_jkt", Fixture.challenge), ("client_info", "1"),
                ("claims", #"{"access_token":{"xms_cc":{"values":["protapp"]}}}"#),
            ]
        guard case .request(let request) = Self.parse(fields) else { throw Unexpected() }
        #expect(request.client == Fixture.app)
        #expect(request.state == "s&1")
        #expect(request.prompt == .login)
        #expect(request.maximumAge == .seconds(60))
        #expect(request.keyThumbprint == Fixture.challenge)
        #expect(request.declaredCapabilities == [.protapp])
        #expect(request.wantsClientInfo)
    }

    struct Page: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fields: [(name: String, value: String)]
        let fault: AuthorizePageFault
    }

    static let pages: [Page] = [
        Page(
            testDescription: "no client", fields: replacing("client_id", nil),
            fault: .malformed(RequestFault("client_id", .missing))),
        Page(testDescription: "an unknown client", fields: replacing("client_id", "evil"), fault: .unknownClient),
        Page(
            testDescription: "no redirect URI", fields: replacing("redirect_uri", nil),
            fault: .malformed(RequestFault("redirect_uri", .missing))),
        Page(
            testDescription: "another redirect URI", fields: replacing("redirect_uri", "https://evil.example/"),
            fault: .redirectURI),
        Page(
            testDescription: "two redirect URIs", fields: good + [("redirect_uri", "https://evil.example/")],
            fault: .malformed(RequestFault("redirect_uri", .repeated))),
        Page(
            testDescription: "two clients", fields: good + [("client_id", Fixture.app.rawValue)],
            fault: .malformed(RequestFault("client_id", .repeated))),
        Page(
            testDescription: "two states", fields: good + [("state", "t")],
            fault: .malformed(RequestFault("state", .repeated))),
        Page(
            testDescription: "an error beside another redirect URI",
            fields: replacing("redirect_uri", "https://evil.example/").filter { $0.name != "response_type" },
            fault: .redirectURI),
    ]

    @Test(arguments: pages)
    func `never redirects what it can't trust`(_ page: Page) {
        #expect(Self.parse(page.fields) == .page(page.fault))
    }

    struct Redirected: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fields: [(name: String, value: String)]
        let code: AuthorizeErrorCode
    }

    static let redirected: [Redirected] = [
        Redirected(
            testDescription: "a service", fields: replacing("client_id", Fixture.daemon.rawValue),
            code: .unauthorizedClient),
        Redirected(testDescription: "no response type", fields: replacing("response_type", nil), code: .invalidRequest),
        Redirected(
            testDescription: "a token", fields: replacing("response_type", "token"), code: .unsupportedResponseType),
        Redirected(
            testDescription: "a hybrid", fields: replacing("response_type", "code id_token"),
            code: .unsupportedResponseType),
        Redirected(
            testDescription: "a form post", fields: good + [("response_mode", "form_post")], code: .invalidRequest),
        Redirected(
            testDescription: "a fragment", fields: good + [("response_mode", "fragment")], code: .invalidRequest),
        Redirected(testDescription: "no challenge", fields: replacing("code_challenge", nil), code: .invalidRequest),
        Redirected(
            testDescription: "no method", fields: replacing("code_challenge_method", nil), code: .invalidRequest),
        Redirected(
            testDescription: "plain", fields: replacing("code_challenge_method", "plain"), code: .invalidRequest),
        Redirected(
            testDescription: "a short challenge", fields: replacing("code_challenge", "abc"), code: .invalidRequest),
        Redirected(testDescription: "no scope", fields: replacing("scope", nil), code: .invalidScope),
        Redirected(testDescription: "none and login", fields: good + [("prompt", "none login")], code: .invalidRequest),
        Redirected(testDescription: "an unknown prompt", fields: good + [("prompt", "create")], code: .invalidRequest),
        Redirected(testDescription: "a negative age", fields: good + [("max_age", "-1")], code: .invalidRequest),
        Redirected(
            testDescription: "an endless age", fields: good + [("max_age", "99999999999")], code: .invalidRequest),
        Redirected(testDescription: "broken claims", fields: good + [("claims", "{")], code: .invalidRequest),
        Redirected(testDescription: "a short thumbprint", fields: good + [("dpop_jkt", "abc")], code: .invalidRequest),
        Redirected(
            testDescription: "a request object", fields: good + [("request", "a.b.c")], code: .requestNotSupported),
        Redirected(
            testDescription: "a request to fetch", fields: good + [("request_uri", "http://169.254.169.254/")],
            code: .requestURINotSupported),
    ]

    @Test(arguments: redirected)
    func `tells the client by redirect, with state and issuer`(_ row: Redirected) throws {
        guard case .redirect(let redirect) = Self.parse(row.fields) else { throw Unexpected() }
        guard case .error(let code, _) = redirect.answer else { throw Unexpected() }
        #expect(code == row.code)
        #expect(redirect.redirectURI == Fixture.redirectURI)
        #expect(redirect.location.hasPrefix(Fixture.redirectURI + "?error=\(code.rawValue)&error_description="))
        #expect(
            redirect.location.hasSuffix(
                "&state=s%261&iss=https%3A%2F%2Fid.example%2F11111111-1111-4111-8111-111111111111%2Fv2.0"))
    }

    @Test func `a form post is read and answered where the caller can, errors too`() throws {
        func parse(_ fields: Fields) -> AuthorizeParsing {
            AuthorizeRequest.parse(
                fields + [("response_mode", "form_post")], issuer: Fixture.issuer, modes: [.query, .formPost]
            ) { _, _ in .registered(actsForItself: false) }
        }
        guard case .request(let request) = parse(Self.good) else { throw Unexpected() }
        let token = try #require(OpaqueToken(.authorizationCode, randomBytes: Fixture.randomBytes))
        let answer = AuthorizeRedirect(request, .code(token, clientInfo: nil), issuer: Fixture.issuer)
        #expect(answer.mode == .formPost)
        #expect(answer.parameters.map(\.name) == ["code", "state", "iss"])
        #expect(answer.parameters.map(\.value) == [token.text, "s&1", Fixture.issuer])
        guard case .redirect(let error) = parse(Self.replacing("scope", nil)) else { throw Unexpected() }
        #expect(error.mode == .formPost)
    }

    @Test func `a code comes with state and issuer, behind a query that was registered`() throws {
        let token = try #require(OpaqueToken(.authorizationCode, randomBytes: Fixture.randomBytes))
        let redirect = AuthorizeRedirect(
            to: "https://app.example/cb?x=1", .code(token, clientInfo: "e30"), state: "a b\r\n\"é", issuer: "https://i/"
        )
        #expect(
            redirect.location
                == "https://app.example/cb?x=1&code=\(token.text)&client_info=e30&state=a%20b%0D%0A%22%C3%A9&iss=https%3A%2F%2Fi%2F"
        )
        let bare = AuthorizeRedirect(
            to: "https://app.example/cb", .code(token, clientInfo: nil), state: nil, issuer: "https://i/")
        #expect(bare.location == "https://app.example/cb?code=\(token.text)&iss=https%3A%2F%2Fi%2F")
    }
}
