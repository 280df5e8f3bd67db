import Cryptography
import HTTPClient
import JOSE
import JSONCoding

extension GatewayConnection {
    /// What the token endpoint says.
    enum TokenReply {
        case issued(TokenAnswer)
        case refused(OAuthRefusal, retryAfter: Duration?)
    }

    /// Asks the token endpoint, with a proof of the key if there is one; once more if it wants its nonce in the proof.
    func token(
        _ fields: [(name: String, value: String)], at url: String, key: (any DeviceKey)?
    ) async throws(ManagedAppError) -> TokenReply {
        let answer = try await post(fields, to: url, key: key, nonce: nil)
        let reply = try Self.reply(answer)
        guard case .refused(let refusal, _) = reply, refusal.kind == .nonceRequired,
            let nonce = answer.headers["DPoP-Nonce"]
        else { return reply }
        return try Self.reply(try await post(fields, to: url, key: key, nonce: nonce))
    }

    /// Asks the device authorization endpoint (RFC 8628, section 3.1).
    func deviceCode(
        _ fields: [(name: String, value: String)], at url: String
    ) async throws(ManagedAppError) -> Result<DeviceCodeAnswer, OAuthRefusal> {
        let answer = try await post(fields, to: url, key: nil, nonce: nil)
        guard answer.status == 200 else { return .failure(try Self.read(answer.body)) }
        return .success(try Self.read(answer.body))
    }

    /// The tenant's keys.
    func keys(at url: String) async throws(ManagedAppError) -> JWKSet {
        let answer = try await ask(HTTPClientRequest("GET", url))
        guard answer.status == 200 else { throw .serviceFailure("its keys answered \(answer.status)") }
        return try Self.read(answer.body)
    }

    private func post(
        _ fields: [(name: String, value: String)], to url: String, key: (any DeviceKey)?, nonce: String?
    ) async throws(ManagedAppError) -> HTTPClientResponse {
        var headers = HeaderFields([
            ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
        ])
        if let key {
            headers["DPoP"] = try await proof(DPoPProof.Request(method: "POST", url: url, nonce: nonce), key)
        }
        let all = [(name: "client_id", value: configuration.clientID)] + fields
        return try await ask(
            HTTPClientRequest("POST", url, headers: headers, body: Array(FormText.encode(all).utf8)))
    }

    func proof(_ request: DPoPProof.Request, _ key: any DeviceKey) async throws(ManagedAppError) -> String {
        do throws(CryptographyError) {
            return try await SignedStatement.proof(request, key: key, now: clock.now)
        } catch {
            throw .clientFault("the installation's key does not sign")
        }
    }

    private static func reply(_ answer: HTTPClientResponse) throws(ManagedAppError) -> TokenReply {
        if answer.status == 200 { return .issued(try read(answer.body)) }
        guard (400..<500).contains(answer.status) else { throw .serviceFailure("it answered \(answer.status)") }
        return .refused(try read(answer.body), retryAfter: answer.retryAfter)
    }
}

/// The device authorization endpoint's answer (RFC 8628, section 3.2).
struct DeviceCodeAnswer: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.ignore

    let deviceCode: String
    let prompt: DeviceCodePrompt
    let lifetime: Duration
    let interval: Duration

    init(json: inout JSONObject) throws(JSONError) {
        deviceCode = try json.required("device_code")
        let page: String = try json.required("verification_uri")
        prompt = DeviceCodePrompt(verificationURI: page, userCode: try json.required("user_code"))
        let seconds: Int64 = try json.required("expires_in")
        lifetime = .seconds(max(0, min(seconds, 3600)))
        let pause: Int64? = try json.optional("interval")
        interval = .seconds(max(1, min(pause ?? 5, 60)))
    }
}
