public import AccessModel
public import AccessPolicy
public import JSONCoding

extension Decision: JSONWritable {
    /// Writes the decision as an object; the same decision gives the same bytes.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("allowed", outcome.isAllowed)
            object.member("appliedPolicies", appliedPolicies.map(\.rawValue))
            if let control = outcome.control { object.member("control", control.rawValue) }
            object.member("demandsAppProtection", demandsAppProtection)
            object.member("outcome", outcome.name)
            if let reason = outcome.reason { object.member("reason", reason.rawValue) }
            object.member("session", session)
            object.array("unmet") { array in
                for requirement in unmet {
                    array.object { object in
                        object.member("control", requirement.control.rawValue)
                        object.member("policy", requirement.policy.rawValue)
                        object.member("reason", requirement.reason.rawValue)
                        if let strength = requirement.strength { object.member("strength", strength.rawValue) }
                    }
                }
            }
        }
    }
}

extension SessionDirectives: JSONWritable {
    /// Writes what is demanded as an object; what is not demanded is left out.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            if let continuousAccessEvaluation {
                object.member("continuousAccessEvaluation", continuousAccessEvaluation.rawValue)
            }
            if disablesResilienceDefaults { object.member("disableResilienceDefaults", true) }
            if let persistentBrowser { object.member("persistentBrowser", persistentBrowser.rawValue) }
            if primaryFreshness != nil || secondaryFreshness != nil {
                object.object("signInFrequency") { object in
                    Self.write(primaryFreshness, "primary", &object)
                    Self.write(secondaryFreshness, "secondary", &object)
                }
            }
            if requiresTokenProtection { object.member("tokenProtection", true) }
        }
    }

    private static func write(_ freshness: Freshness?, _ name: String, _ object: inout JSONObjectWriter) {
        switch freshness {
        case nil: break
        case .everyTime: object.member(name, "everyTime")
        case .seconds(let seconds): object.member(name, seconds)
        }
    }
}

extension AccessOutcome {
    /// The outcome's name in documents.
    public var name: String {
        switch self {
        case .allowed: "allowed"
        case .allowedNoPolicyApplied: "allowedNoPolicyApplied"
        case .blocked: "blocked"
        case .failed: "failed"
        case .requires: "requires"
        }
    }

    /// Why access is not given; nil when it is.
    public var reason: ReasonCode? {
        switch self {
        case .allowed, .allowedNoPolicyApplied: nil
        case .blocked(let reason), .failed(let reason), .requires(_, let reason): reason
        }
    }

    /// The control that is asked for, if one is.
    public var control: PolicyControl? {
        if case .requires(let control, _) = self { control } else { nil }
    }
}

extension DecisionTrace: JSONWritable {
    /// Writes the decision and every policy's part in it; the same trace gives the same bytes.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("decision", decision)
            object.array("policies") { array in
                for policy in policies { array.append(policy) }
            }
        }
    }
}

extension PolicyTrace: JSONWritable {
    /// Writes the policy's part in a decision as an object.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            switch applicability {
            case .applies: object.member("applies", true)
            case .doesNotApply(let condition):
                object.member("applies", false)
                object.member("firstUnsatisfiedCondition", condition.rawValue)
            case .notEvaluated: object.member("applies", false)
            case .cannotBeKnown: object.null("applies")
            }
            object.member("controls", controls)
            object.member("displayName", displayName)
            object.member("effectiveState", effectiveState.rawValue)
            object.member("notEnoughInformation", notEnoughInformation)
            object.member("policy", policy.rawValue)
            object.member("result", result.rawValue)
            object.member("session", session)
            object.member("state", state.rawValue)
            object.member("unenforceable", unenforceable)
            object.member("unknownConditions", unknownConditions.map(\.rawValue))
        }
    }
}

extension PolicyTrace.Control: JSONWritable {
    /// Writes the control and where the request stands with it.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("control", control.rawValue)
            switch status {
            case .met: object.member("status", "met")
            case .waived: object.member("status", "waived")
            case .open(let reason):
                object.member("reason", reason.rawValue)
                object.member("status", "open")
            case .undetermined(let reason):
                object.member("reason", reason.rawValue)
                object.member("status", "undetermined")
            }
            if let strength { object.member("strength", strength.rawValue) }
        }
    }
}

extension UnenforceableReason: JSONWritable {
    /// Writes the reason as an object.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("detail", detail)
            object.member("kind", kind.rawValue)
            object.member("path", path)
        }
    }
}

extension PolicyDiagnostic: JSONWritable {
    /// Writes the diagnostic as an object.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("file", file)
            if let position {
                object.member("line", position.line)
                object.member("column", position.column)
            }
            object.member("message", message)
            if !path.isEmpty { object.member("path", path) }
            object.member("severity", severity.rawValue)
        }
    }
}
