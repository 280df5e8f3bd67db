import AccessModel

extension LintRule {
    /// What can lock everybody out, or let somebody in by a back door.
    static let lockOut = [
        LintRule(each: .everybodyWithoutExclusion, check: everybodyWithoutExclusion),
        LintRule(.noBreakGlass, check: noBreakGlass),
        LintRule(.singleBreakGlass, check: singleBreakGlass),
        LintRule(.breakGlassUnusable, check: breakGlassUnusable),
        LintRule(each: .breakGlassNotExcluded, check: breakGlassNotExcluded),
        LintRule(each: .exclusionFilledFromOutside, check: exclusionFilledFromOutside),
    ]

    private static func everybodyWithoutExclusion(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        let conditions = policy.conditions
        guard conditions.users.include.all, conditions.users.exclude.isEmpty, !policy.isForWorkloads,
            let applications = policy.applications, applications.includesAll, applications.exclude.isEmpty,
            applications.excludeGroups.isEmpty,
            policy.insists(onOneOf: [.block, .compliantDevice, .domainJoinedDevice, .compliantApplication]),
            let grant = policy.grant
        else { return [] }
        let isUnconditional = conditions.isUnconditional
        let what =
            policy.blocks
            ? "everybody is blocked from every application"
            : "everybody must show \(context.names.phrase(grant)) for every application"
        return [
            policy.finding(
                .everybodyWithoutExclusion, isUnconditional ? .error : .warning, at: "conditions.users.excludeUsers",
                what + (isUnconditional ? "" : " where the policy's conditions match")
                    + ", and no user, group or role is excluded",
                fix: "exclude the accounts for emergencies, and pilot the policy in report-only first")
        ]
    }

    private static func noBreakGlass(_ context: LintContext) -> [LintFinding] {
        guard context.input.breakGlass.isEmpty, !context.active.isEmpty else { return [] }
        return [
            LintFinding(
                .noBreakGlass, .warning,
                "it is not said which accounts are for emergencies, so nothing can tell whether a policy locks them out",
                fix: "name at least two accounts with a role that can change policies as break-glass accounts")
        ]
    }

    private static func singleBreakGlass(_ context: LintContext) -> [LintFinding] {
        let accounts = context.breakGlassAccounts
        guard let only = accounts.first, accounts.count == 1,
            context.input.directory != nil || !context.isNamedAsGroup(only.rawValue)
        else { return [] }
        return [
            LintFinding(
                .singleBreakGlass, .advice,
                "\(context.names.phrase(only)) is the only account for emergencies",
                fix: "keep a second one, with another credential, for the day when the first does not work")
        ]
    }

    private static func breakGlassUnusable(_ context: LintContext) -> [LintFinding] {
        guard let directory = context.input.directory else { return [] }
        let disabled = Set(directory.accounts.filter { !$0.isEnabled }.map(\.membership.account))
        return context.input.breakGlass.sorted().compactMap { id in
            if directory.groups[GroupID(id)] != nil {
                guard context.members[GroupID(id)] == nil else { return nil }
                return LintFinding(
                    .breakGlassUnusable, .error,
                    "\(context.names.phrase(GroupID(id))) is for emergencies and has no members",
                    fix: "add the accounts for emergencies to it")
            }
            let account = AccountID(id)
            let isKnown = context.memberships[account] != nil
            guard !isKnown || disabled.contains(account) else { return nil }
            return LintFinding(
                .breakGlassUnusable, .error,
                isKnown
                    ? "\(context.names.phrase(account)) is for emergencies and is disabled"
                    : "`\(id)` is for emergencies, and the directory holds no such account or group",
                fix: isKnown ? "enable the account, or name another" : "correct the identifier")
        }
    }

    private static func breakGlassNotExcluded(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard !policy.isForWorkloads, policy.demandsSomething else { return [] }
        let reached = context.input.breakGlass.sorted().compactMap { context.emergency($0, reachedBy: policy) }
        let certain = reached.filter(\.isCertain).map(\.phrase)
        let possible = reached.filter { !$0.isCertain }.map(\.phrase)
        var found: [LintFinding] = []
        if !certain.isEmpty {
            found.append(
                policy.finding(
                    .breakGlassNotExcluded, .error, at: "conditions.users.excludeUsers",
                    "the policy reaches \(Phrases.some(of: certain)), which \(certain.count > 1 ? "are" : "is") for emergencies",
                    fix: "exclude \(certain.count > 1 ? "them" : "it") from the policy"))
        }
        if !possible.isEmpty {
            found.append(
                policy.finding(
                    .breakGlassNotExcluded, .warning, at: "conditions.users.excludeGroups",
                    "\(Phrases.some(of: possible)), for emergencies, \(possible.count > 1 ? "are" : "is") excluded by a "
                        + "group at best, and nothing is known of the members of groups",
                    fix: "exclude \(possible.count > 1 ? "them" : "it") by name, or check beside the directory"))
        }
        return found
    }

    private static func exclusionFilledFromOutside(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        let groups = policy.conditions.users.exclude.groups.intersection(context.input.externalGroups).sorted()
        return groups.map {
            policy.finding(
                .exclusionFilledFromOutside, .warning, at: "conditions.users.excludeGroups",
                "\(context.names.phrase($0)) is excluded and filled by an outside system: whoever joins it there is free of "
                    + "the policy",
                fix: "exclude a group whose members are kept here")
        }
    }
}

extension LintContext {
    /// Whether some policy takes the identifier for a group's.
    fileprivate func isNamedAsGroup(_ id: String) -> Bool {
        active.contains {
            $0.conditions.users.include.groups.union($0.conditions.users.exclude.groups).contains(GroupID(id))
        }
    }

    /// Whether a policy reaches somebody who is for emergencies: nil if it does not; uncertain if that depends on the
    /// members of groups, which nobody told.
    fileprivate func emergency(
        _ id: String, reachedBy policy: ConditionalAccessPolicy
    ) -> (phrase: String, isCertain: Bool)? {
        let users = policy.conditions.users
        if input.directory?.groups[GroupID(id)] != nil {
            let reached = (members[GroupID(id)] ?? []).sorted().compactMap { memberships[$0] }.filter(users.matches)
            guard !reached.isEmpty else { return nil }
            return ("\(Phrases.count(reached.count, "member")) of \(names.phrase(GroupID(id)))", true)
        }
        if let membership = memberships[AccountID(id)] {
            return users.matches(membership) ? (names.phrase(AccountID(id)), true) : nil
        }
        let membership = AccountMembership(account: AccountID(id), groups: [GroupID(id)])
        guard !users.exclude.contains(membership) else { return nil }
        let include = users.include
        guard include.contains(membership) else {
            // Whether he is a member of what is included, nobody told.
            let mayBeMember =
                input.directory == nil && (!include.groups.isEmpty || !include.roles.isEmpty || !include.guests.isEmpty)
            return mayBeMember ? ("`\(id)`", false) : nil
        }
        let isCertain = users.exclude.groups.isEmpty && users.exclude.roles.isEmpty
        return ("`\(id)`", isCertain)
    }
}
