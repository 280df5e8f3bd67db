import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import JSONCoding

/// A compliance status as an app is told it: never how it was found.
struct StatusDocument: JSONWritable {
    let result: ComplianceResult
    /// The app instance; nil when the document does not name it.
    var instance: AppInstanceID?
    /// A new enrolment identifier; a secret.
    var enrollmentID: String?
    /// Where the user is led through what is to be done; a secret.
    var remediation: RemediationLink?
    /// Whether the app is to wipe the account's managed data and confirm it.
    var isWipePending = false
    private let text: ComplianceText

    /// The status of an app.
    init(_ result: ComplianceResult, in language: TextLanguage) {
        self.result = result
        text = result.text(in: language)
    }

    /// The status of a device.
    init(ofDevice result: ComplianceResult, in language: TextLanguage) {
        self.result = result
        text = result.deviceText(in: language)
    }

    /// A report with all that was issued with it.
    init(_ report: ComplianceReport, in language: TextLanguage) {
        self.init(report.result, in: language)
        instance = report.instance
        enrollmentID = report.enrollmentID?.text
        remediation = report.remediation
        isWipePending = report.isWipePending
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("status", result.status.name)
            object.member("code", result.status.rawValue)
            object.member("reasons", result.reasons.map(\.rawValue))
            object.member("warnings", ifNotEmpty: result.warnings.map(\.rawValue))
            object.member("title", text.title)
            object.member("message", text.message + " " + text.action)
            object.member("actions", ifNotEmpty: ComplianceAction.list(for: result))
            object.member("evidence", result.evidence.name)
            object.member("weakEvidence", result.weakEvidence)
            object.member("evaluatedAt", result.evaluatedAt.rfc3339)
            object.member("reevaluateAt", ifPresent: result.reevaluateAt?.rfc3339)
            object.member("supportId", ifPresent: result.supportID)
            object.member("instanceId", ifPresent: instance?.rawValue)
            object.member("enrollmentId", ifPresent: enrollmentID)
            if isWipePending { object.member("wipePending", true) }
            if let remediation {
                object.member("remediationUri", remediation.url)
                object.member("remediationQrCodeUri", TenantURLs.remediationQRCode(of: remediation.url))
                object.member("remediationExpiresAt", remediation.expiresAt.rfc3339)
            }
        }
    }
}

/// What enrolling, or proving evidence, gives an app.
struct EnrollmentDocument: JSONWritable {
    let report: ComplianceReport
    let language: TextLanguage

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("instanceId", ifPresent: report.instance?.rawValue)
            object.member("enrollmentId", ifPresent: report.enrollmentID?.text)
            object.member("evidence", report.result.evidence.name)
            object.member("status", StatusDocument(report.result, in: language))
        }
    }
}

/// The status of app and device side by side.
struct AccountStatusDocument: JSONWritable {
    let app: ComplianceReport
    let device: ComplianceResult
    let language: TextLanguage

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("app", StatusDocument(app, in: language))
            object.member("device", StatusDocument(ofDevice: device, in: language))
        }
    }
}
