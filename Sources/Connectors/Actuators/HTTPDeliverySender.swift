public import AccessModel
import Compliance
public import ComplianceGateway
public import Cryptography
public import HTTPClient
import JSONCoding

/// Takes messages to webhooks, identity providers and mailboxes.
///
/// A copy shares what the original remembers of mails that only some of their recipients got.
public struct HTTPDeliverySender: DeliverySender {
    static let deadline = Duration.seconds(20)

    let client: HTTPClient
    let mails = MailProgress()
    private let now: @Sendable () -> Timestamp

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - client: what carries the requests; its policy decides which addresses they may go to.
    ///   - now: the time of day.
    public init(_ client: HTTPClient, now: @escaping @Sendable () -> Timestamp) {
        self.client = client
        self.now = now
    }

    /// Takes a message to its destination, within bounded time.
    public func send(
        _ message: DeliveryMessage, to destination: Destination, secret: SecretBytes?
    ) async -> DeliveryOutcome {
        switch destination.kind {
        case .webhook: return await post(message, destination, secret)
        case .mail: return await mail(message, destination, secret)
        case .keycloak: return await keycloak(message, destination, secret)
        case .hydra, .okta, .universalLogout, .entra:
            return await perform(ActuatorCalls.calls(for: message, to: destination), secret)
        }
    }

    // MARK: Identity providers

    private func keycloak(
        _ message: DeliveryMessage, _ destination: Destination, _ secret: SecretBytes?
    ) async -> DeliveryOutcome {
        guard let search = ActuatorCalls.keycloakSearch(message, destination) else { return .delivered }
        switch await answer(search, secret) {
        case .failure(let outcome): return outcome.outcome
        case .success(let response):
            guard let users = Self.array(response.body) else { return .failed("the answer is no list of users") }
            // A user that is not there has no sessions.
            guard let id = users.first?["id"]?.stringValue else { return .delivered }
            guard users.count == 1 else { return .refused("the name fits more than one user") }
            return await perform(ActuatorCalls.keycloakActs(on: id, message, destination), secret)
        }
    }

    private func perform(_ calls: [ActuatorCall], _ secret: SecretBytes?) async -> DeliveryOutcome {
        for call in calls {
            if case .failure(let failure) = await answer(call, secret) { return failure.outcome }
        }
        return .delivered
    }

    private struct Failure: Error {
        let outcome: DeliveryOutcome
    }

    private func answer(_ call: ActuatorCall, _ secret: SecretBytes?) async -> Result<HTTPClientResponse, Failure> {
        var headers = HeaderFields([("Accept", "application/json")])
        switch call.authorization {
        case .none: break
        case .bearer: headers.append("Authorization", "Bearer \(Self.text(secret))")
        case .okta: headers.append("Authorization", "SSWS \(Self.text(secret))")
        case .clientCredentials(let url, let id, let scope):
            switch await token(at: url, id: id, scope: scope, secret) {
            case .failure(let failure): return .failure(failure)
            case .success(let token): headers.append("Authorization", "Bearer \(token)")
            }
        }
        if call.body != nil { headers.append("Content-Type", "application/json") }
        let request = HTTPClientRequest(
            call.method, call.url, headers: headers, body: call.body ?? (call.method == "POST" ? [] : nil),
            deadline: Self.deadline)
        return await exchange(request, unknownIsDone: call.unknownIsDone)
    }

    private func token(
        at url: String, id: String, scope: String?, _ secret: SecretBytes?
    ) async -> Result<String, Failure> {
        var form = "grant_type=client_credentials&client_id=\(PercentEncoding.encode(id))"
        form += "&client_secret=\(PercentEncoding.encode(Self.text(secret)))"
        if let scope { form += "&scope=\(PercentEncoding.encode(scope))" }
        let request = HTTPClientRequest(
            "POST", url,
            headers: HeaderFields([
                ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
            ]), body: Array(form.utf8), deadline: Self.deadline)
        switch await exchange(request, unknownIsDone: false) {
        case .failure(let failure): return .failure(failure)
        case .success(let response):
            guard let token = Self.object(response.body)?["access_token"]?.stringValue, !token.isEmpty,
                token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { return .failure(Failure(outcome: .failed("the token endpoint gave no token"))) }
            return .success(token)
        }
    }

    // MARK: Webhooks

    private func post(
        _ message: DeliveryMessage, _ destination: Destination, _ secret: SecretBytes?
    ) async -> DeliveryOutcome {
        guard let secret else { return .refused("it has no secret") }
        let body = WebhookMessage(message: message).jsonBytes()
        let headers = HeaderFields([
            ("Content-Type", "application/json"), ("Idempotency-Key", message.id),
            ("Postern-Signature", WebhookSignature.header(for: body, key: secret, at: now())),
        ])
        let request = HTTPClientRequest(
            "POST", destination.url, headers: headers, body: body, deadline: Self.deadline)
        switch await exchange(request, unknownIsDone: false) {
        case .success: return .delivered
        case .failure(let failure): return failure.outcome
        }
    }

    // MARK: One exchange

    /// What is refused today is refused tomorrow, but for what an administrator may put right there: those are tried again.
    private func exchange(
        _ request: HTTPClientRequest, unknownIsDone: Bool
    ) async -> Result<HTTPClientResponse, Failure> {
        let response: HTTPClientResponse
        do {
            response = try await client.send(request)
        } catch {
            return .failure(Failure(outcome: .failed("\(error)")))
        }
        switch response.status {
        case 200..<300: return .success(response)
        case 404 where unknownIsDone: return .success(response)
        case 400, 405, 413, 415, 422: return .failure(Failure(outcome: .refused("answered \(response.status)")))
        default: return .failure(Failure(outcome: .failed("answered \(response.status)")))
        }
    }

    static func text(_ secret: SecretBytes?) -> String {
        String(decoding: secret?.copiedBytes ?? [], as: UTF8.self)
    }

    private static let limits = JSONLimits(maximumBytes: 1 << 20, maximumDepth: 16, maximumValues: 10_000)

    private static func object(_ body: [UInt8]) -> JSONValue? {
        do {
            return try JSONValue.parse(body, limits: limits)
        } catch {
            return nil
        }
    }

    private static func array(_ body: [UInt8]) -> [JSONValue]? { object(body)?.arrayValue }
}
