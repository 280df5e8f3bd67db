import AccessModel
import AccessPolicy

/// What would be decided about a request, for people.
struct WhatIfReport {
    private let request: AccessRequest
    private let trace: DecisionTrace
    private let names: PolicyNames
    private let appliedOnly: Bool

    init(_ request: AccessRequest, _ trace: DecisionTrace, _ names: PolicyNames, appliedOnly: Bool) {
        self.request = request
        self.trace = trace
        self.names = names
        self.appliedOnly = appliedOnly
    }

    /// The report.
    var text: String {
        var text = Self.entry("Who", [request.subject.words(names)] + memberships)
        text += Self.entry("What", [request.resource.words(names)])
        text += Self.entry("Signals", [request.context.words ?? "none"])
        text += Self.entry("Shown", [request.controls.words])
        text += "\n" + Self.entry("Decision", [decision])
        text += Self.entry("Open", open)
        text += Self.entry("Session", trace.decision.session.phrases)
        text += section("Apply", .applies) + section("Cannot be evaluated", .cannotBeKnown)
        if !appliedOnly { text += section("Do not apply", nil) }
        return text + missing
    }

    private static let headingWidth = 10

    /// A heading and lines beside it; nothing if there are no lines.
    private static func entry(_ heading: String, _ lines: [String]) -> String {
        lines.enumerated().map { number, line in
            TextLayout.paragraph(line, head: TextLayout.column(number == 0 ? heading : "", headingWidth))
        }.joined()
    }
}

// MARK: The decision

extension WhatIfReport {
    private var memberships: [String] {
        guard case .account(let membership) = request.subject else { return [] }
        let groups = membership.groups.sorted().map { names.phrase($0) }
        let roles = membership.roles.sorted().map { names.phrase($0) }
        let all = groups + roles
        return all.isEmpty ? [] : ["with " + all.joined(separator: ", ")]
    }

    private var decision: String {
        switch trace.decision.outcome {
        case .allowed: "access is given"
        case .allowedNoPolicyApplied: "access is given, since no enforced policy applies"
        case .blocked(.noPolicyApplied): "access is refused, since no enforced policy applies"
        case .blocked: "access is refused, whatever is shown"
        case .failed(let reason): "access is not given, since it cannot be decided (\(reason.rawValue))"
        case .requires(let control, let reason):
            "access is given only once there is \(control.words) (\(reason.rawValue))"
        }
    }

    /// What stands in the way, by each policy.
    private var open: [String] {
        trace.decision.unmet.map { requirement in
            var what = requirement.control.words
            if let strength = requirement.strength { what = names.phrase(strength) }
            if requirement.reason == .evaluationFailed { what = "something that the policy refers to is missing" }
            return "\(what), by \(names.name(requirement.policy))"
        }
    }
}

// MARK: The policies

extension WhatIfReport {
    private enum Kind {
        case applies
        case cannotBeKnown
    }

    private static let stateWidth = 13
    private static let verdictWidth = 19

    private func section(_ heading: String, _ kind: Kind?) -> String {
        let found = trace.policies.filter { trace in
            switch trace.applicability {
            case .applies: kind == .applies
            case .cannotBeKnown: kind == .cannotBeKnown
            case .doesNotApply, .notEvaluated: kind == nil
            }
        }
        guard !found.isEmpty else { return "" }
        let sorted = found.sorted { ($0.order, $0.displayName, $0.policy) < ($1.order, $1.displayName, $1.policy) }
        return "\n\(heading) (\(found.count))\n" + sorted.map(row).joined()
    }

    private func row(_ policy: PolicyTrace) -> String {
        let head =
            "  " + TextLayout.column(policy.effectiveState.standing, Self.stateWidth)
            + TextLayout.column(verdict(policy), Self.verdictWidth)
        let indent = String(repeating: " ", count: 4 + Self.stateWidth)
        return TextLayout.paragraph(policy.displayName, head: head)
            + details(policy).map { TextLayout.paragraph($0, head: indent) }.joined()
    }

    private func verdict(_ policy: PolicyTrace) -> String {
        switch policy.applicability {
        case .notEvaluated: return ""
        case .doesNotApply(let condition):
            return condition.words + (policy.unknownConditions.contains(condition) ? " (?)" : "")
        case .applies, .cannotBeKnown: break
        }
        switch policy.result {
        case .success: return "satisfied"
        case .failure:
            let requirement = trace.decision.unmet.first { $0.policy == policy.policy }
            return requirement?.control == .block ? "refuses" : "not satisfied"
        case .reportOnlySuccess: return "would be satisfied"
        case .reportOnlyInterrupted: return "would prompt"
        case .reportOnlyFailure: return "would refuse"
        default: return policy.effectiveState == .enabled ? "cannot be decided" : "not known"
        }
    }

    private func details(_ policy: PolicyTrace) -> [String] {
        var lines = policy.controls.filter { $0.control != .block }.map { control in
            let what = control.strength.map { names.phrase($0) } ?? control.control.words
            return switch control.status {
            case .met: "met: \(what)"
            case .open(let reason): "open: \(what) (\(reason.rawValue))"
            case .undetermined(let reason): "cannot be determined: \(what) (\(reason.rawValue))"
            case .waived: "not asked for here: \(what)"
            }
        }
        let applies = policy.applicability == .applies
        if applies, !policy.unknownConditions.isEmpty {
            let conditions = policy.unknownConditions.map(\.words).joined(separator: ", ")
            lines.append("applies although a signal is missing: \(conditions)")
        }
        if applies || policy.applicability == .cannotBeKnown {
            if policy.state == .enabled || policy.applicability == .cannotBeKnown {
                let what = policy.state == .enabled ? "enforced" : "evaluated"
                lines += policy.unenforceable.map { "cannot be \(what): \($0.path): \($0.detail)" }
            }
            if policy.applicability == .cannotBeKnown, policy.unenforceable.isEmpty {
                lines.append("something that it refers to is missing in the set")
            }
        }
        return lines
    }

    /// The signals without which policies do not apply.
    private var missing: String {
        let waiting = trace.policies.filter { policy in
            guard case .doesNotApply(let condition) = policy.applicability else { return false }
            return policy.unknownConditions.contains(condition)
        }
        guard !waiting.isEmpty else { return "" }
        let who = appliedOnly ? "more policies" : "policies marked (?)"
        var text = "\nMissing signals: \(who) might apply if these were given\n"
        for condition in PolicyCondition.allCases {
            let policies = waiting.filter { $0.applicability == .doesNotApply(condition) }
            guard !policies.isEmpty else { continue }
            let head = "  " + TextLayout.column(condition.words, Self.stateWidth + Self.verdictWidth)
            let flags = condition.flags(for: request)
            text += TextLayout.paragraph(
                "\(flags) (\(TextLayout.count(policies.count, "policy", "policies")))", head: head)
        }
        return text
    }
}

extension PolicyTrace {
    /// Enforced policies come first and disabled ones last.
    fileprivate var order: Int {
        switch effectiveState {
        case .enabled: 0
        case .reportOnly: 1
        case .disabled: 2
        }
    }
}

extension PolicyState {
    /// Whether the policy decides, in one word.
    fileprivate var standing: String {
        switch self {
        case .enabled: "enforced"
        case .reportOnly: "report-only"
        case .disabled: "disabled"
        }
    }
}

extension PolicyCondition {
    /// What the condition is about, in few words.
    fileprivate var words: String {
        switch self {
        case .users: "user"
        case .workloadIdentities: "service principal"
        case .application: "application"
        case .userActions: "user action"
        case .authenticationContext: "auth. context"
        case .devicePlatform: "platform"
        case .devices: "device filter"
        case .clientApps: "kind of client"
        case .location: "location"
        case .signInRisk: "sign-in risk"
        case .userRisk: "user risk"
        case .servicePrincipalRisk: "principal's risk"
        case .insiderRisk: "insider risk"
        case .authenticationFlow: "transfer method"
        case .time: "time of day"
        case .other: "another condition"
        }
    }

    /// The flags that give what is missing.
    fileprivate func flags(for request: AccessRequest) -> String {
        switch self {
        case .users: "--guest TYPE@TENANT"
        case .devicePlatform: "--platform"
        case .devices: request.context.device == nil ? "--device" : "isCompliant of the device"
        case .clientApps: "--client-app"
        case .location:
            switch (request.context.ipAddress, request.context.country) {
            case (nil, nil): "--ip, --country"
            case (nil, _): "--ip"
            default: "--country"
            }
        case .signInRisk: "--sign-in-risk"
        case .userRisk: "--user-risk"
        case .servicePrincipalRisk: "--sp-risk"
        case .insiderRisk: "--insider-risk"
        default: "not known"
        }
    }
}
