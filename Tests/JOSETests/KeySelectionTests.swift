import Cryptography
import JOSE
import JSONCoding
import Testing

@Suite struct KeySelectionTests {
    static func token(_ forge: TokenForge, _ members: String) throws -> UnverifiedJWS {
        let header = #"{"alg":"\#(forge.algorithm.rawValue)","typ":"JWT"\#(members)}"#
        return try UnverifiedJWS(forge.token(header: header, payload: "{}"))
    }

    static func policy(_ keys: [JWK]) -> JWSPolicy {
        JWSPolicy(algorithms: [.es256, .rs256], type: .exactly("JWT"), keys: .set(JWKSet(keys)))
    }

    @Test func `takes the key that the header names, exactly`() throws {
        let one = try TokenForge()
        let two = try TokenForge()
        let keys = [JWK(one.key.publicKey, keyID: "one"), JWK(two.key.publicKey, keyID: "two")]
        #expect(try Self.token(one, #","kid":"one""#).verified(by: Self.policy(keys)).refusal == nil)
        #expect(try Self.token(one, #","kid":"two""#).verified(by: Self.policy(keys)).refusal == .badSignature)
        for name in ["One", "one ", "on", "", "three"] {
            let refusal = try Self.token(one, #","kid":"\#(name)""#).verified(by: Self.policy(keys)).refusal
            #expect(refusal == .unknownKey)
        }
    }

    @Test func `does not take canonically equivalent names for the same`() throws {
        let forge = try TokenForge()
        let keys = [JWK(forge.key.publicKey, keyID: "caf\u{E9}")]
        let token = try Self.token(forge, #","kid":"cafe\u0301""#)
        #expect(token.verified(by: Self.policy(keys)).refusal == .unknownKey)
    }

    @Test func `takes the only fitting key when the header names none`() throws {
        let forge = try TokenForge()
        let rsa = try TokenForge(.rs256)
        let keys = [JWK(forge.key.publicKey, keyID: "a"), JWK(rsa.key.publicKey, keyID: "b")]
        #expect(try Self.token(forge, "").verified(by: Self.policy(keys)).refusal == nil)
        let two = keys + [JWK(try TokenForge().key.publicKey, keyID: "c")]
        #expect(try Self.token(forge, "").verified(by: Self.policy(two)).refusal == .ambiguousKey)
        #expect(try Self.token(forge, "").verified(by: Self.policy([])).refusal == .unknownKey)
    }

    @Test func `takes no nameless key for a token that names one`() throws {
        let forge = try TokenForge()
        let keys = [JWK(forge.key.publicKey)]
        for members in [#","kid":"k""#, #","x5t":"c2hhMQ""#, #","x5t#S256":"c2hhMjU2""#] {
            #expect(try Self.token(forge, members).verified(by: Self.policy(keys)).refusal == .unknownKey)
        }
    }

    @Test func `refuses two keys of one name and kind, and tells kinds apart`() throws {
        let forge = try TokenForge()
        let rsa = try TokenForge(.rs256)
        let same = [JWK(forge.key.publicKey, keyID: "k"), JWK(try TokenForge().key.publicKey, keyID: "k")]
        #expect(try Self.token(forge, #","kid":"k""#).verified(by: Self.policy(same)).refusal == .ambiguousKey)
        let kinds = [JWK(rsa.key.publicKey, keyID: "k"), JWK(forge.key.publicKey, keyID: "k")]
        #expect(try Self.token(forge, #","kid":"k""#).verified(by: Self.policy(kinds)).refusal == nil)
        #expect(try Self.token(rsa, #","kid":"k""#).verified(by: Self.policy(kinds)).refusal == nil)
    }

    @Test func `refuses a key whose owner meant it for another algorithm`() throws {
        let rsa = try TokenForge(.rs256)
        let keys = [JWK(rsa.key.publicKey, keyID: "k", algorithm: .ps256)]
        #expect(try Self.token(rsa, #","kid":"k""#).verified(by: Self.policy(keys)).refusal == .unknownKey)
    }

    @Test func `takes a key by the thumbprint of its certificate`() throws {
        let one = try TokenForge(.rs256)
        let two = try TokenForge(.rs256)
        let keys = [
            JWK(one.key.publicKey, certificateSHA1: "c2hhMQ", certificateSHA256: "c2hhMjU2"),
            JWK(two.key.publicKey, certificateSHA1: "b3RoZXI", certificateSHA256: "b3RoZXIy"),
        ]
        // The last two are padded, as a widespread client library writes them.
        for members in [
            #","x5t":"c2hhMQ""#, #","x5t#S256":"c2hhMjU2""#, #","x5t":"c2hhMQ==""#, #","x5t#S256":"c2hhMjU2=""#,
        ] {
            #expect(try Self.token(one, members).verified(by: Self.policy(keys)).refusal == nil)
            #expect(try Self.token(two, members).verified(by: Self.policy(keys)).refusal == .badSignature)
        }
        #expect(try Self.token(one, #","x5t":"eHg""#).verified(by: Self.policy(keys)).refusal == .unknownKey)
        let mixed = try Self.token(one, #","x5t":"c2hhMQ","x5t#S256":"b3RoZXIy""#)
        #expect(mixed.verified(by: Self.policy(keys)).refusal == .unknownKey)
    }
}

@Suite struct JWKTests {
    static let key =
        #""kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
        + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#

    @Test func `survives a round trip`() throws {
        for type in KeyType.allCases {
            let key = try SigningKey.generate(type).publicKey
            let jwk = JWK(key, keyID: "kid \u{1F511}", certificateSHA1: "YQ", certificateSHA256: "Yg")
            #expect(try JWK(jsonBytes: jwk.jsonBytes()) == jwk)
            let set = JWKSet([jwk, JWK(key, keyID: "other", algorithm: nil)])
            #expect(try JWKSet(jsonBytes: set.jsonBytes()) == set)
            #expect(set.keys(withID: "other").count == 1)
        }
    }

    @Test(arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"])
    func `refuses private and symmetric members, whatever they hold`(member: String) throws {
        for value in [#""AA""#, "null", "7"] {
            let text = #"{\#(Self.key),"\#(member)":\#(value)}"#
            let error = #expect(throws: JSONError.self) { try JWK.read(text) }
            #expect(error?.path.description == "/" + member)
            #expect(throws: JSONError.self) { try JWKSet(jsonBytes: Array(#"{"keys":[\#(text)]}"#.utf8)) }
        }
    }

    @Test(arguments: [
        "{}", "[]", #"{"kty":"oct"}"#, #"{"kty":"ec","crv":"P-256"}"#, #"{"kty":"EC","crv":"P-256"}"#,
        #"{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}"#, #"{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}"#,
        #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
            + #""y":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"}"#,
        #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#, #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#,
        #"{"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}"#,
        #"{"kty":"OKP","crv":"Ed25519","x":"AA"}"#, #"{\#(key),"use":"enc"}"#, #"{\#(key),"key_ops":["sign"]}"#,
        #"{\#(key),"alg":"RS256"}"#, #"{\#(key),"alg":"HS256"}"#, #"{\#(key),"alg":"none"}"#, #"{\#(key),"kid":5}"#,
        #"{\#(key),"kid":"\#(String(repeating: "k", count: 513))"}"#, #"{\#(key),"x":"AA"}"#,
        #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU=","#
            + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0="}"#,
    ])
    func `refuses what is no acceptable public key`(text: String) {
        #expect(throws: JSONError.self) { try JWK.read(text) }
    }

    @Test func `ignores members that it does not know`() throws {
        #expect(
            try JWK.read("{\(Self.key),\"ext\":true,\"x5c\":[],\"use\":\"sig\",\"key_ops\":[\"verify\"]}").keyID == nil)
    }

    @Test func `a set leaves out the keys that can't be used here`() throws {
        let text =
            #"{"keys":[{"kty":"EC","crv":"P-521","x":"AA","y":"AA"},{\#(Self.key),"kid":"a"},{"kty":"new"},"#
            + #"{\#(Self.key),"use":"enc"}],"other":1}"#
        let set = try JWKSet(jsonBytes: Array(text.utf8))
        #expect(set.keys.map(\.keyID) == ["a"])
        #expect(set.ignoredKeys == 3)
    }

    @Test(arguments: ["{}", #"{"keys":{}}"#, #"{"keys":null}"#, #"{"keys":[1]}"#, #"{"keys":["a"]}"#])
    func `refuses what is no set`(text: String) {
        #expect(throws: JSONError.self) { try JWKSet(jsonBytes: Array(text.utf8)) }
    }

    @Test func `refuses a set of too many keys`() {
        let keys = Array(repeating: "{}", count: 101).joined(separator: ",")
        #expect(throws: JSONError.self) { try JWKSet(jsonBytes: Array(#"{"keys":[\#(keys)]}"#.utf8)) }
    }

    @Test(arguments: ["", "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9X", "NzbLsXh8uDCcd+6MNwXF4W/7noWXFZAfHkxZsRGC9Xs"])
    func `reads no thumbprint of another form`(text: String) {
        #expect(KeyThumbprint(encoded: text) == nil)
    }
}
