import AccessModel

extension LintRule {
    /// Whom and what a policy reaches.
    static let reach = [
        LintRule(each: .targetsNobody, check: targetsNobody),
        LintRule(each: .exclusionCoversInclusion, check: exclusionCoversInclusion),
        LintRule(each: .reachesNoAccount, check: reachesNoAccount),
        LintRule(each: .groupWithoutMembers, check: groupWithoutMembers),
        LintRule(each: .targetsNoApplication, check: targetsNoApplication),
    ]

    private static func targetsNobody(_: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard policy.unreadableSubjects.isEmpty else { return [] }
        if let principals = policy.conditions.servicePrincipals {
            guard principals.include == ServicePrincipalTarget.Members() else { return [] }
            return [
                policy.finding(
                    .targetsNobody, .warning, at: "conditions.clientApplications.includeServicePrincipals",
                    "no service principal is included, so the policy never applies",
                    fix: "include the service principals that are meant, or disable the policy")
            ]
        }
        guard policy.conditions.users.include.isEmpty else { return [] }
        return [
            policy.finding(
                .targetsNobody, .warning, at: "conditions.users.includeUsers",
                "no user, group, role or guest is included, so the policy never applies",
                fix: "include whom the policy is for, or disable it")
        ]
    }

    private static func exclusionCoversInclusion(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        let users = policy.conditions.users
        guard !policy.isForWorkloads, !users.include.isEmpty, users.exclude.covers(users.include) else { return [] }
        let included = users.include.all ? ["everybody"] : context.names.phrases(users.include)
        return [
            policy.finding(
                .exclusionCoversInclusion, .error, at: "conditions.users",
                "\(Phrases.some(of: included)) \(included.count > 1 ? "are" : "is") included and excluded as well, "
                    + "so the policy never applies",
                fix: "take whom the policy is for out of the exclusions")
        ]
    }

    private static func reachesNoAccount(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        let users = policy.conditions.users
        guard let directory = context.input.directory, !directory.accounts.isEmpty, !policy.isForWorkloads,
            !users.include.isEmpty, !users.exclude.covers(users.include),
            !directory.accounts.contains(where: { users.matches($0.membership) })
        else { return [] }
        let included = users.include.all ? ["everybody"] : context.names.phrases(users.include)
        return [
            policy.finding(
                .reachesNoAccount, .warning, at: "conditions.users",
                "\(Phrases.some(of: included)) \(included.count > 1 ? "are" : "is") included, "
                    + "but no account of the directory is reached",
                fix: "look at the members of what is included and of what is excluded")
        ]
    }

    private static func groupWithoutMembers(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard let directory = context.input.directory else { return [] }
        return policy.conditions.users.include.groups.sorted()
            .filter { directory.groups[$0] != nil && context.members[$0] == nil }
            .map {
                policy.finding(
                    .groupWithoutMembers, .warning, at: "conditions.users.includeGroups",
                    "\(context.names.phrase($0)) is included and has no members",
                    fix: "add its members, or take the group out of the policy")
            }
    }

    private static func targetsNoApplication(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard policy.unreadableResources.isEmpty else { return [] }
        let reason: String
        switch policy.conditions.resources {
        case .userActions(let actions) where actions.isEmpty: reason = "no user action is included"
        case .authenticationContexts(let contexts) where contexts.isEmpty:
            reason = "no authentication context is included"
        case .applications(let target) where target.isEmpty: reason = "no application is included"
        case .applications(let target) where !target.includesAll && !target.isLeftOver(of: context):
            let included =
                target.includeGroups.sorted().map(context.names.phrase)
                + target.include.sorted().map(context.names.phrase)
            reason = "\(Phrases.some(of: included)) \(included.count > 1 ? "are" : "is") included and excluded as well"
        default: return []
        }
        return [
            policy.finding(
                .targetsNoApplication, .warning, at: "conditions.applications",
                reason + ", so the policy never applies", fix: "include what the policy is about, or disable it")
        ]
    }
}

extension ApplicationTarget {
    fileprivate var isEmpty: Bool { !includesAll && include.isEmpty && includeGroups.isEmpty }

    /// Whether the exclusions leave anything of what is named; a word that nothing is known of may leave something.
    fileprivate func isLeftOver(of context: LintContext) -> Bool {
        let catalogue = context.input.set.compiled.catalogue
        if include.contains(where: { contains($0, in: catalogue.groups(of: $0)) }) { return true }
        return includeGroups.subtracting(excludeGroups).contains { word in
            guard let group = context.input.set.applicationGroups.first(where: { $0.id == word }) else { return true }
            return group.applications.contains { contains($0, in: catalogue.groups(of: $0)) }
        }
    }
}
