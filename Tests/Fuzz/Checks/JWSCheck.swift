import AccessModel
import Cryptography
import JOSE
import JSONCoding

/// Any bytes either are a token in its one spelling or are refused, and no token is believed that a known key did not
/// sign.
public func checkJWS(_ bytes: [UInt8]) throws(FuzzFinding) {
    try checkProof(String(decoding: bytes, as: UTF8.self))
    let token: UnverifiedJWS
    do {
        token = try UnverifiedJWS(bytes)
    } catch {
        try promise(!error.description.contains("\n"), "the refusal is one line")
        return
    }
    try promise(bytes.allSatisfy(isTokenCharacter), "a token is base64url and dots")
    try promise(bytes.count { $0 == UInt8(ascii: ".") } == 2, "a token has three parts")
    try promise(token.header.members["crit"] == nil, "no critical extension is accepted")
    try checkClaims(token)
    try checkKeys(token.header)
    guard let stranger else { throw FuzzFinding("the key of the check is a key") }
    for key in [JWSPolicy.KeySource.key(stranger), .set(JWKSet([JWK(stranger, keyID: "k")]))] {
        let policy = JWSPolicy(algorithms: Set(SignatureAlgorithm.allCases), type: .absentOr(["JWT"]), keys: key)
        guard case .failure = token.verified(by: policy) else { throw FuzzFinding("no stranger's token is believed") }
    }
}

/// A key whose private half nobody kept.
private let stranger: PublicKey? = {
    let coordinates = Result {
        let x = try Base64URL.decode("q7VkieF2KU18eTzN-9cHd1n69M7WZX8VNXvytvARZqg")
        let y = try Base64URL.decode("A038rm1kfpw-JYHGksY-Iro7pH5G2_ZnXniM4Qr1uSE")
        return try PublicKey(.p256(x: x, y: y))
    }
    guard case .success(let key) = coordinates else { return nil }
    return key
}()

private func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
    default: false
    }
}

/// A proof that verifies has an identifier of its size and is of its time.
private func checkProof(_ text: String) throws(FuzzFinding) {
    let now = Timestamp(seconds: 1_562_262_616)
    for method in ["POST", "GET"] {
        let request = DPoPProof.Request(method: method, url: "https://server.example.com/token")
        guard case .success(let proof) = DPoPProof.verify(text, for: request, at: now) else { continue }
        try promise((1...128).contains(proof.tokenID.utf8.count), "an identifier has its size")
        try promise(proof.issuedAt <= now + .seconds(10), "a proof is not of the future")
        try promise(
            KeyThumbprint(encoded: proof.keyThumbprint.encoded) == proof.keyThumbprint, "a thumbprint reads back")
    }
}

/// Times that are read lie between 1970 and the year 9999.
private func checkClaims(_ token: UnverifiedJWS) throws(FuzzFinding) {
    guard case .success(let claims) = Result(catching: { () throws(TokenRefusal) in try token.unverifiedClaims() })
    else { return }
    for time in [claims.expiration, claims.notBefore, claims.issuedAt].compactMap(\.self) {
        try promise((0...253_402_300_799).contains(time.seconds), "a time is in range")
    }
    let rules = JWTRules(issuer: "joe", audience: .unchecked)
    _ = Result { () throws(TokenRefusal) in try rules.check(claims, at: Timestamp(seconds: 1_300_819_000)) }
}

/// What a header brings along reads back the same once it was read.
private func checkKeys(_ header: JWSHeader) throws(FuzzFinding) {
    if case .success(let key) = Result(catching: { () throws(TokenRefusal) in try header.embeddedKey() }) {
        let again = Result { () throws(JSONError) in try JWK(jsonBytes: key.jsonBytes()) }
        guard case .success(key) = again else { throw FuzzFinding("a key that was written reads the same") }
    }
    guard case .success(let chain) = Result(catching: { () throws(TokenRefusal) in try header.certificateChain() })
    else { return }
    for der in chain {
        try checkCertificate(der)
    }
}
