import AccessModel

extension LintRule {
    /// Policies beside each other.
    static let overlaps = [
        LintRule(each: .shadowedByBlock, check: shadowedByBlock),
        LintRule(.duplicatePolicy, check: duplicatePolicies),
        LintRule(.sameName, check: sameNames),
        LintRule(each: .mfaBesideStrength, check: mfaBesideStrength),
    ]

    private static func shadowedByBlock(_ context: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        let catalogue = context.input.set.compiled.catalogue
        let blocking = context.enforced.filter { block in
            block.id != policy.id && block.blocks && block.conditions.covers(policy.conditions, catalogue)
                && !(policy.blocks && policy.conditions.covers(block.conditions, catalogue))
        }
        guard let first = blocking.first, !policy.targetsNothing else { return [] }
        return [
            policy.finding(
                .shadowedByBlock, .warning, beside: [first.id],
                "\(context.names.phrase(first.id)) blocks every sign-in that this policy is about, so it never matters",
                fix: "remove the policy, or narrow the one that blocks")
        ]
    }

    private static func duplicatePolicies(_ context: LintContext) -> [LintFinding] {
        struct Content: Hashable {
            let conditions: PolicyConditions
            let grant: GrantRequirement?
            let session: SessionDirectives
        }
        let enforceable = context.active.filter(\.unenforceable.isEmpty)
        let twins = Dictionary(grouping: enforceable) {
            Content(conditions: $0.conditions, grant: $0.grant, session: $0.session)
        }
        return twins.values.filter { $0.count > 1 }.map { twins in
            let areAllEnforced = twins.allSatisfy { $0.effectiveState == twins[0].effectiveState }
            return twins[0].finding(
                .duplicatePolicy, areAllEnforced ? .warning : .advice, beside: twins.dropFirst().map(\.id),
                "\(Phrases.some(of: twins.map { context.names.name($0.id) })) say the same in different policies"
                    + (areAllEnforced ? "" : ", and not all of them are enforced"),
                fix: "keep one of them")
        }.sorted { $0.policies[0] < $1.policies[0] }
    }

    private static func sameNames(_ context: LintContext) -> [LintFinding] {
        Dictionary(grouping: context.input.set.policies, by: \.displayName).values.filter { $0.count > 1 }.map {
            twins in
            twins[0].finding(
                .sameName, .advice, at: "displayName", beside: twins.dropFirst().map(\.id),
                "\(twins.count) policies are called `\(twins[0].displayName)`, so reports do not tell them apart",
                fix: "give each policy a name of its own")
        }.sorted { $0.policies[0] < $1.policies[0] }
    }

    private static func mfaBesideStrength(_ context: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard policy.insists(on: .mfa) else { return [] }
        let others = context.active.filter {
            $0.insists(on: .authenticationStrength) && $0.effectiveState == policy.effectiveState
                && $0.conditions.meets(policy.conditions)
        }
        guard !others.isEmpty else { return [] }
        return [
            policy.finding(
                .mfaBesideStrength, .advice, at: "grantControls.builtInControls", beside: others.map(\.id),
                "multifactor authentication is demanded here and an authentication strength by "
                    + "\(Phrases.some(of: others.map { context.names.phrase($0.id) })) for some of the same sign-ins: people "
                    + "can be asked twice",
                fix: "demand an authentication strength here, too, or exclude here whom the other is for")
        ]
    }
}

extension PolicyConditions {
    /// Whether some sign-ins surely are about both, as far as it can be told from what policies name.
    fileprivate func meets(_ other: Self) -> Bool {
        servicePrincipals == nil && other.servicePrincipals == nil && users.meets(other.users)
            && resources.meets(other.resources) && PolicyReach(self).overlaps(PolicyReach(other))
    }
}

extension AssignmentTarget {
    fileprivate func meets(_ other: Self) -> Bool {
        let mine = include.without(other.exclude)
        let others = other.include.without(exclude)
        guard !mine.isEmpty, !others.isEmpty else { return false }
        return mine.all || others.all || !mine.groups.isDisjoint(with: others.groups)
            || !mine.roles.isDisjoint(with: others.roles) || !mine.accounts.isDisjoint(with: others.accounts)
            || !mine.guests.isDisjoint(with: others.guests)
    }
}

extension AssignmentTarget.Members {
    /// The side without what another names as well.
    fileprivate func without(_ other: Self) -> Self {
        other.all
            ? Self()
            : Self(
                all: all, guests: guests.subtracting(other.guests), accounts: accounts.subtracting(other.accounts),
                groups: groups.subtracting(other.groups), roles: roles.subtracting(other.roles))
    }
}

extension ResourceCondition {
    fileprivate func meets(_ other: Self) -> Bool {
        switch (self, other) {
        case (.applications(let mine), .applications(let others)):
            switch (mine.includesAll, others.includesAll) {
            case (true, true): true
            case (true, false): others.names(beyond: mine)
            case (false, true): mine.names(beyond: others)
            case (false, false):
                !mine.include.isDisjoint(with: others.include)
                    || !mine.includeGroups.isDisjoint(with: others.includeGroups)
            }
        case (.userActions(let mine), .userActions(let others)): !mine.isDisjoint(with: others)
        case (.authenticationContexts(let mine), .authenticationContexts(let others)): !mine.isDisjoint(with: others)
        default: false
        }
    }
}

extension ApplicationTarget {
    /// Whether anything that is included is not excluded by the other.
    fileprivate func names(beyond other: Self) -> Bool {
        !include.isSubset(of: other.exclude) || !includeGroups.isSubset(of: other.excludeGroups)
    }
}
