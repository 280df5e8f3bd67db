import AccessModel
import AuthorizationServer
import JSONCoding
import Testing

struct DeviceAuthorizationTests {
    @Test func `a user code is eight consonants, drawn without favour`() throws {
        #expect(UserCode(randomBytes: Array(0..<32))?.display == "BCDF-GHJK")
        // 240 to 255 would favour the first letters, so they are left out.
        #expect(
            UserCode(randomBytes: Array(repeating: 240, count: 24) + Array(232..<240))?.canonical == "QRSTVWXZ")
        #expect(UserCode(randomBytes: Array(repeating: 240, count: 32)) == nil)
        #expect(UserCode(randomBytes: [1, 2, 3]) == nil)
    }

    @Test(arguments: ["BCDF-GHJK", "bcdfghjk", " b c d f - g h j k ", "BCDFGHJK"])
    func `reads what a user types`(_ text: String) {
        #expect(UserCode(typed: text)?.canonical == "BCDFGHJK")
    }

    @Test(arguments: [
        "", "BCDF-GHJ", "BCDF-GHJKL", "ACDF-GHJK", "BCDF_GHJK", "1CDFGHJK", "ＢCDFGHJK",
        String(repeating: "-", count: 40),
    ])
    func `anything else is no code`(_ text: String) {
        #expect(UserCode(typed: text) == nil)
    }

    @Test func `a request starts an authorization that lives fifteen minutes`() throws {
        let request = try DeviceAuthorizationRequest.parse(
            [
                ("client_id", Fixture.app.rawValue), ("scope", Fixture.scope),
                ("claims", #"{"access_token":{"xms_cc":{"values":["protapp"]}}}"#),
            ], headers: TokenRequestHeaders()
        ).get()
        let issued = DeviceAuthorization.issue(
            for: request, client: Fixture.publicClient(), tenant: Fixture.tenant, grant: Fixture.grantID,
            deviceCodeBytes: Fixture.randomBytes, userCodeBytes: Array(0..<32), now: Fixture.now)
        let (token, authorization) = try #require(issued)
        #expect(authorization.hash == token.hash)
        #expect(authorization.userCode == "BCDFGHJK")
        #expect(authorization.declaredCapabilities == [.protapp])
        #expect(authorization.isOpen(now: Fixture.now + .milliseconds(899_999)))
        #expect(!authorization.isOpen(now: Fixture.now + .seconds(900)))
        let json = try JSONValue.parse(
            DeviceAuthorizationAnswer(token, authorization, verificationURI: "https://id.example/t/device").jsonBytes())
        #expect(json["device_code"]?.stringValue == token.text)
        #expect(json["user_code"] == "BCDF-GHJK")
        #expect(json["expires_in"] == 900)
        #expect(json["interval"] == 5)
        #expect(json["message"]?.stringValue?.contains("BCDF-GHJK") == true)
    }

    @Test func `a decided authorization is not decided again`() {
        for state in [DeviceAuthorizationState.approved(Fixture.approval), .denied, .consumed] {
            #expect(!Fixture.deviceAuthorization(state).isOpen(now: Fixture.now))
        }
    }

    @Test func `refuses a request without scope or client, or with broken claims`() {
        let client = ("client_id", Fixture.app.rawValue)
        func parse(_ fields: [(name: String, value: String)]) -> Result<DeviceAuthorizationRequest, TokenRequestRefusal>
        {
            DeviceAuthorizationRequest.parse(fields, headers: TokenRequestHeaders())
        }
        #expect(parse([client]) == .failure(.invalidRequest(RequestFault("scope", .missing))))
        #expect(parse([("scope", "a")]) == .failure(.invalidRequest(RequestFault("client_id", .missing))))
        #expect(
            parse([client, ("scope", "a"), ("claims", "{")])
                == .failure(.invalidRequest(RequestFault("claims", .malformed))))
    }
}
