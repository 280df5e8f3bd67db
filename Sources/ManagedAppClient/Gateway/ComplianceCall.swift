import AccessModel
import HTTPClient
import JOSE
import JSONCoding

/// What carries a request to the compliance API.
struct ComplianceSession: Sendable {
    let token: AccessToken
    let key: any DeviceKey
    let metadata: GatewayMetadata
}

extension GatewayConnection {
    /// The compliance API does not take its token any more.
    static let staleToken = ManagedAppError.serviceFailure("its token is not good any more")

    /// What the compliance API says.
    enum ComplianceReply<Value> {
        case value(Value)
        /// It refused; the member `error`, with the status code.
        case problem(String, Int)
    }

    /// Asks the compliance API, always with a proof of the installation's key.
    func ask(
        _ method: String, _ path: String, _ session: ComplianceSession, body: [UInt8]? = nil,
        type: String = "application/json"
    ) async throws(ManagedAppError) -> ComplianceReply<[UInt8]> {
        let url = session.metadata.compliance + path
        var headers = HeaderFields([("Authorization", "\(session.token.scheme.rawValue) \(session.token.value)")])
        headers["DPoP"] = try await proof(
            DPoPProof.Request(method: method, url: url, accessToken: session.token.value), session.key)
        if body != nil { headers["Content-Type"] = type }
        let answer = try await ask(HTTPClientRequest(method, url, headers: headers, body: body))
        if (200..<300).contains(answer.status) { return .value(answer.body) }
        if answer.status == 401 { throw Self.staleToken }
        if answer.status == 429 { throw .serviceFailure("it answered 429", retryAfter: answer.retryAfter) }
        guard (400..<500).contains(answer.status) else { throw .serviceFailure("it answered \(answer.status)") }
        return .problem(try Self.read(answer.body, as: ComplianceProblem.self).error, answer.status)
    }
}

extension GatewayConnection {
    /// Whether an installation is to be wiped: its key alone says who asks, since a wipe ends every token.
    func isWipePending(_ instance: String, key: any DeviceKey, _ metadata: GatewayMetadata)
        async throws(ManagedAppError) -> Bool
    {
        let answer = try await ask("GET", "/enrollments/\(instance)/wipe", key: key, metadata)
        guard answer.status == 200 else { return false }
        return try Self.read(answer.body, as: WipeAnswer.self).isPending
    }

    /// Says that the data is gone; saying it twice, or to a gateway that does not know the installation any more, is no mistake.
    func confirmWipe(_ instance: String, key: any DeviceKey, _ metadata: GatewayMetadata) async throws(ManagedAppError)
    {
        let answer = try await ask("POST", "/enrollments/\(instance)/wipe-confirmation", key: key, metadata)
        guard (200..<300).contains(answer.status) || answer.status == 404 || answer.status == 409 else {
            throw .serviceFailure("the confirmation of a wipe answered \(answer.status)")
        }
    }

    private func ask(
        _ method: String, _ path: String, key: any DeviceKey, _ metadata: GatewayMetadata
    ) async throws(ManagedAppError) -> HTTPClientResponse {
        let url = metadata.compliance + path
        let headers = HeaderFields([("DPoP", try await proof(DPoPProof.Request(method: method, url: url), key))])
        return try await ask(HTTPClientRequest(method, url, headers: headers, body: method == "POST" ? [] : nil))
    }
}

/// Whether a wipe is ordered.
private struct WipeAnswer: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.ignore

    let isPending: Bool

    init(json: inout JSONObject) throws(JSONError) { isPending = try json.required("wipePending") }
}

extension GatewayConnection.ComplianceReply {
    func read<Read: JSONReadable>(as type: Read.Type) throws(ManagedAppError) -> GatewayConnection.ComplianceReply<Read>
    where Value == [UInt8] {
        switch self {
        case .value(let bytes): .value(try GatewayConnection.read(bytes, as: type))
        case .problem(let error, let status): .problem(error, status)
        }
    }
}

/// An error of the compliance API.
private struct ComplianceProblem: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.ignore

    let error: String

    init(json: inout JSONObject) throws(JSONError) { error = try json.required("error") }
}

/// A status as the compliance API writes it.
struct StatusAnswer: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.ignore

    let status: ComplianceStatus
    let title: String
    let message: String
    let reasons: [String]
    let actions: [String]
    let supportID: String?
    let reevaluateAt: Timestamp?
    let instanceID: String?
    let enrollmentID: String?
    let remediationURI: String?

    init(json: inout JSONObject) throws(JSONError) {
        let name: String = try json.required("status")
        guard let status = ComplianceStatus(name: name) else { throw json.invalid("status", "none of the six") }
        self.status = status
        title = try json.required("title")
        message = try json.required("message")
        reasons = try json.optional("reasons") ?? []
        actions = try json.optional("actions") ?? []
        supportID = try json.optional("supportId")
        reevaluateAt = try json.optional("reevaluateAt", as: String.self).flatMap(Timestamp.init(rfc3339:))
        instanceID = try json.optional("instanceId")
        enrollmentID = try json.optional("enrollmentId")
        remediationURI = try json.optional("remediationUri")
    }

    func report(_ accountID: String) -> ComplianceReport {
        var report = ComplianceReport(accountID: accountID, status: status, reasons: reasons, actions: actions)
        report.title = title
        report.message = message
        report.supportID = supportID
        report.instanceID = instanceID
        report.remediationURI = remediationURI
        report.reevaluateAt = reevaluateAt
        return report
    }
}

/// App and device side by side.
struct AccountStatusAnswer: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.ignore

    let app: StatusAnswer
    let device: StatusAnswer

    init(json: inout JSONObject) throws(JSONError) {
        app = try json.required("app")
        device = try json.required("device")
    }
}

/// What enrolling gives.
struct EnrollmentAnswer: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.ignore

    let instanceID: String
    let enrollmentID: String?

    init(json: inout JSONObject) throws(JSONError) {
        instanceID = try json.required("instanceId")
        enrollmentID = try json.optional("enrollmentId")
    }
}
