import AccessModel
import Cryptography
import JOSE
import Testing

@Suite struct JWTRulesTests {
    static let issuer = "https://id.example/t1/v2.0"
    static let rules = JWTRules(
        issuer: issuer, audience: .contains(["api://orders"]), clockSkew: .seconds(60), maximumAge: .seconds(3600),
        maximumLifetime: .seconds(86_400))

    struct Case: Sendable, CustomTestStringConvertible {
        var note: String
        var claims: String
        var refusal: TokenRefusal?
        var testDescription: String { note }
    }

    /// Claims that are good but for one member, which replaces the good one; nil leaves it out.
    static func claims(_ name: String, _ value: String?) -> String {
        var members = [
            "iss": #""https://id.example/t1/v2.0""#, "aud": #""api://orders""#, "exp": "1800000600",
            "iat": "1800000000",
            "sub": #""s""#, "jti": #""j""#,
        ]
        members[name] = value
        return "{" + members.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
    }

    static func replacing(_ name: String, _ value: String?, _ refusal: TokenRefusal?) -> Case {
        Case(note: "\(name) \(value?.prefix(60) ?? "absent")", claims: claims(name, value), refusal: refusal)
    }

    static let cases: [Case] = [
        replacing("x", "1", nil),
        replacing("iss", nil, .missingClaim("iss")),
        replacing("iss", #""https://id.example/t1/v2.0/""#, .wrongIssuer),
        replacing("iss", #""https://id.example/t1""#, .wrongIssuer),
        replacing("iss", #""https://id.example/t1/v2.0.attacker.example""#, .wrongIssuer),
        replacing("iss", #""HTTPS://id.example/t1/v2.0""#, .wrongIssuer),
        replacing("iss", #"["https://id.example/t1/v2.0"]"#, .malformedClaim("iss")),
        replacing("iss", "null", .malformedClaim("iss")),
        replacing("aud", nil, .missingClaim("aud")),
        replacing("aud", #"["api://orders"]"#, nil),
        replacing("aud", #"["other","api://orders"]"#, nil),
        replacing("aud", #"["other"]"#, .wrongAudience),
        replacing("aud", #""other""#, .wrongAudience),
        replacing("aud", #""api://orders/""#, .wrongAudience),
        replacing("aud", #""api://orders api://other""#, .wrongAudience),
        replacing("aud", #""API://orders""#, .wrongAudience),
        replacing("aud", #""""#, .wrongAudience),
        replacing("aud", "[]", .malformedClaim("aud")),
        replacing("aud", #"["api://orders",1]"#, .malformedClaim("aud")),
        replacing("aud", #"{"api://orders":1}"#, .malformedClaim("aud")),
        replacing("aud", "null", .malformedClaim("aud")),
        replacing(
            "aud", "[" + Array(repeating: #""api://orders""#, count: 33).joined(separator: ",") + "]",
            .malformedClaim("aud")),
        replacing("exp", nil, .missingClaim("exp")),
        replacing("exp", "1800000000", nil),
        replacing("exp", "1799999941", nil),
        replacing("exp", "1799999940", .expired),
        replacing("exp", "0", .expired),
        replacing("exp", "1800000600.25", nil),
        replacing("exp", "1.8000006e9", nil),
        replacing("exp", "1799999939.9", .expired),
        replacing("exp", #""1800000600""#, .malformedClaim("exp")),
        replacing("exp", "true", .malformedClaim("exp")),
        replacing("exp", "null", .malformedClaim("exp")),
        replacing("exp", "-1", .malformedClaim("exp")),
        replacing("exp", "-0.5", .malformedClaim("exp")),
        replacing("exp", "1800086460", nil),
        replacing("exp", "1800086461", .lifetimeTooLong),
        replacing("exp", "253402300799", .lifetimeTooLong),
        replacing("exp", "253402300800", .malformedClaim("exp")),
        replacing("exp", "1800000600000", .malformedClaim("exp")),
        replacing("exp", "1e15", .malformedClaim("exp")),
        replacing("exp", "9223372036854775807", .malformedClaim("exp")),
        replacing("exp", "9223372036854775808", .malformed(.payload)),
        replacing("exp", "1e400", .malformed(.payload)),
        replacing("exp", "NaN", .malformed(.payload)),
        replacing("nbf", "1800000060", nil),
        replacing("nbf", "1800000061", .notYetValid),
        replacing("nbf", #""1800000000""#, .malformedClaim("nbf")),
        replacing("iat", nil, .missingClaim("iat")),
        replacing("iat", "1800000060", nil),
        replacing("iat", "1800000061", .issuedInFuture),
        replacing("iat", "1799996340", nil),
        replacing("iat", "1799996339", .tooOld),
        replacing("iat", "1800000000.75", nil),
        replacing("iat", "-5", .malformedClaim("iat")),
        replacing("jti", #""""#, .malformedClaim("jti")),
        replacing("jti", "7", .malformedClaim("jti")),
        replacing("jti", #""\#(String(repeating: "j", count: 513))""#, .malformedClaim("jti")),
        replacing("sub", "1", .malformedClaim("sub")),
        Case(note: "list", claims: "[]", refusal: .malformed(.payload)),
        Case(note: "nothing", claims: "", refusal: .malformed(.payload)),
        Case(note: "two", claims: "{}{}", refusal: .malformed(.payload)),
        Case(note: "claim twice", claims: #"{"iss":"a","iss":"b"}"#, refusal: .malformed(.payload)),
        Case(
            note: "nesting bomb",
            claims: #"{"a":"# + String(repeating: "[", count: 3000) + String(repeating: "]", count: 3000) + "}",
            refusal: .malformed(.payload)),
    ]

    static let forge = try? TokenForge()

    @Test(arguments: cases)
    func `judges claims`(claims: Case) throws {
        let forge = try #require(Self.forge)
        let token = try forge.token(header: #"{"alg":"ES256","typ":"at+jwt"}"#, payload: claims.claims)
        let result = JWT.verify(token, policy: forge.policy(), rules: Self.rules, at: now)
        #expect(result.refusal == claims.refusal)
    }

    @Test func `judges no claim of a token whose signature is bad`() throws {
        let forge = try #require(Self.forge)
        let token = try TokenForge().token(header: #"{"alg":"ES256","typ":"at+jwt"}"#, payload: "[]")
        #expect(JWT.verify(token, policy: forge.policy(), rules: Self.rules, at: now).refusal == .badSignature)
    }

    @Test func `an audience that must stand alone is refused in company`() throws {
        let rules = JWTRules(issuer: nil, audience: .only(["https://as.example", "https://as2.example"]))
        let good = try JWTClaims(Array(#"{"aud":["https://as2.example"],"exp":1800000100}"#.utf8))
        try rules.check(good, at: now)
        let company = try JWTClaims(
            Array(#"{"aud":["https://as.example","https://rs.example"],"exp":1800000100}"#.utf8))
        #expect(throws: TokenRefusal.wrongAudience) { try rules.check(company, at: now) }
        let none = try JWTClaims(Array(#"{"exp":1800000100}"#.utf8))
        #expect(throws: TokenRefusal.missingClaim("aud")) { try rules.check(none, at: now) }
    }

    @Test func `subject and further claims are held to their rules`() throws {
        let rules = JWTRules(issuer: nil, subject: "client", audience: .unchecked, requiredClaims: ["jti"])
        try rules.check(JWTClaims(Array(#"{"sub":"client","jti":"1"}"#.utf8)), at: now)
        #expect(throws: TokenRefusal.wrongSubject) {
            try rules.check(JWTClaims(Array(#"{"sub":"Client","jti":"1"}"#.utf8)), at: now)
        }
        #expect(throws: TokenRefusal.missingClaim("sub")) {
            try rules.check(JWTClaims(Array(#"{"jti":"1"}"#.utf8)), at: now)
        }
        #expect(throws: TokenRefusal.missingClaim("jti")) {
            try rules.check(JWTClaims(Array(#"{"sub":"client"}"#.utf8)), at: now)
        }
    }

    @Test func `canonically equivalent issuers are not the same`() throws {
        let rules = JWTRules(issuer: "caf\u{E9}", audience: .unchecked, requiredClaims: [])
        let claims = try JWTClaims(Array("{\"iss\":\"cafe\u{301}\"}".utf8))
        #expect(throws: TokenRefusal.wrongIssuer) { try rules.check(claims, at: now) }
    }
}

@Suite struct MintTests {
    @Test(arguments: SignatureAlgorithm.allCases)
    func `what is minted verifies`(algorithm: SignatureAlgorithm) throws {
        let key = try SigningKey.generate(algorithm.keyType)
        let signer = try Signer(key, algorithm: algorithm)
        let header = ProtectedHeader(algorithm: algorithm, type: TokenType.accessToken, keyID: "k1")
        let keys = JWKSet([JWK(key.publicKey, keyID: "k1")])
        let policy = JWSPolicy(algorithms: [algorithm], type: .exactly(TokenType.accessToken), keys: .set(keys))
        for payload in ["{}", #"{"iss":"x","exp":1800000600}"#] {
            let token = try JWS.sign(Array(payload.utf8), header: header, signer: signer)
            let verified = try UnverifiedJWS(token).verified(by: policy).get()
            #expect(verified.payload == Array(payload.utf8))
            #expect(verified.header.keyID == "k1")
            #expect(verified.key == key.publicKey)
        }
    }

    @Test func `refuses a header that names another algorithm than the signer's`() throws {
        let signer = try Signer(SigningKey.generate(.p256), algorithm: .es256)
        let header = ProtectedHeader(algorithm: .rs256, type: "JWT", keyID: nil)
        #expect(throws: CryptographyError.unsupported("algorithm for this key")) {
            try JWS.sign([1], header: header, signer: signer)
        }
    }

    @Test func `a refusal names no content`() {
        #expect("\(TokenRefusal.missingClaim("exp"))" == "missing_claim_exp")
        #expect("\(TokenRefusal.malformed(.header))" == "malformed_header")
    }

    @Test func `reads a certificate chain only in its form`() throws {
        let forge = try TokenForge()
        let good = try UnverifiedJWS(
            forge.token(header: #"{"alg":"ES256","x5c":["AQID","BAU="]}"#, payload: "{}"))
        #expect(try good.header.certificateChain() == [[1, 2, 3], [4, 5]])
        for value in [
            "[]", #""AQID""#, "[1]", #"["A-_B"]"#,
            "[" + Array(repeating: #""AA==""#, count: 11).joined(separator: ",") + "]",
        ] {
            let token = try UnverifiedJWS(forge.token(header: #"{"alg":"ES256","x5c":\#(value)}"#, payload: "{}"))
            #expect(throws: TokenRefusal.malformed(.header)) { try token.header.certificateChain() }
        }
    }
}
