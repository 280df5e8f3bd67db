import ManagedAppClient
import Testing

struct ClaimsChallengeTests {
    private static let claims = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#
    private static let encoded = "eyJhY2Nlc3NfdG9rZW4iOnsiYWNycyI6eyJlc3NlbnRpYWwiOnRydWUsInZhbHVlIjoiYzEifX19"

    @Test(arguments: [
        #"Bearer realm="", error="insufficient_claims", claims="\#(encoded)""#,
        #"Bearer realm="",error="insufficient_claims",claims="\#(encoded)==""#,
        #"Bearer claims=\#(encoded), error=insufficient_claims"#,
        #"bearer CLAIMS = "\#(encoded)" , error="insufficient_claims""#,
        #"Bearer error="insufficient_claims" claims="\#(encoded)""#,
        #"PoP nonce="x, claims=y", Bearer claims="\#(encoded)""#,
        #"Negotiate, Basic realm="a \"claims\"", Bearer claims="\#(encoded)", Basic realm=b"#,
        #"Bearer error_description="say claims=\"no\"", claims="\#(encoded)""#,
        #"DPoP algs="ES256", claims="\#(encoded)%3D%3D""#,
        #"Bearer claims="{\"access_token\":{\"acrs\":{\"essential\":true,\"value\":\"c1\"}}}""#,
        #"Bearer claims="\#(encoded)"#,
    ])
    func `pain 15: a challenge is read however it is written`(header: String) {
        #expect(ClaimsChallenge([header])?.claims == Self.claims)
    }

    @Test func `pain 15: the challenge is found in any of several headers`() {
        #expect(ClaimsChallenge(["Basic realm=a", #"Bearer claims="\#(Self.encoded)""#])?.claims == Self.claims)
    }

    @Test(arguments: [
        "", "Bearer", "Bearer realm=x", #"Basic claims="\#(encoded)""#, "Bearer claims=", #"Bearer claims="!!!!""#,
        #"Bearer claims="W10=""#, "=,=,=\"", "Bearer claims=\"", String(repeating: "Bearer claims=x,", count: 9000),
    ])
    func `pain 15: what is no claims challenge is none, and harms nothing`(header: String) {
        #expect(ClaimsChallenge([header]) == nil)
    }

    @Test func `challenges are told apart with their parameters`() {
        let found = AuthenticateChallenge.list([#"Bearer realm="a", x=y, DPoP algs="ES256 RS256""#, "Basic"])
        #expect(found.map(\.scheme) == ["bearer", "dpop", "basic"])
        #expect(found[0].parameters == ["realm": "a", "x": "y"])
        #expect(found[1].parameters == ["algs": "ES256 RS256"])
    }
}
