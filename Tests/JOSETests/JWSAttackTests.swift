import AccessModel
import Cryptography
import JOSE
import Testing

/// Forms of a token that have fooled verifiers (RFC 8725 section 2): each is truly signed unless it says otherwise.
@Suite struct JWSAttackTests {
    static let forge = try? TokenForge()

    struct Attack: Sendable, CustomTestStringConvertible {
        var note: String
        var header: String
        var payload = "{}"
        var refusal: TokenRefusal
        var testDescription: String { note }
    }

    static let headers = [
        Attack(note: "none", header: #"{"alg":"none","typ":"at+jwt"}"#, refusal: .algorithmNotAllowed),
        Attack(note: "nOnE", header: #"{"alg":"nOnE","typ":"at+jwt"}"#, refusal: .algorithmNotAllowed),
        Attack(note: "empty algorithm", header: #"{"alg":"","typ":"at+jwt"}"#, refusal: .algorithmNotAllowed),
        Attack(note: "HS256", header: #"{"alg":"HS256","typ":"at+jwt"}"#, refusal: .algorithmNotAllowed),
        Attack(
            note: "RS256 with a P-256 key", header: #"{"alg":"RS256","typ":"at+jwt"}"#, refusal: .algorithmNotAllowed),
        Attack(note: "lower case", header: #"{"alg":"es256","typ":"at+jwt"}"#, refusal: .algorithmNotAllowed),
        Attack(note: "no algorithm", header: #"{"typ":"at+jwt"}"#, refusal: .malformed(.header)),
        Attack(note: "algorithm is a number", header: #"{"alg":1,"typ":"at+jwt"}"#, refusal: .malformed(.header)),
        Attack(note: "algorithm is a list", header: #"{"alg":["ES256"],"typ":"at+jwt"}"#, refusal: .malformed(.header)),
        Attack(
            note: "algorithm twice", header: #"{"alg":"ES256","alg":"none","typ":"at+jwt"}"#,
            refusal: .malformed(.header)),
        Attack(
            note: "algorithm twice by escape", header: #"{"alg":"ES256","\u0061lg":"none","typ":"at+jwt"}"#,
            refusal: .malformed(.header)),
        Attack(
            note: "unknown crit", header: #"{"alg":"ES256","typ":"at+jwt","crit":["x"],"x":1}"#,
            refusal: .unknownExtension),
        Attack(note: "empty crit", header: #"{"alg":"ES256","typ":"at+jwt","crit":[]}"#, refusal: .unknownExtension),
        Attack(note: "crit null", header: #"{"alg":"ES256","typ":"at+jwt","crit":null}"#, refusal: .unknownExtension),
        Attack(
            note: "b64", header: #"{"alg":"ES256","typ":"at+jwt","crit":["b64"],"b64":false}"#,
            refusal: .unknownExtension),
        Attack(note: "b64 alone", header: #"{"alg":"ES256","typ":"at+jwt","b64":false}"#, refusal: .unknownExtension),
        Attack(note: "encryption", header: #"{"alg":"ES256","typ":"at+jwt","enc":"A256GCM"}"#, refusal: .encrypted),
        Attack(
            note: "PBES2", header: #"{"alg":"PBES2-HS256+A128KW","p2c":2147483647,"enc":"A128GCM"}"#,
            refusal: .encrypted),
        Attack(note: "no type", header: #"{"alg":"ES256"}"#, refusal: .wrongType),
        Attack(note: "type is null", header: #"{"alg":"ES256","typ":null}"#, refusal: .wrongType),
        Attack(note: "type of another kind", header: #"{"alg":"ES256","typ":true}"#, refusal: .malformed(.header)),
        Attack(note: "security event", header: #"{"alg":"ES256","typ":"secevent+jwt"}"#, refusal: .wrongType),
        Attack(note: "plain JWT", header: #"{"alg":"ES256","typ":"JWT"}"#, refusal: .wrongType),
        Attack(note: "logout token", header: #"{"alg":"ES256","typ":"logout+jwt"}"#, refusal: .wrongType),
        Attack(note: "proof", header: #"{"alg":"ES256","typ":"dpop+jwt"}"#, refusal: .wrongType),
        Attack(
            note: "attestation", header: #"{"alg":"ES256","typ":"oauth-client-attestation+jwt"}"#, refusal: .wrongType),
        Attack(note: "type with a tail", header: #"{"alg":"ES256","typ":"at+jwt2"}"#, refusal: .wrongType),
        Attack(note: "other media tree", header: #"{"alg":"ES256","typ":"text/at+jwt"}"#, refusal: .wrongType),
        Attack(
            note: "long key identifier",
            header: #"{"alg":"ES256","typ":"at+jwt","kid":"\#(String(repeating: "k", count: 513))"}"#,
            refusal: .malformed(.header)),
        Attack(
            note: "key identifier is a number", header: #"{"alg":"ES256","typ":"at+jwt","kid":7}"#,
            refusal: .malformed(.header)),
        Attack(
            note: "deep nesting",
            header: #"{"alg":"ES256","typ":"at+jwt","x":\#(String(repeating: "[", count: 9))"#
                + String(repeating: "]", count: 9) + "}", refusal: .malformed(.header)),
        Attack(
            note: "large header",
            header: #"{"alg":"ES256","typ":"at+jwt","x":"\#(String(repeating: "x", count: 9000))"}"#,
            refusal: .oversized),
        Attack(
            note: "many members",
            header: #"{"alg":"ES256","typ":"at+jwt""# + (0..<200).map { #","a\#($0)":1"# }.joined() + "}",
            refusal: .malformed(.header)),
        Attack(note: "list", header: #"["ES256"]"#, refusal: .malformed(.header)),
        Attack(note: "string", header: #""ES256""#, refusal: .malformed(.header)),
        Attack(note: "empty", header: "", refusal: .malformed(.compact)),
        Attack(note: "trailing text", header: #"{"alg":"ES256","typ":"at+jwt"}x"#, refusal: .malformed(.header)),
        Attack(note: "comment", header: #"{"alg":"ES256"/**/,"typ":"at+jwt"}"#, refusal: .malformed(.header)),
        Attack(note: "single quotes", header: "{'alg':'ES256'}", refusal: .malformed(.header)),
        Attack(note: "NUL", header: #"{"alg":"ES256\u0000","typ":"at+jwt"}"#, refusal: .malformed(.header)),
    ]

    @Test(arguments: headers)
    func `refuses a header`(attack: Attack) throws {
        let forge = try #require(Self.forge)
        let token = try forge.token(header: attack.header, payload: attack.payload)
        #expect(Self.refusal(of: token, policy: forge.policy()) == attack.refusal)
    }

    /// None of these is looked at, so the token is judged by the known key alone, and nothing is fetched.
    @Test(arguments: [
        #""jku":"https://attacker.example/keys""#, #""x5u":"http://169.254.169.254/""#, #""x5c":["AAAA"]"#,
        #""kid":"../../../../dev/null""#, #""kid":"' OR 1=1 --""#, #""kid":"x\u0007\n""#, #""zip":"DEF""#,
    ])
    func `gives no meaning to what a header says of keys`(member: String) throws {
        let forge = try #require(Self.forge)
        let stranger = try TokenForge()
        let header = #"{"alg":"ES256","typ":"at+jwt",\#(member)}"#
        #expect(Self.refusal(of: try forge.token(header: header, payload: "{}"), policy: forge.policy()) == nil)
        let forged = try stranger.token(header: header, payload: "{}")
        #expect(Self.refusal(of: forged, policy: forge.policy()) == .badSignature)
    }

    @Test func `refuses a key that the token brings along where keys are known`() throws {
        let forge = try #require(Self.forge)
        let stranger = try TokenForge()
        let header = #"{"alg":"ES256","typ":"at+jwt","jwk":\#(stranger.jwk)}"#
        let token = try stranger.token(header: header, payload: "{}")
        #expect(Self.refusal(of: token, policy: forge.policy()) == .badSignature)
    }

    @Test(arguments: ["at+jwt", "AT+JWT", "application/at+jwt", "Application/AT+jwt"])
    func `accepts the type in each of its spellings`(type: String) throws {
        let forge = try #require(Self.forge)
        let token = try forge.token(header: #"{"alg":"ES256","typ":"\#(type)"}"#, payload: "{}")
        #expect(Self.refusal(of: token, policy: forge.policy()) == nil)
    }

    @Test func `accepts an absent type only where the use allows it`() throws {
        let forge = try #require(Self.forge)
        let token = try forge.token(header: #"{"alg":"ES256"}"#, payload: "{}")
        #expect(Self.refusal(of: token, policy: forge.policy(type: .absentOr(["JWT"]))) == nil)
        let other = try forge.token(header: #"{"alg":"ES256","typ":"at+jwt"}"#, payload: "{}")
        #expect(Self.refusal(of: other, policy: forge.policy(type: .absentOr(["JWT"]))) == .wrongType)
    }

    struct Form: Sendable, CustomTestStringConvertible {
        var note: String
        var change: @Sendable (String) -> String
        var refusal: TokenRefusal
        var testDescription: String { note }
    }

    static let forms = [
        Form(note: "empty", change: { _ in "" }, refusal: .malformed(.compact)),
        Form(note: "one part", change: { String($0.prefix { $0 != "." }) }, refusal: .malformed(.compact)),
        Form(note: "two parts", change: { parts($0)[0...1].joined(separator: ".") }, refusal: .malformed(.compact)),
        Form(note: "four parts", change: { $0 + ".AA" }, refusal: .malformed(.compact)),
        Form(note: "five parts", change: { $0 + ".AA.AA" }, refusal: .encrypted),
        Form(note: "JSON serialization", change: { #"{"payload":"\#(parts($0)[1])"}"# }, refusal: .malformed(.compact)),
        Form(note: "cut by one", change: { String($0.dropLast()) }, refusal: .malformed(.signature)),
        Form(note: "cut by six", change: { String($0.dropLast(6)) }, refusal: .badSignature),
        Form(note: "no signature", change: { parts($0)[0...1].joined(separator: ".") + "." }, refusal: .badSignature),
        Form(note: "padding", change: { $0 + "==" }, refusal: .malformed(.signature)),
        Form(note: "padding in header", change: { "e30=" + $0.drop { $0 != "." } }, refusal: .malformed(.header)),
        Form(note: "space before", change: { " " + $0 }, refusal: .malformed(.header)),
        Form(note: "newline after", change: { $0 + "\n" }, refusal: .malformed(.signature)),
        Form(
            note: "space in the payload",
            change: { [parts($0)[0], parts($0)[1] + " ", parts($0)[2]].joined(separator: ".") },
            refusal: .malformed(.payload)),
        Form(
            note: "standard alphabet", change: { parts($0)[0] + "." + parts($0)[1] + ".+/+/" },
            refusal: .malformed(.signature)),
        Form(note: "another payload", change: { parts($0)[0] + ".e30." + parts($0)[2] }, refusal: .badSignature),
        Form(note: "larger than accepted", change: { $0 + String(repeating: "A", count: 40_000) }, refusal: .oversized),
        Form(
            note: "a million dots", change: { _ in String(repeating: ".", count: 30_000) },
            refusal: .malformed(.compact)),
        Form(note: "not ASCII", change: { $0 + "é" }, refusal: .malformed(.signature)),
        Form(
            note: "not canonical in the last bits",
            change: { String($0.dropLast()) + ($0.hasSuffix("A") ? "B" : "\(nextSymbol($0))") },
            refusal: .malformed(.signature)),
    ]

    static func parts(_ token: String) -> [String] { token.split(separator: ".").map(String.init) }

    /// The last character with one of its unused bits set: the same bytes in another spelling.
    static func nextSymbol(_ token: String) -> Character {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = token.last.flatMap { alphabet.firstIndex(of: $0) } ?? 0
        return alphabet[last | 1]
    }

    @Test(arguments: forms)
    func `refuses a form`(form: Form) throws {
        let forge = try #require(Self.forge)
        let token = try forge.token(header: #"{"alg":"ES256","typ":"at+jwt"}"#, payload: #"{"a":1}"#)
        #expect(Self.refusal(of: token, policy: forge.policy()) == nil)
        #expect(Self.refusal(of: form.change(token), policy: forge.policy()) == form.refusal)
    }

    @Test(
        arguments: [
            [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], [0xEF, 0xBB, 0xBF, 0x7B, 0x7D],
            [0x7B, 0x22, 0xC0, 0xAF, 0x22, 0x3A, 0x31, 0x7D],
        ] as [[UInt8]])
    func `refuses headers and payloads that are not UTF-8`(bytes: [UInt8]) throws {
        let forge = try #require(Self.forge)
        let header = Array(#"{"alg":"ES256","typ":"at+jwt"}"#.utf8)
        #expect(
            Self.refusal(of: try forge.token(header: bytes, payload: []), policy: forge.policy()) == .malformed(.header)
        )
        let signed = try UnverifiedJWS(forge.token(header: header, payload: bytes)).verified(by: forge.policy()).get()
        #expect(throws: TokenRefusal.malformed(.payload)) { try signed.claims() }
    }

    @Test func `refuses a DER signature and a signature of another key`() throws {
        let forge = try #require(Self.forge)
        let header = Base64URL.encode(Array(#"{"alg":"ES256","typ":"at+jwt"}"#.utf8))
        let der: [UInt8] = [0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01]
        for signature in [der, [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0, count: 32) + der] {
            let token = header + ".e30." + Base64URL.encode(signature)
            #expect(Self.refusal(of: token, policy: forge.policy()) == .badSignature)
        }
    }

    @Test func `takes no algorithm that the use does not allow`() throws {
        let forge = try TokenForge(.rs256)
        let token = try forge.token(header: #"{"alg":"RS256","typ":"at+jwt"}"#, payload: "{}")
        #expect(Self.refusal(of: token, policy: forge.policy()) == nil)
        #expect(Self.refusal(of: token, policy: forge.policy(algorithms: [.ps256])) == .algorithmNotAllowed)
        #expect(Self.refusal(of: token, policy: forge.policy(algorithms: [])) == .algorithmNotAllowed)
        let relabelled = try forge.token(header: #"{"alg":"PS256","typ":"at+jwt"}"#, payload: "{}")
        #expect(Self.refusal(of: relabelled, policy: forge.policy(algorithms: [.ps256])) == .badSignature)
        let otherKind = try forge.token(header: #"{"alg":"ES256","typ":"at+jwt"}"#, payload: "{}")
        #expect(Self.refusal(of: otherKind, policy: forge.policy(algorithms: [.es256])) == .unknownKey)
    }

    static func refusal(of token: String, policy: JWSPolicy) -> TokenRefusal? {
        Result { () throws(TokenRefusal) in try UnverifiedJWS(token).verified(by: policy).get() }.refusal
    }
}
