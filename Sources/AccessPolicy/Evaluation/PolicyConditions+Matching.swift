import AccessModel

extension PolicyConditions {
    /// Whether the account is meant.
    func matches(_ account: AccountMembership) -> ConditionMatch {
        users.include.partialTruth(of: account).butNot(users.exclude.partialTruth(of: account))
    }

    /// Whether the kind of client is meant; a client whose kind is not known counts as `other`.
    func matches(_ type: ClientAppType?) -> ConditionMatch {
        guard let clientApps else { return .match }
        guard let type else { return .unknown(treatedAsMatch: clientApps.contains(.other)) }
        // Exchange ActiveSync on a supported platform is Exchange ActiveSync.
        return ConditionMatch(
            clientApps.contains(type) || (type == .easSupported && clientApps.contains(.exchangeActiveSync)))
    }

    /// Whether the platform is meant.
    func matches(_ platform: DevicePlatform?) -> ConditionMatch {
        platforms?.evaluate(platform) ?? .match
    }

    /// Whether the way of carrying a sign-in over is meant; none is a signal, too.
    func matches(_ method: TransferMethod?) -> ConditionMatch {
        guard let transferMethods else { return .match }
        return ConditionMatch(method.map(transferMethods.contains) ?? false)
    }

    /// Whether a level of risk is among those that are meant; one that is not known counts as none.
    static func matches(_ risk: RiskLevel?, in levels: Set<RiskLevel>?) -> ConditionMatch {
        guard let levels else { return .match }
        return risk.map { ConditionMatch(levels.contains($0)) } ?? .unknown(treatedAsMatch: levels.contains(.none))
    }

    /// Whether the insider risk is meant; one that is not known counts as none.
    func matches(_ risk: InsiderRiskLevel?) -> ConditionMatch {
        guard let insiderRisks else { return .match }
        return risk.map { ConditionMatch(insiderRisks.contains($0)) }
            ?? .unknown(treatedAsMatch: insiderRisks.contains(.none))
    }
}

extension AssignmentTarget.Members {
    func partialTruth(of account: AccountMembership) -> PartialTruth {
        contains(account) ? .yes : PartialTruth(containsGuest(account))
    }
}

extension PlatformCondition {
    /// Whether the platform is meant.
    ///
    /// A platform that is not known is neither among those that are named nor among those that are excluded: the
    /// pattern "include all, exclude the known ones" reaches it.
    func evaluate(_ platform: DevicePlatform?) -> ConditionMatch {
        Self.side(includesAll, include, platform).butNot(Self.side(excludesAll, exclude, platform))
    }

    private static func side(
        _ all: Bool, _ named: Set<DevicePlatform>, _ platform: DevicePlatform?
    ) -> PartialTruth {
        if all { return .yes }
        if named.isEmpty { return .no }
        return PartialTruth(platform.map(named.contains))
    }
}

extension ResourceCondition {
    /// Whether the resource is meant.
    func evaluate(_ resource: AccessResource, _ catalogue: ApplicationCatalogue) -> Bool {
        switch (self, resource) {
        case (.applications(let target), .application(let application)):
            target.contains(application, in: catalogue.groups(of: application))
        case (.userActions(let actions), .userAction(let action)): actions.contains(action)
        case (.authenticationContexts(let contexts), .authenticationContext(let context)): contexts.contains(context)
        default: false
        }
    }
}

extension ApplicationTarget {
    /// Whether an application of these groups is meant.
    func contains(_ application: ApplicationID, in groups: Set<ApplicationGroupID>) -> Bool {
        (includesAll || include.contains(application) || !includeGroups.isDisjoint(with: groups))
            && !(exclude.contains(application) || !excludeGroups.isDisjoint(with: groups))
    }
}

/// To which groups applications belong.
struct ApplicationCatalogue: Sendable {
    private var groups: [ApplicationID: Set<ApplicationGroupID>] = [:]
    /// The words that are known.
    let words: Set<ApplicationGroupID>

    init(_ groups: [ApplicationGroup]) {
        words = Set(groups.map(\.id))
        for group in groups {
            for application in group.applications { self.groups[application, default: []].insert(group.id) }
        }
    }

    /// The applications that belong to any group.
    var applications: some Collection<ApplicationID> { groups.keys }

    func groups(of application: ApplicationID) -> Set<ApplicationGroupID> { groups[application] ?? [] }
}
