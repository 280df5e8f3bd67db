import AccessModel

extension LintRule {
    /// What some policies exclude and no other policy covers; one finding for each thing.
    static func exclusionNotCovered(_ context: LintContext) -> [LintFinding] {
        let policies = context.active.filter { !$0.isForWorkloads && $0.demandsSomething }.map(ExclusionPolicy.init)
        return context.excludedObjects(of: policies).compactMap { object in
            let excluding = Set(object.excluding)
            let isSparedByEnforced = object.excluding.contains { policies[$0].isEnforced }
            let isCovered = policies.indices.contains { place in
                (policies[place].isEnforced || !isSparedByEnforced) && !excluding.contains(place)
                    && object.isCovered(policies[place].policy)
            }
            guard !isCovered, let first = object.excluding.first else { return nil }
            return policies[first].policy.finding(
                .exclusionNotCovered, .warning, at: object.path,
                beside: object.excluding.dropFirst().map { policies[$0].policy.id },
                "\(object.phrase) is excluded"
                    + (object.excluding.count > 1 ? " by \(object.excluding.count) policies" : "")
                    + " and covered by no other policy",
                fix: "cover it by a policy of its own, take it out of the exclusions, or say that it is for emergencies"
            )
        }
    }
}

/// A policy that is looked at many times.
private final class ExclusionPolicy {
    let policy: ConditionalAccessPolicy
    let isEnforced: Bool

    init(_ policy: ConditionalAccessPolicy) {
        self.policy = policy
        isEnforced = policy.effectiveState == .enabled
    }
}

/// Something that policies exclude.
private struct ExcludedObject {
    let phrase: String
    let path: String
    /// The places of the policies that exclude it, in order.
    let excluding: [Int]
    let isCovered: (ConditionalAccessPolicy) -> Bool
}

extension LintContext {
    /// Everything that policies exclude by name, but for what is for emergencies.
    fileprivate func excludedObjects(of policies: [ExclusionPolicy]) -> [ExcludedObject] {
        let emergencies = breakGlassAccounts
        let groups = Self.excluding(policies, \.conditions.users.exclude.groups).filter { group, _ in
            !input.breakGlass.contains(group.rawValue) && !(members[group].map(emergencies.isSuperset) ?? false)
        }
        let roles = Self.excluding(policies, \.conditions.users.exclude.roles)
        let accounts = Self.excluding(policies, \.conditions.users.exclude.accounts).filter {
            !emergencies.contains($0.0)
        }
        let applications = Self.excluding(policies, \.excludedApplications)
        return groups.map(excluded(group:_:)) + roles.map(excluded(role:_:)) + accounts.map(excluded(account:_:))
            + applications.map(excluded(application:_:))
    }

    /// What policies exclude, in order, each with the places of the policies.
    private static func excluding<Subject>(
        _ policies: [ExclusionPolicy], _ side: KeyPath<ConditionalAccessPolicy, Set<Identifier<Subject>>>
    ) -> [(Identifier<Subject>, [Int])] {
        var places: [Identifier<Subject>: [Int]] = [:]
        for (place, policy) in policies.enumerated() {
            for id in policy.policy[keyPath: side] { places[id, default: []].append(place) }
        }
        return places.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func excluded(group: GroupID, _ excluding: [Int]) -> ExcludedObject {
        ExcludedObject(phrase: names.phrase(group), path: "conditions.users.excludeGroups", excluding: excluding) {
            $0.conditions.users.include.all || $0.conditions.users.include.groups.contains(group)
        }
    }

    private func excluded(role: RoleID, _ excluding: [Int]) -> ExcludedObject {
        ExcludedObject(phrase: names.phrase(role), path: "conditions.users.excludeRoles", excluding: excluding) {
            $0.conditions.users.include.all || $0.conditions.users.include.roles.contains(role)
        }
    }

    private func excluded(account: AccountID, _ excluding: [Int]) -> ExcludedObject {
        let membership = memberships[account] ?? AccountMembership(account: account)
        return ExcludedObject(
            phrase: names.phrase(account), path: "conditions.users.excludeUsers", excluding: excluding
        ) {
            $0.conditions.users.matches(membership)
        }
    }

    private func excluded(application: ApplicationID, _ excluding: [Int]) -> ExcludedObject {
        let groups = input.set.compiled.catalogue.groups(of: application)
        return ExcludedObject(
            phrase: names.phrase(application), path: "conditions.applications.excludeApplications",
            excluding: excluding
        ) {
            $0.applications?.contains(application, in: groups) ?? false
        }
    }
}

extension ConditionalAccessPolicy {
    fileprivate var excludedApplications: Set<ApplicationID> { applications?.exclude ?? [] }
}
