import AccessModel

extension LintRule {
    /// What policies leave open.
    static let gaps = [
        LintRule(.legacyClientsNotBlocked, check: legacyClientsNotBlocked),
        LintRule(.deviceCodeFlowNotBlocked, check: deviceCodeFlowNotBlocked),
        LintRule(.unknownPlatformEscapes, check: unknownPlatformEscapes),
        LintRule(each: .unmappedCountryEscapes, check: unmappedCountryEscapes),
        LintRule(.exclusionNotCovered, check: exclusionNotCovered),
    ]

    private static func legacyClientsNotBlocked(_ context: LintContext) -> [LintFinding] {
        let kinds: [ClientAppType] = [.exchangeActiveSync, .other]
        let refusing = context.active.filter {
            $0.isForEverybodyAndEverything(narrowedBy: .clientApps) && $0.refusesLegacyClients
        }
        func open(under policies: [ConditionalAccessPolicy]) -> [ClientAppType] {
            kinds.filter { kind in
                !policies.contains { $0.conditions.matches(Optional(kind)) == .match }
            }
        }
        let left = open(under: refusing.filter { $0.effectiveState == .enabled })
        guard !left.isEmpty else { return [] }
        let pending = refusing.filter { $0.effectiveState == .reportOnly }
        let wouldDo = open(under: refusing).isEmpty ? pending : []
        return [
            LintFinding(
                .legacyClientsNotBlocked, .warning,
                "no enforced policy keeps everybody from using \(Phrases.list(left.map(\.words), joinedBy: "or")), "
                    + "which cannot show a second factor" + context.reportOnly(wouldDo.map(\.id)),
                fix: wouldDo.isEmpty
                    ? "block the client types `exchangeActiveSync` and `other` for all users and all applications"
                    : "look at its results and enable it")
        ]
    }

    private static func deviceCodeFlowNotBlocked(_ context: LintContext) -> [LintFinding] {
        let blocking = context.active.filter {
            $0.blocks && $0.isForEverybodyAndEverything(narrowedBy: .transferMethods)
                && $0.conditions.matches(TransferMethod.deviceCodeFlow) == .match
        }
        guard !blocking.contains(where: { $0.effectiveState == .enabled }) else { return [] }
        return [
            LintFinding(
                .deviceCodeFlowNotBlocked, .warning,
                "no enforced policy blocks the device code flow, by which a stranger can have somebody sign in for him"
                    + context.reportOnly(blocking.map(\.id)),
                fix: blocking.isEmpty
                    ? "block the transfer method `deviceCodeFlow` for all users and all applications, and exclude who needs it"
                    : "look at its results and enable it")
        ]
    }

    private static func unknownPlatformEscapes(_ context: LintContext) -> [LintFinding] {
        let open = context.active.filter(\.leavesUnknownPlatformsOut)
        guard !open.isEmpty else { return [] }
        let catching = PlatformCatcher.all(context)
        return open.compactMap { policy in
            let fallbacks = catching.fallbacks(for: policy, context)
            let isPolicyEnforced = policy.effectiveState == .enabled
            guard !fallbacks.contains(where: { $0.isEnforced || !isPolicyEnforced }),
                let platforms = policy.conditions.platforms
            else { return nil }
            let named = Phrases.list(DevicePlatform.allCases.filter(platforms.include.contains).map(\.words))
            return policy.finding(
                .unknownPlatformEscapes, .warning, at: "conditions.platforms.includePlatforms",
                "only \(named) \(platforms.include.count > 1 ? "are" : "is") included, so a client that hides its "
                    + "platform escapes, and no other policy takes it" + context.reportOnly(fallbacks.map(\.policy.id)),
                fix: fallbacks.isEmpty
                    ? "add a policy that includes all platforms and excludes the known ones, and blocks"
                    : "look at its results and enable it")
        }
    }

    private static func unmappedCountryEscapes(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard policy.blocks, let locations = policy.conditions.locations, !locations.include.all,
            policy.conditions.onMissingSignal == .standard
        else { return [] }
        var countries: [NamedLocationID] = []
        for location in context.input.set.namedLocations where locations.include.named.contains(location.id) {
            guard case .countries(_, let includesUnknown) = location.extent else { continue }
            if includesUnknown { return [] }
            countries.append(location.id)
        }
        guard !countries.isEmpty else { return [] }
        return [
            policy.finding(
                .unmappedCountryEscapes, .warning, at: "conditions.locations.includeLocations",
                "\(Phrases.some(of: countries.map(context.names.phrase))) \(countries.count > 1 ? "are" : "is") blocked, and an "
                    + "address of no known country is not in \(countries.count > 1 ? "them" : "it")",
                fix: "let the location include unknown countries, or include all locations and exclude the allowed ones"
            )
        ]
    }
}

extension LintContext {
    fileprivate func reportOnly(_ policies: [PolicyID]) -> String {
        guard !policies.isEmpty else { return "" }
        return
            "; \(Phrases.some(of: policies, names.phrase)) would, and \(policies.count > 1 ? "are" : "is") report-only"
    }
}

extension ConditionalAccessPolicy {
    /// Whether it applies to everybody but those who are excluded, for every application but those that are excluded,
    /// wherever they are, and is narrowed by nothing but one signal.
    fileprivate func isForEverybodyAndEverything(narrowedBy signal: PolicyReach.Signal) -> Bool {
        conditions.users.include.all && !targetsNothing && !isForWorkloads && includesEveryApplication
            && conditions.isOfAnyPlaceAndDevice && PolicyReach(conditions).isNarrowed(onlyBy: signal)
    }

    /// Whether it is for some platforms only, so that a client of which none is known escapes it.
    fileprivate var leavesUnknownPlatformsOut: Bool {
        guard let platforms = conditions.platforms, !platforms.includesAll, !platforms.excludesAll else { return false }
        return !platforms.include.subtracting(platforms.exclude).isEmpty && conditions.onMissingSignal == .standard
            && demandsSomething
    }

    fileprivate func demandsAsMuch(as other: Self) -> Bool {
        guard let demanded = other.grant?.controls, !demanded.isEmpty else { return demandsSomething }
        return insists(onOneOf: demanded)
    }
}

/// A policy that clients of unknown platform meet, and what else narrows it.
private final class PlatformCatcher {
    let policy: ConditionalAccessPolicy
    let isEnforced: Bool
    let beside: ConditionsOutline

    private init(_ policy: ConditionalAccessPolicy, _ beside: ConditionsOutline) {
        self.policy = policy
        isEnforced = policy.effectiveState == .enabled
        self.beside = beside
    }

    static func all(_ context: LintContext) -> [PlatformCatcher] {
        context.active.compactMap { policy in
            let conditions = policy.conditions
            guard conditions.matches(DevicePlatform?.none).applies(onMissingSignal: conditions.onMissingSignal) else {
                return nil
            }
            return PlatformCatcher(policy, conditions.outlineBesidePlatforms)
        }
    }
}

extension [PlatformCatcher] {
    /// Those that a client of unknown platform which escapes a policy meets, and that demand as much.
    fileprivate func fallbacks(for policy: ConditionalAccessPolicy, _ context: LintContext) -> Self {
        let (outline, catalogue) = (policy.conditions.outlineBesidePlatforms, context.input.set.compiled.catalogue)
        return filter {
            $0.beside.covers(outline, catalogue) && $0.policy.id != policy.id
                && ($0.policy.blocks || $0.policy.demandsAsMuch(as: policy))
        }
    }
}

extension PolicyConditions {
    fileprivate var outlineBesidePlatforms: ConditionsOutline {
        var conditions = self
        conditions.platforms = nil
        return ConditionsOutline(conditions)
    }
}
