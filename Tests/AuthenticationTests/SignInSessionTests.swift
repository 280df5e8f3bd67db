import AccessModel
import Authentication
import Cryptography
import Testing

struct SignInSessionTests {
    private let tenant = TenantID("tenant")
    private let now = Timestamp(seconds: 1_000)

    private func secret(_ byte: UInt8) throws -> SessionSecret {
        try #require(SessionSecret(randomBytes: Array(repeating: byte, count: 32)))
    }

    private func session() throws -> SignInSession {
        .start(
            id: SessionID("s"), secret: try secret(1), tenant: tenant, account: AccountID("a"), methods: [.password],
            now: now)
    }

    @Test func `a session holds for its cookie, in its tenant, for twelve hours`() throws {
        let session = try session()
        let cookie = try #require(SessionSecret(cookie: try secret(1).cookie))
        #expect(session.holds(in: tenant, secret: cookie, now: now))
        #expect(session.holds(in: tenant, secret: cookie, now: now + .seconds(12 * 3600 - 1)))
        #expect(!session.holds(in: tenant, secret: cookie, now: now + .seconds(12 * 3600)))
        #expect(!session.holds(in: TenantID("other"), secret: cookie, now: now))
        #expect(!session.holds(in: tenant, secret: try secret(2), now: now))
    }

    @Test(arguments: ["", "AQ", String(repeating: "A", count: 42), String(repeating: "A", count: 44), "AQEB.AQEB"])
    func `a cookie of another form is none`(_ cookie: String) {
        #expect(SessionSecret(cookie: cookie) == nil)
    }

    @Test func `a truncated cookie is none, and a secret is never shown`() throws {
        let cookie = try secret(7).cookie
        #expect(SessionSecret(cookie: String(cookie.dropLast())) == nil)
        #expect("\(try secret(7))" == "***")
        #expect(String(reflecting: try secret(7)) == "***")
    }

    @Test func `methods are claimed in a stable order, and unknown ones are dropped`() {
        #expect(AuthenticationMethod.claim([.password, .multipleFactors]) == ["mfa", "pwd"])
        #expect(AuthenticationMethod.methods(in: ["pwd", "hwk"]) == [.password])
    }
}
