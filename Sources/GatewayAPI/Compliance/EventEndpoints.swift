import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import HTTPMessage
import JSONCoding

/// Compliance as it changes, as server-sent events (HTML standard, section 9.2).
struct EventEndpoints: Sendable {
    /// What is sent when nothing else was for a while, and how long that is: proxies cut connections that are silent for a
    /// minute.
    static let heartbeat = StreamingBody.Heartbeat(bytes: Array(":\n\n".utf8), interval: .seconds(25))

    let services: GatewayServices

    private var live: LiveStatus { services.live }

    /// Follows the token's account, one app instance of it, or, for a service, the tenant.
    func follow(_ request: TenantRequest) async throws -> HTTPResponse {
        let query: EventQuery
        do {
            query = try EventQuery(request)
        } catch {
            return ComplianceProblem(.badRequest, "invalid_request", error.reason).response(request.exchange)
        }
        guard query.isOfTenant else { return try await followAccount(request, query) }
        switch ClientCredential.basic(authorization: request.exchange.texts(.authorization)) {
        case .failure(let refusal): return .refusal(refusal, request.exchange)
        case .success(let credential):
            let admission = try await live.admit(
                credential, tenant: request.tenant, circumstances: request.circumstances)
            switch admission {
            case .failure(.credential(let refusal)): return .refusal(refusal, request.exchange)
            case .failure(.notAllowed):
                return ComplianceProblem(
                    .forbidden, "access_denied", "the directory does not let this client read events"
                ).response(request.exchange)
            case .success(let admitted): return try await stream(admitted, query, request, current: nil)
            }
        }
    }

    private func followAccount(_ request: TenantRequest, _ query: EventQuery) async throws -> HTTPResponse {
        let shared = ComplianceEndpoints(services: services)
        return try await shared.admitted(request, instance: query.instance) { caller in
            guard case .status(let report) = services.compliance.status(caller) else {
                return ComplianceProblem(.unknownInstance).response(request.exchange)
            }
            let current = shared.document(report, request)
            return try await stream(live.admit(caller), query, request, current: current)
        }
    }

    private func stream(
        _ admission: StatusAdmission, _ query: EventQuery, _ request: TenantRequest, current: AccountStatusDocument?
    ) async throws -> HTTPResponse {
        try await live.open(admission.head)
        var headers = HTTPHeaders([(.contentType, "text/event-stream")])
        CachePolicy.never.apply(to: &headers)
        headers.set(.contentTypeOptions, "nosniff")
        // Proxies that collect answers before they hand them on would hold every event back.
        headers.set(HTTPHeaderName("X-Accel-Buffering"), "no")
        guard request.message.method == .get else { return HTTPResponse(status: .ok, headers: headers) }
        let following = EventFollowing(live: live, tenant: admission.head.id)
        let language = request.exchange.language
        let body = StreamingBody(
            heartbeat: Self.heartbeat,
            opened: { stream in
                let follower = StatusFollower(admission, language: language, receiver: EventReceiver(stream))
                following.begin(follower, after: query.last) { place, missed in
                    EventFrame.opening(at: place, missed: missed, begins: query.last == nil, current)
                }
            }, drained: { following.resume() }, closed: { following.end() })
        return HTTPResponse(status: .ok, headers: headers, stream: body)
    }
}

/// What a request for events says.
struct EventQuery {
    /// Whether the whole tenant is meant.
    let isOfTenant: Bool
    /// The instance that alone is meant.
    let instance: AppInstanceID?
    /// The last event that was received.
    let last: StatusEventID?

    /// What is wrong with it.
    struct Fault: Error {
        let reason: String
    }

    init(_ request: TenantRequest) throws(Fault) {
        let query: FormParameters
        do {
            query = try request.message.queryParameters()
        } catch {
            throw Fault(reason: "the query \(error)")
        }
        func text(_ name: String) throws(Fault) -> String? {
            let value = query.single(name)
            if case .duplicate = value { throw Fault(reason: "`\(name)` is given more than once") }
            return value.text
        }
        switch try text("scope") {
        case nil, "account": isOfTenant = false
        case "tenant": isOfTenant = true
        default: throw Fault(reason: "`scope` must be `account` or `tenant`")
        }
        instance = try text("instanceId").map { AppInstanceID(GUID($0)?.description ?? $0) }
        if isOfTenant, instance != nil { throw Fault(reason: "`instanceId` is for the scope `account`") }
        // The header is what a browser's own client sends when it comes back; the parameter is for a first visit.
        let header: String? =
            switch request.message.headers.single(HTTPHeaderName("Last-Event-ID")) {
            case .absent: nil
            case .value(let text): text
            // Whoever was there before and does not say where is not somebody who comes for the first time.
            case .duplicate, .opaque: ""
            }
        // An identifier of something else is one of a store that is no more: the follower looks at everything anew.
        let parameter = try text("lastEventId")
        last = (header ?? parameter).map { StatusEventID($0) ?? StatusEventID(epoch: -1, sequence: 0) }
    }
}
