import AccessModel

extension LintRule {
    /// What a policy says that does not go together, or does other than it seems to.
    static let contradictions = [
        LintRule(each: .platformIncludedAndExcluded, check: platformIncludedAndExcluded),
        LintRule(each: .locationIncludedAndExcluded, check: locationIncludedAndExcluded),
        LintRule(each: .noTrustedLocation, check: noTrustedLocation),
        LintRule(each: .userActionConstraint, check: userActionConstraint),
        LintRule(each: .legacyClientCannotSatisfy, check: legacyClientCannotSatisfy),
        LintRule(each: .appProtectionOnDesktop, check: appProtectionOnDesktop),
        LintRule(each: .appProtectionInBrowser, check: appProtectionInBrowser),
        LintRule(each: .demandsNothing, check: demandsNothing),
        LintRule(each: .userRiskAndSignInRisk, check: userRiskAndSignInRisk),
        LintRule(each: .everyTimeForEverything, check: everyTimeForEverything),
        LintRule(each: .persistentBrowserForEverybody, check: persistentBrowserForEverybody),
        LintRule(each: .retiredControl, check: retiredControl),
        LintRule(each: .enabledButNotEnforced, .cannotBeEnforced, check: notEnforced),
    ]

    private static func platformIncludedAndExcluded(
        _: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard let platforms = policy.conditions.platforms else { return [] }
        let both =
            platforms.excludesAll
            ? (platforms.includesAll ? [] : platforms.include) : platforms.include.intersection(platforms.exclude)
        guard platforms.excludesAll || !both.isEmpty else { return [] }
        let isNothingLeft = platforms.excludesAll || (!platforms.includesAll && both == platforms.include)
        let named = both.isEmpty ? "every platform" : Phrases.list(both.map(\.words).sorted())
        return [
            policy.finding(
                .platformIncludedAndExcluded, isNothingLeft ? .error : .warning, at: "conditions.platforms",
                "\(named) \(both.count > 1 ? "are" : "is") included and excluded; exclude wins"
                    + (isNothingLeft ? ", so the policy never applies" : ""),
                fix: "name each platform on one side only")
        ]
    }

    private static func locationIncludedAndExcluded(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard let locations = policy.conditions.locations else { return [] }
        let (include, exclude) = (locations.include, locations.exclude)
        let both =
            include.named.intersection(exclude.named).sorted().map(context.names.phrase)
            + (include.allTrusted && exclude.allTrusted ? ["every trusted location"] : [])
        guard exclude.all || !both.isEmpty else { return [] }
        let isNothingLeft =
            exclude.all
            || (!include.all && (!include.allTrusted || exclude.allTrusted)
                && include.named.isSubset(of: exclude.named))
        let named = exclude.all ? "every location" : Phrases.some(of: both)
        return [
            policy.finding(
                .locationIncludedAndExcluded, isNothingLeft ? .error : .warning,
                at: exclude.all ? "conditions.locations.excludeLocations" : "conditions.locations",
                "\(named) \(both.count > 1 && !exclude.all ? "are" : "is") "
                    + (exclude.all ? "excluded" : "included and excluded; exclude wins")
                    + (isNothingLeft ? ", so the policy never applies" : ""),
                fix: exclude.all
                    ? "exclude the locations that are not meant by name" : "name each location on one side only")
        ]
    }

    private static func noTrustedLocation(_ context: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard let locations = policy.conditions.locations,
            !context.input.set.namedLocations.contains(where: \.isTrusted)
        else { return [] }
        let fix = "mark the locations that are trusted, or name those that are meant"
        if locations.include.allTrusted {
            return [
                policy.finding(
                    .noTrustedLocation, .warning, at: "conditions.locations.includeLocations",
                    "every trusted location is included, and no named location is trusted", fix: fix)
            ]
        }
        guard locations.exclude.allTrusted else { return [] }
        return [
            policy.finding(
                .noTrustedLocation, .warning, at: "conditions.locations.excludeLocations",
                "every trusted location is excluded, and no named location is trusted, so no place is spared", fix: fix)
        ]
    }

    private static func userActionConstraint(_: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        func found(_ path: String, _ reason: String, fix: String) -> LintFinding {
            policy.finding(.userActionConstraint, .error, at: path, reason, fix: fix)
        }
        return policy.conditions.deviceRegistrationConflicts(policy.grant).map { conflict in
            switch conflict {
            case .clientApps:
                let types = policy.conditions.clientApps ?? []
                let named = ClientAppType.allCases.filter(types.contains).map(\.words)
                return found(
                    "conditions.clientAppTypes",
                    "the registration of devices is narrowed to \(Phrases.list(named, joinedBy: "or")), "
                        + "and the kind of client is not told apart there",
                    fix: "leave the client types out")
            case .devices:
                return found(
                    "conditions.devices",
                    "a device that is being registered has no attributes yet, so the device filter means nothing",
                    fix: "leave the device filter out")
            case .grant:
                let others = policy.grant?.controlsBeyondAuthentication ?? []
                return found(
                    "grantControls",
                    "the registration of devices demands \(Phrases.list(others.sorted().map(\.words))), "
                        + "and only multifactor authentication or an authentication strength can be demanded there",
                    fix: "demand multifactor authentication or an authentication strength")
            }
        }
    }

    private static func legacyClientCannotSatisfy(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard let types = policy.conditions.clientApps, !types.isEmpty,
            types.isDisjoint(with: [.browser, .mobileAppsAndDesktopClients]), !policy.blocks,
            policy.refusesLegacyClients, let grant = policy.grant
        else { return [] }
        return [
            policy.finding(
                .legacyClientCannotSatisfy, .warning, at: "grantControls",
                "\(Phrases.list(ClientAppType.allCases.filter(types.contains).map(\.words), joinedBy: "or")) "
                    + "cannot show \(context.names.phrase(grant)): the policy blocks without saying so",
                fix: "demand `block` if that is meant, or include clients that can satisfy the policy")
        ]
    }

    private static func appProtectionOnDesktop(
        _: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard policy.grant?.controls.contains(.compliantApplication) ?? false,
            let platforms = policy.conditions.platforms
        else { return [] }
        let left = Set(DevicePlatform.allCases).filter {
            platforms.evaluate($0).applies(onMissingSignal: policy.conditions.onMissingSignal)
        }
        guard !left.isEmpty, left.isDisjoint(with: [.iOS, .android]) else { return [] }
        let named = Phrases.list(DevicePlatform.allCases.filter(left.contains).map(\.words))
        let isBlocking = policy.insists(on: .compliantApplication)
        return [
            policy.finding(
                .appProtectionOnDesktop, isBlocking ? .error : .advice, at: "conditions.platforms",
                "app protection is demanded on \(named), and apps are protected on iOS and Android only"
                    + (isBlocking
                        ? ", so nobody satisfies the policy" : ": that way of satisfying the policy is no way"),
                fix: isBlocking
                    ? "include iOS or Android, or demand a compliant device on desktops"
                    : "leave app protection out, or include iOS or Android")
        ]
    }

    private static func appProtectionInBrowser(
        _: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard policy.insists(on: .compliantApplication), policy.includesEveryApplication,
            policy.conditions.clientApps?.contains(.browser) ?? true,
            policy.conditions.platforms == nil
        else { return [] }
        return [
            policy.finding(
                .appProtectionInBrowser, .warning, at: "conditions.clientAppTypes",
                "app protection is demanded of browsers, too, for every application: nobody gets to one in a browser, "
                    + "administrators included",
                fix: "include mobile apps and desktop clients only, or the platforms iOS and Android only")
        ]
    }

    private static func demandsNothing(_: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard !policy.demandsSomething, policy.unenforceable.isEmpty else { return [] }
        return [
            policy.finding(
                .demandsNothing, .warning, at: "grantControls",
                "the policy has no grant control and no session control, so it changes nothing where it applies",
                fix: "say what the policy demands, or remove it")
        ]
    }

    private static func userRiskAndSignInRisk(_: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard let user = policy.conditions.userRisks, let signIn = policy.conditions.signInRisks else { return [] }
        return [
            policy.finding(
                .userRiskAndSignInRisk, .warning, at: "conditions.userRiskLevels",
                "the policy applies only where the user risk is \(user.words) and at once the sign-in risk is "
                    + "\(signIn.words); either of them alone escapes",
                fix: "make one policy for the user risk and another for the sign-in risk")
        ]
    }

    private static func everyTimeForEverything(_: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        let session = policy.session
        guard session.primaryFreshness == .everyTime || session.secondaryFreshness == .everyTime,
            policy.includesEveryApplication, policy.conditions.signInRisks == nil, policy.conditions.userRisks == nil
        else { return [] }
        return [
            policy.finding(
                .everyTimeForEverything, .warning, at: "sessionControls.signInFrequency",
                "a new sign-in is demanded every time for every application: people are asked without end and learn to "
                    + "say yes",
                fix: "keep `everyTime` for few applications or risky sign-ins, and give the others a number of hours")
        ]
    }

    private static func persistentBrowserForEverybody(
        _: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard policy.session.persistentBrowser == .always, policy.conditions.users.include.all else { return [] }
        return [
            policy.finding(
                .persistentBrowserForEverybody, .warning, at: "sessionControls.persistentBrowser",
                "everybody's browser stays signed in after it was closed, on shared and foreign computers as well",
                fix: "keep sessions on devices that a filter or a control proves to be managed, or use `never`")
        ]
    }

    private static func retiredControl(_ context: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        (context.input.retiredControls[policy.id] ?? [:]).sorted { $0.key < $1.key }.map { word, control in
            policy.finding(
                .retiredControl, .warning, at: "grantControls.builtInControls",
                "`\(word)` is a retired control; it is read as `\(control.rawValue)`",
                fix: "write `\(control.rawValue)`")
        }
    }

    private static func notEnforced(_: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard let first = policy.unenforceable.first else { return [] }
        let more = policy.unenforceable.count - 1
        let others = more > 0 ? Phrases.count(more, "more reason") : ""
        guard policy.state == .enabled else {
            let kind = "`\(first.kind.rawValue)`" + (more > 0 ? " and \(others)" : "")
            return [
                policy.finding(
                    .cannotBeEnforced, .advice, at: first.path,
                    "the policy cannot be enforced as it is: \(first.detail) (\(kind))",
                    fix: "take out or correct what cannot be enforced before you enable it")
            ]
        }
        return [
            policy.finding(
                .enabledButNotEnforced, .error, at: first.path,
                "the policy is enabled and not enforced: \(first.detail)" + (more > 0 ? " (and \(others))" : ""),
                fix: "take out or correct what cannot be enforced, or set the policy to report-only")
        ]
    }
}

extension Set<RiskLevel> {
    /// The levels, in order.
    var words: String {
        Phrases.list(RiskLevel.allCases.filter(contains).map(\.rawValue), joinedBy: "or")
    }
}
