import AccessModel

extension LintRule {
    /// Policies beside each other.
    static let overlaps = [
        LintRule(.shadowedByBlock, check: shadowedByBlock),
        LintRule(.duplicatePolicy, check: duplicatePolicies),
        LintRule(.sameName, check: sameNames),
        LintRule(.mfaBesideStrength, check: mfaBesideStrength),
    ]

    private static func shadowedByBlock(_ context: LintContext) -> [LintFinding] {
        struct Question: Hashable {
            let outline: ObjectIdentifier
            let isBlock: Bool
        }
        let catalogue = context.input.set.compiled.catalogue
        let blocks = context.groups(of: context.enforced.filter(\.blocks))
        var answers: [Question: PolicyID?] = [:]
        return context.active.compactMap { policy in
            let outline = context.outline(of: policy)
            let question = Question(outline: ObjectIdentifier(outline), isBlock: policy.blocks)
            let answer =
                answers[question]
                ?? blocks.first { block in
                    block.outline.covers(outline, catalogue)
                        && !(question.isBlock && outline.covers(block.outline, catalogue))
                }?.first
            answers[question] = .some(answer)
            guard let answer, !policy.targetsNothing else { return nil }
            return policy.finding(
                .shadowedByBlock, .warning, beside: [answer],
                "\(context.names.phrase(answer)) blocks every sign-in that this policy is about, so it never matters",
                fix: "remove the policy, or narrow the one that blocks")
        }
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

    private static func mfaBesideStrength(_ context: LintContext) -> [LintFinding] {
        let demanding = context.active.filter { $0.insists(on: .authenticationStrength) }
        return [PolicyState.enabled, .reportOnly].flatMap { state in
            mfa(beside: context.groups(of: demanding.filter { $0.effectiveState == state }), state, context)
        }.sorted { $0.policies[0] < $1.policies[0] }
    }

    private static func mfa(
        beside groups: [LintContext.Group], _ state: PolicyState, _ context: LintContext
    ) -> [LintFinding] {
        guard !groups.isEmpty else { return [] }
        var answers: [ObjectIdentifier: [PolicyID]] = [:]
        return context.active.compactMap { policy in
            guard policy.effectiveState == state, policy.insists(on: .mfa) else { return nil }
            let outline = context.outline(of: policy)
            let others =
                answers[ObjectIdentifier(outline)]
                ?? groups.filter { $0.outline.meets(outline) }.flatMap(\.policies).sorted()
            answers[ObjectIdentifier(outline)] = others
            guard !others.isEmpty else { return nil }
            return policy.finding(
                .mfaBesideStrength, .advice, at: "grantControls.builtInControls", beside: others,
                "multifactor authentication is demanded here and an authentication strength by "
                    + "\(Phrases.some(of: others, context.names.phrase)) for some of the same sign-ins: people "
                    + "can be asked twice",
                fix: "demand an authentication strength here, too, or exclude here whom the other is for")
        }
    }
}

extension LintContext {
    /// Policies with the same conditions.
    struct Group {
        let outline: ConditionsOutline
        fileprivate(set) var policies: [PolicyID]

        /// The first of them, by identifier.
        var first: PolicyID { policies[0] }
    }

    /// Policies by their conditions; groups and what is in them are ordered as the policies are.
    func groups(of policies: [ConditionalAccessPolicy]) -> [Group] {
        var groups: [Group] = []
        var places: [ObjectIdentifier: Int] = [:]
        for policy in policies {
            let outline = outline(of: policy)
            if let place = places[ObjectIdentifier(outline)] {
                groups[place].policies.append(policy.id)
            } else {
                places[ObjectIdentifier(outline)] = groups.count
                groups.append(Group(outline: outline, policies: [policy.id]))
            }
        }
        return groups
    }
}

extension PolicyConditions {
    /// Whether some accounts and resources surely are meant by both, as far as it can be told from what policies name.
    func meets(_ other: Self) -> Bool {
        servicePrincipals == nil && other.servicePrincipals == nil && users.meets(other.users)
            && resources.meets(other.resources)
    }
}

extension AssignmentTarget {
    fileprivate func meets(_ other: Self) -> Bool {
        guard !exclude.all, !other.exclude.all, include.names(beyond: other.exclude),
            other.include.names(beyond: exclude)
        else { return false }
        if include.all || other.include.all { return true }
        func share<Element>(_ side: KeyPath<Members, Set<Element>>) -> Bool {
            let (mine, others) = (include[keyPath: side], other.include[keyPath: side])
            return mine.contains {
                others.contains($0) && !exclude[keyPath: side].contains($0)
                    && !other.exclude[keyPath: side].contains($0)
            }
        }
        return share(\.groups) || share(\.roles) || share(\.accounts) || share(\.guests)
    }
}

extension AssignmentTarget.Members {
    /// Whether anything is left when what another side names is taken away.
    fileprivate func names(beyond other: Self) -> Bool {
        all || !groups.isSubset(of: other.groups) || !roles.isSubset(of: other.roles)
            || !accounts.isSubset(of: other.accounts) || !guests.isSubset(of: other.guests)
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
