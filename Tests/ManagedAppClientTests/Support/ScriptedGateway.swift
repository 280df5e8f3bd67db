import AccessModel
import Cryptography
import HTTPClient
import HTTPMessage
import HTTPServer
import JOSE
import JSONCoding
import ManagedAppClient
import ServiceRuntime

/// A gateway over real HTTP that answers what a test says, and remembers what it was asked.
final class ScriptedGateway: Sendable {
    static let tenant = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f0ff"
    static let account = "c3b0a1d2-0000-4000-8000-000000000001"
    static let otherAccount = "c3b0a1d2-0000-4000-8000-000000000002"
    static let client = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4d001"
    static let instance = "7d0c9f60-6c1f-4a5f-9a51-70d2b3c4d0aa"
    static let mail = "api://mail/read"

    /// What an endpoint answers.
    struct Reply: Sendable {
        var status: Int
        var body: String
        var headers: [(String, String)] = []
        /// Opened by the answer being asked for; the answer waits for the second.
        var arrived: Gate?
        var gate: Gate?

        static func json(_ status: Int, _ body: String, retryAfter: Int? = nil) -> Reply {
            Reply(status: status, body: body, headers: retryAfter.map { [("Retry-After", "\($0)")] } ?? [])
        }

        static func status(
            _ status: ComplianceStatus, _ reasons: [ReasonCode] = [], enrollmentID: String? = nil,
            supportID: String? = nil
        ) -> Reply {
            let id = enrollmentID.map { #","enrollmentId":"\#($0)""# } ?? ""
            let support = supportID.map { #","supportId":"\#($0)""# } ?? ""
            let codes = reasons.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
            return .json(
                200,
                #"{"status":"\#(status.name)","code":\#(status.rawValue),"title":"T","message":"M","reasons":[\#(codes)]\#(id)\#(support)}"#
            )
        }

        static func token(
            _ value: String, refresh: String? = "r2", account: String = ScriptedGateway.account, life: Int = 600
        ) -> Reply {
            let info = Base64URL.encode(Array(#"{"uid":"\#(account)","utid":"\#(tenant)"}"#.utf8))
            let next = refresh.map { #","refresh_token":"\#($0)""# } ?? ""
            return .json(
                200,
                #"{"access_token":"\#(value)","token_type":"DPoP","expires_in":\#(life),"client_info":"\#(info)"\#(next)}"#
            )
        }

        /// The refusal until the app is compliant.
        static func protectionRequired(codes: String = "[53005]", info: String? = ScriptedGateway.account) -> Reply {
            let encoded = info.map { Base64URL.encode(Array(#"{"uid":"\#($0)","utid":"\#(tenant)"}"#.utf8)) }
            let account = encoded.map { #","client_info":"\#($0)","adi":"alex@contoso.example""# } ?? ""
            return .json(
                400,
                #"{"error":"unauthorized_client","suberror":"protection_policy_required","error_codes":\#(codes)\#(account)}"#,
                retryAfter: 1)
        }
    }

    /// What was asked.
    struct Asked: Sendable {
        let method: String
        let path: String
        let headers: [String: String]
        let body: String
        let fields: [String: String]
    }

    struct State {
        var replies: [String: [Reply]] = [:]
        var asked: [Asked] = []
    }

    let state = Lock(State())
    let key: SigningKey
    private let server: HTTPServer
    let origin: String

    var issuer: String { "\(origin)/\(Self.tenant)/v2.0" }
    var complianceScope: String { "\(origin)/\(Self.tenant)/compliance/.default" }

    init() throws {
        key = try SigningKey.generate(.p256)
        let (state, key) = (state, key)
        server = try HTTPServer.start(HTTPServerConfiguration(listeners: [HTTPListener(port: 0)], loops: 1)) {
            request in
            await Self.answer(request, state, key)
        }
        origin = "http://127.0.0.1:\(server.ports.first ?? 0)"
        answer("token", .token("t1"))
        answer("policy", Reply(status: 200, body: try policy()))
        answer("enrollments", .json(201, #"{"instanceId":"\#(Self.instance)","enrollmentId":"e1"}"#))
        answer("posture", .status(.compliant))
        answer("remediation", .status(.compliant, enrollmentID: "e2"))
    }

    /// Sets what an endpoint answers from now on: each once, the last one again and again.
    func answer(_ endpoint: String, _ replies: Reply...) { state.withLock { $0.replies[endpoint] = replies } }

    func asked(_ endpoint: String) -> [Asked] {
        state.withLock { $0.asked }.filter { Self.endpoint($0.path) == endpoint }
    }

    func stop() async { await server.drain(within: .milliseconds(50)) }

    func policy(signedBy other: SigningKey? = nil, issuer: String? = nil, client: String = client) throws -> String {
        let claims =
            #"{"iss":"\#(issuer ?? self.issuer)","aud":"\#(client)","sub":"\#(Self.instance)","iat":1800000000,"exp":1800080000,"revision":"rev-1","policies":[{"id":"p","displayName":"P","rules":{"requiresPIN":true}}]}"#
        let header = ProtectedHeader(algorithm: .es256, type: "app-protection-policy+jwt", keyID: "k1")
        let signer = try Signer(other ?? key, algorithm: .es256)
        return String(decoding: try JWS.sign(Array(claims.utf8), header: header, signer: signer), as: UTF8.self)
    }

    private static func endpoint(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    private static func answer(_ request: HTTPRequest, _ state: Lock<State>, _ key: SigningKey) async -> HTTPResponse {
        let path = String(decoding: request.path, as: UTF8.self)
        let headers = Dictionary(
            request.headers.list.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $0 + ", " + $1 })
        let origin = "http://\(headers["host"] ?? "")"
        if path.hasSuffix("openid-configuration") { return json(200, metadata(origin)) }
        if path.hasSuffix("/keys") {
            let set = JWKSet([JWK(key.publicKey, keyID: "k1", algorithm: .es256)])
            return json(200, String(decoding: set.jsonBytes(), as: UTF8.self))
        }
        let body = String(decoding: request.body, as: UTF8.self)
        let asked = Asked(
            method: "\(request.method)", path: path, headers: headers, body: body, fields: Self.fields(body))
        let reply = state.withLock { state in
            state.asked.append(asked)
            let name = Self.endpoint(path)
            guard var replies = state.replies[name], let first = replies.first else { return nil as Reply? }
            if replies.count > 1 {
                replies.removeFirst()
                state.replies[name] = replies
            }
            return first
        }
        guard let reply else { return json(404, #"{"error":"not_scripted"}"#) }
        reply.arrived?.open()
        await reply.gate?.passage()
        var response = json(reply.status, reply.body)
        for (name, value) in reply.headers { response.headers.add(HTTPHeaderName(name), value) }
        return response
    }

    private static func json(_ status: Int, _ body: String) -> HTTPResponse {
        HTTPResponse(status: HTTPStatus(status), contentType: "application/json", body: Array(body.utf8))
    }

    private static func metadata(_ origin: String) -> String {
        let base = "\(origin)/\(tenant)"
        return
            #"{"issuer":"\#(base)/v2.0","authorization_endpoint":"\#(base)/authorize","token_endpoint":"\#(base)/token","jwks_uri":"\#(base)/keys","device_authorization_endpoint":"\#(base)/devicecode"}"#
    }

    private static func fields(_ body: String) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in body.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { fields[String(parts[0])] = unescaped(parts[1]) }
        }
        return fields
    }

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
