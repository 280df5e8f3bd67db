import AccessModel
import AuthorizationServer
import Cryptography
import JOSE
import JSONCoding

/// Makes tokens, good and bad.
enum Forge {
    static func claims(
        _ members: [(String, JSONValue)], key: SigningKey, algorithm: SignatureAlgorithm, header: [(String, JSONValue)]
    ) throws -> String {
        let head = JSONValue.object(JSONMembers([("alg", .string(algorithm.rawValue))] + header)).serialized()
        let body = JSONValue.object(JSONMembers(members)).serialized()
        let signed = Base64URL.encode(head) + "." + Base64URL.encode(body)
        return signed + "." + Base64URL.encode(try key.sign(Array(signed.utf8), algorithm: algorithm))
    }

    /// A token as its text, with one claim replaced or removed and signed again.
    static func resigned(
        _ claims: AccessTokenClaims, key: SigningKey, type: String = "at+jwt", removing: String? = nil,
        setting: (String, JSONValue)? = nil
    ) throws -> String {
        guard var members = try JSONValue.parse(claims.jsonBytes()).objectValue else { throw Unexpected() }
        if let removing { members.remove(removing) }
        if let setting { members.append(setting.0, setting.1) }
        return try Self.claims(
            members.map { ($0.name, $0.value) }, key: key, algorithm: .es256, header: [("typ", .string(type))])
    }
}
