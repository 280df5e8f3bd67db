import AccessModel
import AuthorizationServer
import Cryptography
import Testing

struct TokenRequestTests {
    typealias Fields = [(name: String, value: String)]
    static let client: Fields = [("client_id", Fixture.app.rawValue)]
    static let refresh: Fields = client + [("grant_type", "refresh_token"), ("refresh_token", "pr_x")]

    private func parse(
        _ fields: Fields, _ headers: TokenRequestHeaders = TokenRequestHeaders()
    ) -> Result<TokenRequest, TokenRequestRefusal> {
        TokenRequest.parse(fields, headers: headers)
    }

    private static func basic(_ pair: String) -> TokenRequestHeaders {
        TokenRequestHeaders(authorization: ["Basic " + Base64.encode(Array(pair.utf8))])
    }

    @Test func `reads a code redemption as a stock client sends it`() throws {
        let request = try parse(
            Self.client + [
                ("grant_type", "authorization_code"), ("code", "pc_x"), ("redirect_uri", Fixture.redirectURI),
                ("code_verifier", Fixture.verifier), ("client_info", "1"), ("scope", Fixture.scope),
                ("claims", #"{"access_token":{"xms_cc":{"values":["CP1","ProtApp","llt"]}}}"#),
                ("microsoft_enrollment_id", "a.b"), ("unknown", "left alone"), ("nonce", ""),
            ],
            TokenRequestHeaders(
                proof: ["proof"], clientRequestID: "0F8FAD5B-D9CB-469F-A165-70867728950E",
                userAgent: "python-requests/2", clientOS: "darwin")
        ).get()
        #expect(
            request.grant
                == .authorizationCode(
                    PresentedSecret("pc_x"), redirectURI: Fixture.redirectURI,
                    codeVerifier: PresentedSecret(Fixture.verifier)))
        #expect(request.credential == .none(Fixture.app))
        #expect(request.declaredCapabilities == [.cp1, .protapp])
        #expect(request.wantsClientInfo)
        #expect(request.enrollmentID == PresentedSecret("a.b"))
        #expect(request.proof == "proof")
        #expect(request.correlation == CorrelationID("0f8fad5b-d9cb-469f-a165-70867728950e"))
        #expect(request.platform == .macOS)
    }

    @Test func `a client's identifier is compared in canonical form`() throws {
        let request = try parse([
            ("client_id", Fixture.app.rawValue.uppercased()), ("grant_type", "client_credentials"),
        ]).get()
        #expect(request.credential.claimedClient == Fixture.app)
    }

    @Test func `a device code may come twice under two names, if they agree`() throws {
        let fields: Fields = Self.client + [("grant_type", GrantType.deviceCode.rawValue), ("device_code", "pd_x")]
        #expect(try parse(fields + [("code", "pd_x")]).get().grant == .deviceCode(PresentedSecret("pd_x")))
        #expect(parse(fields + [("code", "pd_y")]) == .failure(.invalidRequest(RequestFault("code", .conflicting))))
    }

    @Test func `reads a secret from the header, form-encoded in both halves`() throws {
        let request = try parse(
            [("grant_type", "client_credentials")], Self.basic("\(Fixture.daemon.rawValue):a%2Bb+c%3A")
        ).get()
        #expect(request.credential == .basic(Fixture.daemon, PresentedSecret("a+b c:")))
    }

    @Test func `reads a secret and an assertion from the form`() throws {
        let post = try parse(Self.client + [("grant_type", "client_credentials"), ("client_secret", "s")]).get()
        #expect(post.credential == .post(Fixture.app, PresentedSecret("s")))
        let assertion = try parse([
            ("grant_type", "client_credentials"), ("client_assertion", "a.b.c"),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
        ]).get()
        #expect(assertion.credential == .assertion(PresentedSecret("a.b.c"), claimed: nil))
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fields: [(name: String, value: String)]
        var headers = TokenRequestHeaders()
        let refusal: TokenRequestRefusal

        init(
            _ testDescription: String, _ fields: Fields, headers: TokenRequestHeaders = TokenRequestHeaders(),
            _ parameter: String, _ problem: RequestFault.Problem
        ) {
            self.testDescription = testDescription
            self.fields = fields
            self.headers = headers
            refusal = .invalidRequest(RequestFault(parameter, problem))
        }
    }

    static let refused: [Refused] = [
        Refused("no grant type", client, "grant_type", .missing),
        Refused("an empty grant type", client + [("grant_type", "")], "grant_type", .missing),
        Refused("no client", [("grant_type", "client_credentials")], "client_id", .missing),
        Refused("no refresh token", client + [("grant_type", "refresh_token")], "refresh_token", .missing),
        Refused("no code", client + [("grant_type", "authorization_code")], "code", .missing),
        Refused(
            "no device code", client + [("grant_type", GrantType.deviceCode.rawValue)], "device_code", .missing),
        Refused("a repeated scope", refresh + [("scope", "a"), ("scope", "a")], "scope", .repeated),
        Refused("a repeated grant type", refresh + [("grant_type", "refresh_token")], "grant_type", .repeated),
        Refused("a repeated empty parameter", refresh + [("claims", ""), ("claims", "")], "claims", .repeated),
        Refused("a repeated unknown parameter", refresh + [("x", "1"), ("x", "2")], "a parameter", .repeated),
        Refused(
            "a verifier with a refresh token", refresh + [("code_verifier", Fixture.verifier)], "code_verifier",
            .conflicting),
        Refused(
            "a verifier with a device code",
            client + [
                ("grant_type", GrantType.deviceCode.rawValue), ("device_code", "pd_x"),
                ("code_verifier", Fixture.verifier),
            ], "code_verifier", .conflicting),
        Refused(
            "a secret in header and form", refresh + [("client_secret", "s")],
            headers: basic("\(Fixture.app.rawValue):s"), "client_secret", .conflicting),
        Refused(
            "a secret and an assertion",
            refresh + [
                ("client_secret", "s"), ("client_assertion", "a.b.c"),
                ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            ], "client_secret", .conflicting),
        Refused(
            "an assertion without its type", refresh + [("client_assertion", "a.b.c")], "client_assertion_type",
            .missing),
        Refused(
            "an assertion type without an assertion", refresh + [("client_assertion_type", "x")], "client_assertion",
            .missing),
        Refused(
            "another assertion type", refresh + [("client_assertion", "a"), ("client_assertion_type", "urn:saml")],
            "client_assertion_type", .unsupported),
        Refused(
            "another client in header and form", refresh, headers: basic("\(Fixture.daemon.rawValue):s"), "client_id",
            .conflicting),
        Refused(
            "two Authorization headers", refresh,
            headers: TokenRequestHeaders(authorization: ["Basic eA==", "Basic eA=="]),
            "Authorization", .repeated),
        Refused(
            "a bearer token as client authentication", refresh,
            headers: TokenRequestHeaders(authorization: ["Bearer x"]), "Authorization", .unsupported),
        Refused("a header without a pair", refresh, headers: basic("nocolon"), "Authorization", .malformed),
        Refused("a header with an empty secret", refresh, headers: basic("id:"), "Authorization", .malformed),
        Refused("a header with a broken escape", refresh, headers: basic("id:%zz"), "Authorization", .malformed),
        Refused("a header with a signed escape", refresh, headers: basic("id:%+1"), "Authorization", .malformed),
        Refused("a header with an escaped zero", refresh, headers: basic("id:%00"), "Authorization", .malformed),
        Refused(
            "a header that is no base64", refresh, headers: TokenRequestHeaders(authorization: ["Basic ***"]),
            "Authorization", .malformed),
        Refused("two proofs", refresh, headers: TokenRequestHeaders(proof: ["a", "b"]), "DPoP", .repeated),
        Refused(
            "a proof that is too long", refresh,
            headers: TokenRequestHeaders(proof: [String(repeating: "a", count: 8193)]), "DPoP", .tooLong),
        Refused("claims that are no object", refresh + [("claims", "[1]")], "claims", .malformed),
        Refused("claims that are no JSON", refresh + [("claims", "{")], "claims", .malformed),
        Refused(
            "a refresh token that is too long",
            client + [("grant_type", "refresh_token"), ("refresh_token", String(repeating: "a", count: 513))],
            "refresh_token", .tooLong),
        Refused("a scope with a zero", refresh + [("scope", "a\u{0}")], "scope", .malformed),
        Refused(
            "too many parameters", (0..<65).map { ("p\($0)", "1") }, "request", .tooLong),
    ]

    @Test(arguments: refused)
    func `refuses a request`(_ refused: Refused) {
        #expect(parse(refused.fields, refused.headers) == .failure(refused.refusal))
    }

    @Test(arguments: [
        "password", "implicit", "refresh_token ", "Refresh_Token", "urn:ietf:params:oauth:grant-type:jwt-bearer",
    ])
    func `refuses a grant type that is not served`(_ type: String) {
        #expect(parse(Self.client + [("grant_type", type)]) == .failure(.unsupportedGrantType))
    }

    @Test func `an unreadable correlation identifier is not taken over`() throws {
        let request = try parse(Self.refresh, TokenRequestHeaders(clientRequestID: "x\r\ny")).get()
        #expect(request.correlation == nil)
    }
}
