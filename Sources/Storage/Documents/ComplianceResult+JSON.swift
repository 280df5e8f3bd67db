public import AccessModel
public import Compliance
public import JSONCoding

/// The stored result of an app instance's last evaluation.
extension ComplianceResult: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads the result.
    public init(json: inout JSONObject) throws(JSONError) {
        let name: String = try json.required("status")
        guard let status = ComplianceStatus(name: name) else { throw json.invalid("status", "is not a status") }
        self.init(
            status: status, reasons: try json.required("reasons"), warnings: try json.required("warnings"),
            isManaged: try json.required("isManaged"), evidence: try json.required("evidence"),
            weakEvidence: try json.required("weakEvidence"), earnsProtapp: try json.required("earnsProtapp"),
            evaluatedAt: try json.instant("evaluatedAt"), reevaluateAt: try json.optionalInstant("reevaluateAt"),
            pendingSteps: try json.optional("pendingSteps") ?? [], remindAt: try json.optionalInstant("remindAt"),
            checks: try json.required("checks"), supportID: try json.optional("supportID"))
    }

    /// Writes the result.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("status", status.name)
            object.member("reasons", reasons.map(\.rawValue))
            object.member("warnings", warnings.map(\.rawValue))
            object.member("isManaged", isManaged)
            object.member("evidence", evidence.name)
            object.member("weakEvidence", weakEvidence)
            object.member("earnsProtapp", earnsProtapp)
            object.member("evaluatedAt", evaluatedAt.milliseconds)
            object.member("reevaluateAt", ifPresent: reevaluateAt?.milliseconds)
            if !pendingSteps.isEmpty { object.member("pendingSteps", pendingSteps) }
            object.member("remindAt", ifPresent: remindAt?.milliseconds)
            object.member("checks", checks)
            object.member("supportID", ifPresent: supportID)
        }
    }
}

extension ReasonCode: JSONReadable {}

extension CheckTrace: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads one check.
    public init(json: inout JSONObject) throws(JSONError) {
        self.init(
            policy: AppProtectionPolicyID(try json.required("policy")), check: try json.required("check"),
            outcome: try json.required("outcome"), detail: try json.required("detail"))
    }

    /// Writes one check.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("policy", policy.rawValue)
            object.member("check", check.rawValue)
            object.member("outcome", outcome.rawValue)
            object.member("detail", detail)
        }
    }
}

extension CheckOutcome: JSONReadable {}

extension PendingStep: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads a step and what was told of it.
    public init(json: inout JSONObject) throws(JSONError) {
        self.init(
            check: try json.required("check"), reason: try json.required("reason"), action: try json.required("action"),
            due: try json.optionalInstant("due"), began: try json.instant("began"),
            isTolerated: try json.required("isTolerated"), told: try json.required("told"))
    }

    /// Writes the step.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("check", check)
            object.member("reason", reason.rawValue)
            object.member("action", action.rawValue)
            object.member("due", ifPresent: due?.milliseconds)
            object.member("began", began.milliseconds)
            object.member("isTolerated", isTolerated)
            object.member("told", told.rawValue)
        }
    }
}

extension PendingStep.Notice: JSONReadable {}
