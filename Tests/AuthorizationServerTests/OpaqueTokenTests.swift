import AuthorizationServer
import Testing

struct OpaqueTokenTests {
    private func token(_ kind: OpaqueTokenKind = .refreshToken) throws -> OpaqueToken {
        try #require(OpaqueToken(kind, randomBytes: Fixture.randomBytes))
    }

    @Test(arguments: OpaqueTokenKind.allCases)
    func `a token reads back as its own kind and no other`(_ kind: OpaqueTokenKind) throws {
        let made = try token(kind)
        #expect(OpaqueToken(kind, presented: made.text)?.hash == made.hash)
        for other in OpaqueTokenKind.allCases where other != kind {
            #expect(OpaqueToken(other, presented: made.text) == nil)
        }
    }

    @Test func `a truncated or longer token is none, and hashes to something else`() throws {
        let text = try token().text
        for count in 0..<text.count {
            let cut = String(text.prefix(count))
            #expect(OpaqueToken(.refreshToken, presented: cut) == nil)
            #expect(SecretHash(of: cut) != SecretHash(of: text))
        }
        #expect(OpaqueToken(.refreshToken, presented: text + "A") == nil)
        #expect(OpaqueToken(.refreshToken, presented: text + "=") == nil)
    }

    @Test func `another spelling of the last character is none`() throws {
        let text = try token().text
        // 32 bytes leave four unused bits in the last character: all but one value of them are another spelling.
        let last = try #require(text.last)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        let others = alphabet.filter { $0 != last }.map { String(text.dropLast()) + String($0) }
        let accepted = others.filter { OpaqueToken(.refreshToken, presented: $0) != nil }
        #expect(accepted.allSatisfy { OpaqueToken(.refreshToken, presented: $0)?.hash != SecretHash(of: text) })
        #expect(accepted.count == 15)
    }

    @Test func `a token is never shown`() throws {
        let token = try token()
        #expect("\(token)" == "***")
        #expect(String(reflecting: token) == "***")
        #expect("\(PresentedSecret("s"))" == "***")
    }

    @Test func `fewer than 32 random bytes make none`() {
        #expect(OpaqueToken(.refreshToken, randomBytes: []) == nil)
        #expect(OpaqueToken(.refreshToken, randomBytes: Array(Fixture.randomBytes.dropLast())) == nil)
    }
}
