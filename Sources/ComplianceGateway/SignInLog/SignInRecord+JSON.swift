import AccessModel
import AccessPolicy
public import JSONCoding
import PolicyFormat

extension SignInRecord {
    /// Writes the record's members into a journal entry's details.
    public func write(to object: inout JSONObjectWriter) {
        object.member("access", request)
        object.member("appliedPolicies", appliedPolicies.map(\.rawValue))
        object.member("outcome", outcome.name)
        object.member("outcomeReason", ifPresent: outcome.reason?.rawValue)
        object.member("policyRevision", policyRevision)
        if !reportOnly.isEmpty {
            object.object("reportOnly") { results in
                for result in reportOnly { results.member(result.policy.rawValue, result.result.rawValue) }
            }
        }
        if !unmet.isEmpty {
            object.array("unmet") { list in
                for requirement in unmet { list.append(KeptRequirement(requirement)) }
            }
        }
    }

    /// Reads the record of a journal entry's details; nil when they hold none.
    ///
    /// - Throws: when they hold one that cannot be read.
    init?(details: JSONValue) throws {
        guard let access = details["access"] else { return nil }
        var object = try JSONObject(JSONElement(details))
        let applied = try object.optional("appliedPolicies", as: [String].self) ?? []
        let unmet = try object.optional("unmet", as: [KeptRequirement].self) ?? []
        let reason = try object.optional("outcomeReason", as: String.self).flatMap(ReasonCode.init(rawValue:))
        let requirements = unmet.map(\.requirement)
        guard let outcome = Self.outcome(try object.required("outcome"), reason, requirements) else {
            throw object.invalid("outcome", "is not an outcome")
        }
        self.init(
            request: try AccessRequest(json: JSONElement(access)),
            policyRevision: try object.required("policyRevision"), outcome: outcome,
            appliedPolicies: applied.map { PolicyID($0) }, unmet: requirements,
            reportOnly: Self.reportOnly(details["reportOnly"]?.objectValue ?? JSONMembers()))
    }

    private static func outcome(_ name: String, _ reason: ReasonCode?, _ unmet: [UnmetRequirement]) -> AccessOutcome? {
        switch (name, reason) {
        case ("allowed", _): return .allowed
        case ("allowedNoPolicyApplied", _): return .allowedNoPolicyApplied
        case ("blocked", let reason?): return .blocked(reason)
        case ("failed", let reason?): return .failed(reason)
        case ("requires", let reason?):
            // The control that was asked for is the first of those that are open.
            return unmet.map(\.control).min().map { .requires($0, reason) }
        default: return nil
        }
    }

    private static func reportOnly(_ members: JSONMembers) -> [ReportOnlyResult] {
        members.compactMap { member in
            member.value.stringValue.flatMap(PolicyResult.init(rawValue:)).map {
                ReportOnlyResult(PolicyID(member.name), $0)
            }
        }
    }
}

/// An unmet requirement as it is kept.
private struct KeptRequirement: JSONObjectReadable, JSONWritable {
    static let unknownMembers = UnknownMembers.ignore
    let requirement: UnmetRequirement

    init(_ requirement: UnmetRequirement) {
        self.requirement = requirement
    }

    init(json: inout JSONObject) throws(JSONError) {
        guard let control = PolicyControl(rawValue: try json.required("control")) else {
            throw json.invalid("control", "is not a control")
        }
        guard let reason = ReasonCode(rawValue: try json.required("reason")) else {
            throw json.invalid("reason", "is not a reason")
        }
        requirement = UnmetRequirement(
            policy: PolicyID(try json.required("policy")), control: control, reason: reason,
            strength: try json.optional("strength", as: String.self).map { AuthenticationStrengthID($0) })
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("control", requirement.control.rawValue)
            object.member("policy", requirement.policy.rawValue)
            object.member("reason", requirement.reason.rawValue)
            object.member("strength", ifPresent: requirement.strength?.rawValue)
        }
    }
}
