import AccessModel
import ComplianceGateway
import HTTPMessage
import JSONCoding

/// The proof of a managed identity as bodies carry it.
struct EvidenceBody: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse

    let proof: String

    init(json: inout JSONObject) throws(JSONError) {
        let type: String = try json.required("type")
        guard type == "managedIdentity" else { throw json.invalid("type", "must be `managedIdentity`") }
        proof = try json.required("proof")
    }
}

/// The body of an enrolment.
///
/// Versions and the device's name may be said here, but only the platform is kept: the rest counts when the instance
/// key has signed it, in the first posture report.
struct EnrollmentBody: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse

    let input: EnrolmentInput

    init(json: inout JSONObject) throws(JSONError) {
        let name: String = try json.required("platform")
        guard let platform = DevicePlatform(rawValue: name) else {
            throw json.invalid("platform", "not one of the known platforms")
        }
        for member in ["osVersion", "appVersion"] {
            let text: String? = try json.optional(member)
            guard let text else { continue }
            guard Version(text) != nil else { throw json.invalid(member, "must be a dotted version") }
        }
        let deviceName: String? = try json.optional("deviceName")
        guard deviceName.map({ $0.utf8.count <= 256 }) ?? true else {
            throw json.invalid("deviceName", "must be at most 256 bytes")
        }
        let evidence: EvidenceBody? = try json.optional("evidence")
        input = EnrolmentInput(platform: platform, evidence: evidence?.proof)
    }
}

/// The body of a remediation.
struct RemediationBody: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse

    let isSilent: Bool
    let instance: AppInstanceID?

    init(json: inout JSONObject) throws(JSONError) {
        isSilent = try json.required("silent")
        let text: String? = try json.optional("instanceId")
        guard let text else {
            instance = nil
            return
        }
        guard let guid = GUID(text) else { throw json.invalid("instanceId", "must be a GUID") }
        instance = AppInstanceID(guid.description)
    }
}

/// Reads the bodies of the compliance API.
enum ComplianceBody {
    /// Room for a certificate chain.
    static let maximumByteCount = 65_536
    /// Room for a posture report.
    static let maximumTokenByteCount = 16_384

    static func json<Body: JSONReadable>(
        _ message: HTTPRequest, as type: Body.Type = Body.self
    ) throws(ComplianceBodyFault) -> Body {
        try check(message, is: "application/json", atMost: maximumByteCount)
        do {
            let limits = JSONLimits(maximumBytes: maximumByteCount, maximumDepth: 8, maximumValues: 100)
            return try Body(jsonBytes: message.body, limits: limits)
        } catch {
            throw .malformed("\(error)")
        }
    }

    static func token(_ message: HTTPRequest) throws(ComplianceBodyFault) -> String {
        try check(message, is: "application/jwt", atMost: maximumTokenByteCount)
        return String(decoding: message.body, as: UTF8.self)
    }

    private static func check(
        _ message: HTTPRequest, is type: String, atMost limit: Int
    ) throws(ComplianceBodyFault) {
        guard let sent = message.headers.single(.contentType).text.flatMap(MediaType.init), sent.essence == type,
            sent.isUTF8
        else { throw .mediaType(expected: type) }
        guard message.body.count <= limit else { throw .tooLarge }
    }
}

/// What is wrong with a body.
enum ComplianceBodyFault: Error {
    case mediaType(expected: String)
    case tooLarge
    case malformed(String)

    var problem: ComplianceProblem {
        switch self {
        case .mediaType(let expected):
            ComplianceProblem(.unsupportedMediaType, "invalid_request", "the media type must be \(expected)")
        case .tooLarge: ComplianceProblem(.contentTooLarge, "invalid_request", "the body is too large")
        case .malformed(let reason): ComplianceProblem(.badRequest, "invalid_request", reason)
        }
    }
}
