import AccessModel
import Cryptography
import JOSE
import Testing

@Suite struct DPoPProofTests {
    static let header =
        "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0Rs"
        + "cEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2"
        + "In19."

    /// RFC 9449 figure 2.
    static let tokenProof =
        header
        + "eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwi"
        + "aWF0IjoxNTYyMjYyNjE2fQ."
        + "2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"

    /// RFC 9449 figure 13.
    static let resourceProof =
        header
        + "eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0"
        + "ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9."
        + "2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA"

    @Test func `verifies the proofs of RFC 9449`() throws {
        let token = try DPoPProof.verify(
            Self.tokenProof, for: .init(method: "POST", url: "https://server.example.com/token"),
            at: Timestamp(seconds: 1_562_262_616)
        ).get()
        #expect(token.tokenID == "-BwC3ESc6acc2lTc")
        #expect(token.keyThumbprint.encoded == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        #expect(token.nonce == nil)
        let resource = try DPoPProof.verify(
            Self.resourceProof,
            for: .init(
                method: "GET", url: "https://resource.example.org/protectedresource",
                accessToken: "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"),
            at: Timestamp(seconds: 1_562_262_618)
        ).get()
        #expect(resource.keyThumbprint == token.keyThumbprint)
        #expect(resource.issuedAt == Timestamp(seconds: 1_562_262_618))
    }

    static let forge = try? TokenForge()
    static let request = DPoPProof.Request(
        method: "POST", url: "https://as.example/t1/token", accessToken: "token", nonce: "n-1")
    /// SHA-256 of `token` in base64url.
    static let tokenHash = "PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A"

    struct Case: Sendable, CustomTestStringConvertible {
        var note: String
        var claims: [String: String]
        var refusal: TokenRefusal?
        var testDescription: String { note }
    }

    static func replacing(_ name: String, _ value: String?, _ refusal: TokenRefusal?) -> Case {
        var claims = [
            "jti": #""j1""#, "htm": #""POST""#, "htu": #""https://as.example/t1/token""#, "iat": "1800000000",
            "ath": #""\#(tokenHash)""#, "nonce": #""n-1""#,
        ]
        claims[name] = value
        return Case(note: "\(name) \(value?.prefix(60) ?? "absent")", claims: claims, refusal: refusal)
    }

    static let cases = [
        replacing("extra", "{}", nil),
        replacing("jti", nil, .missingClaim("jti")),
        replacing("jti", #""""#, .malformedClaim("jti")),
        replacing("jti", #""\#(String(repeating: "j", count: 128))""#, nil),
        replacing("jti", #""\#(String(repeating: "j", count: 129))""#, .malformedClaim("jti")),
        replacing("jti", "1", .malformedClaim("jti")),
        replacing("htm", nil, .missingClaim("htm")),
        replacing("htm", #""post""#, .wrongMethod),
        replacing("htm", #""GET""#, .wrongMethod),
        replacing("htm", #"["POST"]"#, .malformedClaim("htm")),
        replacing("htu", nil, .missingClaim("htu")),
        replacing("htu", #""https://as.example/t1/token?x=1#f""#, nil),
        replacing("htu", #""HTTPS://AS.example:443/t1/./a/../token""#, nil),
        replacing("htu", #""https://as.example/t1/%74oken""#, nil),
        replacing("htu", #""http://as.example/t1/token""#, .wrongTarget),
        replacing("htu", #""https://as.example:8443/t1/token""#, .wrongTarget),
        replacing("htu", #""https://as.example/t1/token/""#, .wrongTarget),
        replacing("htu", #""https://as.example/T1/token""#, .wrongTarget),
        replacing("htu", #""https://as.example.attacker.example/t1/token""#, .wrongTarget),
        replacing("htu", #""https://as.example@attacker.example/t1/token""#, .wrongTarget),
        replacing("htu", #""https://as.example/t2/../t1/token/..""#, .wrongTarget),
        replacing("htu", #""/t1/token""#, .wrongTarget),
        replacing("htu", #""""#, .wrongTarget),
        replacing("iat", nil, .missingClaim("iat")),
        replacing("iat", "1799999940", nil),
        replacing("iat", "1799999939", .tooOld),
        replacing("iat", "1800000010", nil),
        replacing("iat", "1800000011", .issuedInFuture),
        replacing("iat", "1800000000.5", nil),
        replacing("iat", #""1800000000""#, .malformedClaim("iat")),
        replacing("ath", nil, .missingClaim("ath")),
        replacing("ath", #""fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo""#, .wrongAccessToken),
        replacing("ath", #""""#, .wrongAccessToken),
        replacing("nonce", nil, .wrongNonce),
        replacing("nonce", #""n-2""#, .wrongNonce),
        replacing("nonce", "1", .malformedClaim("nonce")),
        replacing("exp", #""soon""#, .malformedClaim("exp")),
    ]

    static func proof(_ forge: TokenForge, _ claims: [String: String], header: String? = nil) throws -> String {
        let payload = "{" + claims.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
        let header = header ?? #"{"typ":"dpop+jwt","alg":"\#(forge.algorithm.rawValue)","jwk":\#(forge.jwk)}"#
        return try forge.token(header: header, payload: payload)
    }

    @Test(arguments: cases)
    func `judges the claims of a proof`(proof: Case) throws {
        let forge = try #require(Self.forge)
        let result = DPoPProof.verify(try Self.proof(forge, proof.claims), for: Self.request, at: now)
        #expect(result.refusal == proof.refusal)
        if case .success(let verified) = result {
            #expect(verified.keyThumbprint == KeyThumbprint(of: forge.key.publicKey))
        }
    }

    @Test func `refuses keys that a proof may not bring`() throws {
        let forge = try #require(Self.forge)
        let other = try TokenForge()
        let claims = Self.replacing("x", "1", nil).claims
        let privateKey = forge.jwk.dropLast() + #","d":"AA"}"#
        let headers: [(String, TokenRefusal)] = [
            (#"{"typ":"dpop+jwt","alg":"ES256"}"#, .unacceptableEmbeddedKey),
            (#"{"typ":"dpop+jwt","alg":"ES256","jwk":null}"#, .unacceptableEmbeddedKey),
            (#"{"typ":"dpop+jwt","alg":"ES256","jwk":"k"}"#, .unacceptableEmbeddedKey),
            (#"{"typ":"dpop+jwt","alg":"ES256","jwk":\#(privateKey)}"#, .unacceptableEmbeddedKey),
            (#"{"typ":"dpop+jwt","alg":"ES256","jwk":{"kty":"oct","k":"AAAA"}}"#, .unacceptableEmbeddedKey),
            (#"{"typ":"dpop+jwt","alg":"RS256","jwk":\#(forge.jwk)}"#, .unacceptableEmbeddedKey),
            (#"{"typ":"dpop+jwt","alg":"ES256","jwk":\#(other.jwk)}"#, .badSignature),
            (#"{"typ":"dpop+jwt","alg":"HS256","jwk":\#(forge.jwk)}"#, .algorithmNotAllowed),
            (#"{"typ":"dpop+jwt","alg":"none","jwk":\#(forge.jwk)}"#, .algorithmNotAllowed),
            (#"{"typ":"JWT","alg":"ES256","jwk":\#(forge.jwk)}"#, .wrongType),
            (#"{"alg":"ES256","jwk":\#(forge.jwk)}"#, .wrongType),
        ]
        for (header, refusal) in headers {
            let proof = try Self.proof(forge, claims, header: header)
            #expect(DPoPProof.verify(proof, for: Self.request, at: now).refusal == refusal)
        }
    }

    @Test(arguments: SignatureAlgorithm.allCases)
    func `what a client makes with each algorithm verifies`(algorithm: SignatureAlgorithm) throws {
        let key = try SigningKey.generate(algorithm.keyType)
        let header = ProtectedHeader(algorithm: algorithm, type: TokenType.dpop, embedding: key.publicKey)
        let payload = #"{"jti":"1","htm":"GET","htu":"https://rs.example/","iat":1800000000}"#
        let bytes = try JWS.sign(
            Array(payload.utf8), header: header, signer: Signer(key, algorithm: algorithm))
        let request = DPoPProof.Request(method: "GET", url: "https://rs.example")
        let proof = String(decoding: bytes, as: UTF8.self)
        #expect(try DPoPProof.verify(proof, for: request, at: now).get().key == key.publicKey)
        #expect(
            DPoPProof.verify(proof, for: request, at: now, algorithms: []).refusal == .algorithmNotAllowed)
    }

    @Test func `refuses a proof of more than eight KiB`() {
        let proof = String(repeating: "A", count: 8193)
        #expect(DPoPProof.verify(proof, for: Self.request, at: now).refusal == .oversized)
    }
}
