import AccessModel

/// Puts one policy into words.
struct PolicyExplainer {
    let policy: ConditionalAccessPolicy
    let set: PolicySet
    let names: PolicyNames

    init(_ policy: ConditionalAccessPolicy, _ set: PolicySet, _ names: PolicyNames) {
        self.policy = policy
        self.set = set
        self.names = names
    }

    var explanation: PolicyExplanation {
        let parts: [(PolicyExplanation.Part, [String])] = [
            (.state, [state]), (.who, who), (.what, what),
            (.when, circumstances.isEmpty ? ["always: nothing else narrows it"] : circumstances), (.demands, demands),
            (.session, session), (.missingSignals, missingSignals), (.hindrances, hindrances),
        ]
        return PolicyExplanation(
            policy: policy.id, displayName: policy.displayName, state: policy.state,
            effectiveState: policy.effectiveState, summary: summary,
            sections: parts.filter { !$0.1.isEmpty }.map { PolicyExplanation.Section(part: $0.0, lines: $0.1) })
    }

    // MARK: State

    private var state: String {
        switch (policy.state, policy.effectiveState) {
        case (.enabled, .enabled): "enabled and enforced"
        case (.enabled, _): "enabled, but held at report-only: it is evaluated and logged, and decides nothing"
        case (.reportOnly, _): "report-only: it is evaluated and logged, and decides nothing"
        case (.disabled, _): "disabled: it is not looked at"
        }
    }

    private var hindrances: [String] {
        policy.unenforceable.map { "\($0.path): \($0.detail)" }
            + missingReferences.map { "\($0) is not among the policies" }
    }

    private var missingReferences: [String] {
        let missing = SetReferences(of: policy).subtracting(set.referable)
        return missing.locations.sorted().map { names.phrase($0) }
            + missing.applicationGroups.sorted().map { "the application group `\($0)`" }
            + missing.strengths.sorted().map { names.phrase($0) }
    }

    // MARK: One sentence

    private var summary: String {
        let whom = shortly(who, joinedBy: "and")
        let about = shortly(what, joinedBy: "and")
        let under: String =
            switch circumstances.count {
            case 0: ""
            case 1: ", where \(circumstances[0])"
            default: ", where \(Phrases.count(circumstances.count, "condition")) match"
            }
        if policy.blocks { return "Blocks \(whom) from \(about)\(under)." }
        if let grant = policy.grant, !grant.controls.isEmpty {
            return "Demands \(names.phrase(grant)) of \(whom) for \(about)\(under)."
        }
        if !policy.session.isEmpty { return "Limits the sessions of \(whom) for \(about)\(under)." }
        return "Demands nothing of \(whom) for \(about)\(under)."
    }

    /// Lines of which those that begin with "but not" are exceptions, as one phrase.
    private func shortly(_ lines: [String], joinedBy word: String) -> String {
        let exceptions = lines.filter { $0.hasPrefix(Self.exception) }.map {
            String($0.dropFirst(Self.exception.count))
        }
        let named = lines.filter { !$0.hasPrefix(Self.exception) }
        return Phrases.some(of: named) + (exceptions.isEmpty ? "" : " except \(Phrases.some(of: exceptions))")
    }

    static let exception = "but not "

    // MARK: Who and what

    private var who: [String] {
        if let principals = policy.conditions.servicePrincipals {
            let included = side(principals.include)
            return (included.isEmpty ? Self.unread(policy.unreadableSubjects, "whom") ?? ["nobody"] : included)
                + side(principals.exclude).map { Self.exception + $0 }
        }
        let users = policy.conditions.users
        let included = names.phrases(users.include)
        return (included.isEmpty ? Self.unread(policy.unreadableSubjects, "whom") ?? ["nobody"] : included)
            + names.phrases(users.exclude).map { Self.exception + $0 }
    }

    /// What is said of whom or what is named in a way that cannot be read; nil if nothing is.
    private static func unread(_ paths: [String], _ pronoun: String) -> [String]? {
        guard !paths.isEmpty else { return nil }
        let names = paths.map { "`\($0)`" }
        return ["\(pronoun) \(Phrases.some(of: names)) name\(paths.count > 1 ? "" : "s") (which cannot be read)"]
    }

    private func side(_ members: ServicePrincipalTarget.Members) -> [String] {
        (members.allOfThisTenant ? ["every service principal of this tenant"] : [])
            + members.clients.sorted().map { names.phrase($0) }
    }

    private var what: [String] {
        switch policy.conditions.resources {
        case .applications(let target):
            let included =
                (target.includesAll ? ["every application"] : []) + target.includeGroups.sorted().map(group)
                + target.include.sorted().map { names.phrase($0) }
            return (included.isEmpty ? Self.unread(policy.unreadableResources, "what") ?? ["no application"] : included)
                + (target.excludeGroups.sorted().map(group) + target.exclude.sorted().map { names.phrase($0) })
                .map { Self.exception + $0 }
        case .userActions(let actions): return actions.sorted().map(Self.action)
        case .authenticationContexts(let contexts):
            return contexts.sorted().map { "what asks for the authentication context `\($0)`" }
        }
    }

    private func group(_ word: ApplicationGroupID) -> String {
        guard let group = set.applicationGroups.first(where: { $0.id == word }) else { return names.phrase(word) }
        return "\(names.phrase(word)) (\(group.applications.count))"
    }

    private static func action(_ urn: String) -> String {
        switch UserAction(rawValue: urn) {
        case .registerSecurityInformation: "registering security information"
        case .registerDevice: "registering or joining a device"
        case nil: "the user action `\(urn)`"
        }
    }
}
