import AuthorizationServer
import Testing

struct PKCETests {
    @Test func `the example of RFC 7636 appendix B holds`() {
        #expect(PKCE.holds(verifier: Fixture.verifier, challenge: Fixture.challenge))
    }

    @Test func `a downgrade fails in both directions`() {
        #expect(!PKCE.holds(verifier: nil, challenge: Fixture.challenge))
        #expect(!PKCE.holds(verifier: Fixture.verifier, challenge: nil))
        #expect(PKCE.holds(verifier: nil, challenge: nil))
    }

    @Test func `a plain challenge is not its own verifier`() {
        #expect(!PKCE.holds(verifier: Fixture.challenge, challenge: Fixture.challenge))
    }

    @Test(arguments: [
        "", "short", String(repeating: "a", count: 42), String(repeating: "a", count: 129),
        Fixture.verifier + "=", Fixture.verifier + " ", String(Fixture.verifier.dropLast()) + "\u{0}",
    ])
    func `what is no verifier never holds`(_ verifier: String) {
        #expect(!PKCE.holds(verifier: verifier, challenge: Fixture.challenge))
    }

    @Test(arguments: [
        "", "abc", Fixture.challenge + "A", Fixture.challenge + "=", String(Fixture.challenge.dropLast()),
    ])
    func `what is no S256 challenge is refused`(_ challenge: String) {
        #expect(!PKCE.isChallenge(challenge))
    }
}
