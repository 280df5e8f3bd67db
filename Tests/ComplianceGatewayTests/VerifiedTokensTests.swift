import AccessModel
import AuthorizationServer
import JOSE
import Testing

@testable import ComplianceGateway

@Suite struct VerifiedTokensTests {
    private static let issued = Timestamp(seconds: 1_000_000)
    private static let good = issued + .seconds(10)

    private static func claims(_ audience: String = "api://mail") -> AccessTokenClaims {
        AccessTokenClaims(
            issuer: "https://gateway.example/t/v2.0", audience: audience, subject: .client, tenant: TenantID("t"),
            client: ClientID("c"), scopes: [], issuedAt: issued, expiresAt: issued + .seconds(60), tokenID: "j",
            point: DecisionPoint(epoch: 1, sequence: 1))
    }

    /// Asks for a token, and counts how often it was verified.
    private static func ask(
        _ tokens: VerifiedTokens, _ token: String = "token", for audience: AccessToken.Audience = .any,
        at now: Timestamp = good, answer: Result<AccessTokenClaims, TokenRefusal> = .success(claims()),
        verified: inout Int
    ) -> Result<AccessTokenClaims, TokenRefusal> {
        tokens.claims(of: token, for: audience, now: now) {
            verified += 1
            return answer
        }
    }

    @Test func `verifies a token once`() {
        let tokens = VerifiedTokens()
        var count = 0
        for _ in 0..<3 { #expect(Self.ask(tokens, verified: &count) == .success(Self.claims())) }
        #expect(count == 1)
        _ = Self.ask(tokens, "another", verified: &count)
        #expect(count == 2)
    }

    @Test(arguments: [(-1, false), (0, true), (59, true), (60, false)])
    func `believes a known token in its lifetime alone`(seconds: Int, isBelieved: Bool) {
        let tokens = VerifiedTokens()
        var count = 0
        _ = Self.ask(tokens, verified: &count)
        let now = Self.issued + .seconds(seconds)
        let again = Self.ask(tokens, at: now, answer: .failure(.expired), verified: &count)
        #expect(again == (isBelieved ? .success(Self.claims()) : .failure(.expired)))
    }

    @Test func `believes a known token for its audience alone`() {
        let tokens = VerifiedTokens()
        var count = 0
        _ = Self.ask(tokens, verified: &count)
        let own = Self.ask(tokens, for: .only("api://mail"), answer: .failure(.wrongAudience), verified: &count)
        #expect(own == .success(Self.claims()))
        let other = Self.ask(tokens, for: .only("api://files"), answer: .failure(.wrongAudience), verified: &count)
        #expect(other == .failure(.wrongAudience))
    }

    @Test func `keeps no refusal`() {
        let tokens = VerifiedTokens()
        var count = 0
        _ = Self.ask(tokens, answer: .failure(.badSignature), verified: &count)
        #expect(Self.ask(tokens, verified: &count) == .success(Self.claims()))
        #expect(count == 2)
    }

    @Test func `forgets the oldest when it is full`() {
        let tokens = VerifiedTokens(halfCount: 2)
        var count = 0
        for token in ["1", "2", "3", "4", "5"] { _ = Self.ask(tokens, token, verified: &count) }
        #expect(count == 5)
        for token in ["3", "4", "5"] { _ = Self.ask(tokens, token, verified: &count) }
        #expect(count == 5)
        _ = Self.ask(tokens, "1", verified: &count)
        #expect(count == 6)
    }
}
