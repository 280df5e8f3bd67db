import Compliance
import ComplianceGateway
import HTTPMessage

/// What a refused call of the compliance API is answered with: the one map from refusals to the wire.
struct ComplianceProblem {
    let status: HTTPStatus
    let error: String
    let description: String
    var retryAfter: Duration?

    init(_ status: HTTPStatus, _ error: String, _ description: String, retryAfter: Duration? = nil) {
        self.status = status
        self.error = error
        self.description = description
        self.retryAfter = retryAfter
    }

    init(_ refusal: ComplianceRefusal) {
        switch refusal {
        case .unknownInstance:
            self.init(.notFound, "unknown_instance", "this account and client have no such app instance")
        case .invalidAccountID:
            self.init(.badRequest, "invalid_account_id", "object id expected, not a user principal name")
        case .otherAccount: self.init(.notFound, "unknown_account", "there is no such account for this token")
        case .keyInUse:
            self.init(.conflict, "key_in_use", "the key belongs to an app instance of another account or client")
        case .identityInUse:
            self.init(
                .conflict, "identity_in_use", "the managed identity backs an app instance of another account or client")
        case .invalidProof:
            self.init(
                .badRequest, "invalid_dpop_proof",
                "a fresh proof of the app instance's key for this request and this access token is required")
        case .invalidEvidence(let fault):
            self.init(.badRequest, "invalid_evidence", Self.text(of: fault))
        case .invalidPosture(let fault): self.init(.badRequest, "invalid_posture", Self.text(of: fault))
        case .transition(let refusal): self.init(.conflict, refusal.wireCode, refusal.text)
        case .replayed: self.init(.conflict, "replayed", "the proof or the report was used before")
        case .noPolicy: self.init(.notFound, "no_policy", "no app protection policy targets this app instance")
        case .concurrentChange:
            self.init(
                .conflict, "concurrent_change", "something else changed the app instance; ask again",
                retryAfter: .seconds(1))
        }
    }

    func response(_ exchange: ExchangeRequest) -> HTTPResponse {
        var response = HTTPResponse.problem(status, error, description, exchange)
        response.retry(after: retryAfter)
        return response
    }

    private static func text(of fault: EvidenceFault) -> String {
        switch fault {
        case .malformed: "the proof of the managed identity is not in its format"
        case .signature: "the proof is not signed by its certificate's key"
        case .claims: "the proof is for another audience, client, key or time"
        case .noAuthority: "no authority is configured for this client"
        case .certificate: "the certificate is not valid now, or of no authority that is configured for this client"
        }
    }

    private static func text(of fault: PostureFault) -> String {
        switch fault {
        case .malformed: "the report is not in its format"
        case .signature: "the report is not signed by the app instance's key"
        case .claims: "the report is for another audience, app instance or time"
        }
    }
}

extension TransitionRefusal {
    /// The member `error`.
    var wireCode: String {
        switch self {
        case .unenrolled: "unenrolled"
        case .wiped: "wiped"
        case .noWipePending: "no_wipe_pending"
        case .reportFromFuture: "report_from_future"
        case .reportTooOld: "report_too_old"
        case .reportNotNewer: "report_not_newer"
        case .platformChanged: "platform_changed"
        case .blockedEarlier: "blocked_earlier"
        case .accountDisabled: "account_disabled"
        }
    }

    fileprivate var text: String {
        switch self {
        case .unenrolled: "the app instance is no longer enrolled; enrol it again"
        case .wiped: "the app instance was wiped; enrol it with a new key"
        case .noWipePending: "no wipe was asked for"
        case .reportFromFuture: "the report's time is in the future"
        case .reportTooOld: "the report is too old"
        case .reportNotNewer: "a newer report was received already"
        case .platformChanged: "an app instance keeps the platform that it was enrolled with"
        case .blockedEarlier: "an app instance with this key was blocked"
        case .accountDisabled: "the account is disabled"
        }
    }
}
