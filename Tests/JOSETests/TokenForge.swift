import AccessModel
import Cryptography
import JOSE
import JSONCoding

/// Makes tokens that no honest sender would.
struct TokenForge: Sendable {
    let key: SigningKey
    let algorithm: SignatureAlgorithm

    init(_ algorithm: SignatureAlgorithm = .es256) throws {
        self.algorithm = algorithm
        key = try SigningKey.generate(algorithm.keyType)
    }

    /// A token of any header and payload text, truly signed.
    func token(header: String, payload: String) throws -> String {
        try token(header: Array(header.utf8), payload: Array(payload.utf8))
    }

    func token(header: [UInt8], payload: [UInt8]) throws -> String {
        let signed = Base64URL.encode(header) + "." + Base64URL.encode(payload)
        return signed + "." + Base64URL.encode(try key.sign(Array(signed.utf8), algorithm: algorithm))
    }

    /// The JSON text of the public key.
    var jwk: String { String(decoding: JWK(key.publicKey).jsonBytes(), as: UTF8.self) }

    func policy(
        type: JWSPolicy.TypeRule = .exactly("at+jwt"), algorithms: Set<SignatureAlgorithm>? = nil
    ) -> JWSPolicy {
        JWSPolicy(algorithms: algorithms ?? [algorithm], type: type, keys: .key(key.publicKey))
    }
}

extension JWK {
    static func read(_ text: String) throws -> JWK { try JWK(jsonBytes: Array(text.utf8)) }
}

/// The moment at which all tests happen.
let now = Timestamp(seconds: 1_800_000_000)

extension Result where Failure == TokenRefusal {
    /// Why it was refused, or nil when it was not.
    var refusal: TokenRefusal? {
        if case .failure(let refusal) = self { refusal } else { nil }
    }
}
