import AccessModel

extension LintRule {
    /// What some policies exclude and no other policy covers; one finding for each thing.
    static func exclusionNotCovered(_ context: LintContext) -> [LintFinding] {
        var found: [LintFinding] = []
        let policies = context.active.filter { !$0.isForWorkloads && $0.demandsSomething }
        for object in context.excludedObjects(of: policies) {
            let excluding = policies.filter(object.isExcluded)
            let isCovered = policies.contains { policy in
                object.isCovered(policy) && !object.isExcluded(policy)
                    && (policy.effectiveState == .enabled || excluding.allSatisfy { $0.effectiveState != .enabled })
            }
            guard !isCovered, let first = excluding.first else { continue }
            found.append(
                first.finding(
                    .exclusionNotCovered, .warning, at: object.path, beside: excluding.dropFirst().map(\.id),
                    "\(object.phrase) is excluded"
                        + (excluding.count > 1 ? " by \(excluding.count) policies" : "")
                        + " and covered by no other policy",
                    fix:
                        "cover it by a policy of its own, take it out of the exclusions, or say that it is for emergencies"
                ))
        }
        return found
    }
}

/// Something that a policy excludes.
private struct ExcludedObject {
    let phrase: String
    let path: String
    let isExcluded: (ConditionalAccessPolicy) -> Bool
    let isCovered: (ConditionalAccessPolicy) -> Bool
}

extension LintContext {
    /// Everything that policies exclude by name, but for what is for emergencies.
    fileprivate func excludedObjects(of policies: [ConditionalAccessPolicy]) -> [ExcludedObject] {
        let excluded = policies.map(\.conditions.users.exclude)
        let emergencies = breakGlassAccounts
        let groups = excluded.reduce(into: Set<GroupID>()) { $0.formUnion($1.groups) }.sorted().filter { group in
            !input.breakGlass.contains(group.rawValue) && !(members[group].map(emergencies.isSuperset) ?? false)
        }
        let accounts = excluded.reduce(into: Set<AccountID>()) { $0.formUnion($1.accounts) }.subtracting(emergencies)
        let roles = excluded.reduce(into: Set<RoleID>()) { $0.formUnion($1.roles) }
        let applications = policies.reduce(into: Set<ApplicationID>()) { $0.formUnion($1.applications?.exclude ?? []) }
        return groups.map(excluded(group:)) + roles.sorted().map(excluded(role:))
            + accounts.sorted().map(excluded(account:)) + applications.sorted().map(excluded(application:))
    }

    private func excluded(group: GroupID) -> ExcludedObject {
        ExcludedObject(
            phrase: names.phrase(group), path: "conditions.users.excludeGroups",
            isExcluded: { $0.conditions.users.exclude.groups.contains(group) },
            isCovered: { $0.conditions.users.include.all || $0.conditions.users.include.groups.contains(group) })
    }

    private func excluded(role: RoleID) -> ExcludedObject {
        ExcludedObject(
            phrase: names.phrase(role), path: "conditions.users.excludeRoles",
            isExcluded: { $0.conditions.users.exclude.roles.contains(role) },
            isCovered: { $0.conditions.users.include.all || $0.conditions.users.include.roles.contains(role) })
    }

    private func excluded(account: AccountID) -> ExcludedObject {
        let membership = memberships[account] ?? AccountMembership(account: account)
        return ExcludedObject(
            phrase: names.phrase(account), path: "conditions.users.excludeUsers",
            isExcluded: { $0.conditions.users.exclude.accounts.contains(account) },
            isCovered: { $0.conditions.users.matches(membership) })
    }

    private func excluded(application: ApplicationID) -> ExcludedObject {
        let groups = input.set.compiled.catalogue.groups(of: application)
        return ExcludedObject(
            phrase: names.phrase(application), path: "conditions.applications.excludeApplications",
            isExcluded: { $0.applications?.exclude.contains(application) ?? false },
            isCovered: { $0.applications?.contains(application, in: groups) ?? false })
    }
}
