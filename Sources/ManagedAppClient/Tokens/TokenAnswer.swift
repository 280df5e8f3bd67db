import AccessModel
import Cryptography
import JSONCoding

/// What the token endpoint answers with 200 (RFC 6749, section 5.1).
struct TokenAnswer: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.ignore

    let accessToken: String
    let scheme: AccessToken.Scheme
    let lifetime: Duration
    let scopes: [String]?
    let refreshToken: String?
    let account: ClientInfo?

    init(json: inout JSONObject) throws(JSONError) {
        accessToken = try json.required("access_token")
        let type: String = try json.required("token_type")
        switch type.lowercased() {
        case "bearer": scheme = .bearer
        case "dpop": scheme = .dpop
        default: throw json.invalid("token_type", "must be `Bearer` or `DPoP`")
        }
        let seconds: Int64? = try json.optional("expires_in")
        lifetime = .seconds(max(0, min(seconds ?? 0, 31 * 86_400)))
        let scope: String? = try json.optional("scope")
        scopes = scope?.split(separator: " ").map(String.init)
        refreshToken = try json.optional("refresh_token")
        account = try json.optional("client_info", as: String.self).flatMap(ClientInfo.init)
    }
}

/// The account of an answer: `client_info`, the base64url of `{"uid":...,"utid":...}`.
struct ClientInfo: Equatable {
    let accountID: String
    let tenantID: String

    /// - Returns: nil when it is not in its form.
    init?(_ text: String) {
        do {
            let value = try JSONValue.parse(try Base64URL.decode(text), limits: .token)
            guard let account = value["uid"]?.stringValue.flatMap(GUID.init),
                let tenant = value["utid"]?.stringValue.flatMap(GUID.init)
            else { return nil }
            accountID = account.description
            tenantID = tenant.description
        } catch {
            return nil
        }
    }
}
