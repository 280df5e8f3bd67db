import AccessModel
import Cryptography
import JOSE
import JSONCoding
import Testing

/// The examples of the specifications, whole.
@Suite struct PublishedVectorTests {
    static let claims = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    struct Signed: Sendable, CustomTestStringConvertible {
        var note: String
        var algorithm: SignatureAlgorithm
        var key: String
        var token: String
        var testDescription: String { note }
    }

    static let rsaModulus =
        "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yR"
        + "T-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXB"
        + "dQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9ia"
        + "GNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"

    static let signed = [
        Signed(
            note: "RFC 7515 A.2", algorithm: .rs256, key: #"{"kty":"RSA","n":"\#(rsaModulus)","e":"AQAB"}"#,
            token: "eyJhbGciOiJSUzI1NiJ9." + claims
                + ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds"
                + "9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB"
                + "_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqV"
                + "t5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"),
        Signed(
            note: "RFC 7515 A.3", algorithm: .es256,
            key: #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
                + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
            token: "eyJhbGciOiJFUzI1NiJ9." + claims
                + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"),
        Signed(
            note: "RFC 8037 A.4", algorithm: .edDSA,
            key: #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
            token: "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
                + ".hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"),
    ]

    @Test(arguments: signed)
    func `verifies a published signature`(vector: Signed) throws {
        let key = try JWK.read(vector.key).publicKey
        let policy = JWSPolicy(algorithms: [vector.algorithm], type: .absentOr([]), keys: .key(key))
        let token = try UnverifiedJWS(vector.token)
        #expect(token.verified(by: policy).refusal == nil)
        var altered = Array(vector.token.utf8)
        altered[25] = altered[25] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        #expect(try UnverifiedJWS(altered).verified(by: policy).refusal == .badSignature)
    }

    @Test func `reads the claims of RFC 7515 A`() throws {
        let claims = try UnverifiedJWS(Self.signed[1].token).unverifiedClaims()
        #expect(claims.issuer == "joe")
        #expect(claims.expiration == Timestamp(seconds: 1_300_819_380))
        #expect(claims.members["http://example.com/is_root"] == .bool(true))
    }

    @Test(arguments: [
        "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." + claims + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        "eyJhbGciOiJub25lIn0." + claims + ".",
    ])
    func `refuses the symmetric and the unsecured example of RFC 7515`(token: String) throws {
        let key = try JWK.read(Self.signed[1].key).publicKey
        let policy = JWSPolicy(
            algorithms: Set(SignatureAlgorithm.allCases), type: .absentOr(["JWT"]), keys: .key(key))
        #expect(try UnverifiedJWS(token).verified(by: policy).refusal == .algorithmNotAllowed)
    }

    @Test func `signs RFC 8037 A.4 again`() throws {
        let seed = try Base64URL.decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A")
        let key = try SigningKey(pkcs8: Hexadecimal.decode("302e020100300506032b657004220420") + seed)
        let token = Self.signed[2].token
        let signedPart = try #require(token.split(separator: ".").first)
        let payload = Array("Example of Ed25519 signing".utf8)
        let input = Array((signedPart + "." + Base64URL.encode(payload)).utf8)
        let signature = try key.sign(input, algorithm: .edDSA)
        #expect(token == String(decoding: input, as: UTF8.self) + "." + Base64URL.encode(signature))
    }

    /// RFC 7638 section 3.1, RFC 8037 A.3, RFC 9449 section 6.1.
    static let thumbprints: [(key: String, thumbprint: String)] = [
        (
            #"{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tS"#
                + "oc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY"
                + "368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2Nc"
                + #"Rwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","e":"AQAB","alg":"RS256","#
                + #""kid":"2011-04-29"}"#,
            "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"
        ),
        (
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
            "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
        ),
        (
            #"{"kty":"EC","x":"l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs","#
                + #""y":"9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA","crv":"P-256"}"#,
            "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
        ),
    ]

    @Test(arguments: thumbprints)
    func `makes the published thumbprints`(key: String, thumbprint: String) throws {
        let made = try KeyThumbprint(of: JWK.read(key).publicKey)
        #expect(made.encoded == thumbprint)
        #expect(KeyThumbprint(encoded: thumbprint) == made)
    }
}
