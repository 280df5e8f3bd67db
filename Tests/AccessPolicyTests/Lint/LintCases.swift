import AccessModel
import AccessPolicy

private typealias Members = AssignmentTarget.Members

private let staff = GroupID("staff")
private let mail = ApplicationID("mail")
private let place = NamedLocationID("place")

private let agents = UnenforceableReason(
    .unsupportedCondition, in: .condition(.other), at: "conditions.agents", "agents")

private func about(_ applications: ApplicationID...) -> ResourceCondition {
    .applications(ApplicationTarget(include: Set(applications)))
}

extension LintCase {
    static let all = reach + contradictions + lockOut + references + gaps + overlaps + appProtection

    private static let reach: [LintCase] = [
        .finds(
            .targetsNobody, .warning, "no user, group", when: "nobody is included",
            try .of(examplePolicy(include: Members()))),
        .finds(
            .targetsNobody, .warning, "no service principal", when: "no service principal is included",
            try .of(examplePolicy { $0.servicePrincipals = ServicePrincipalTarget() })),
        .passes(
            .targetsNobody, "one user is included",
            try .of(examplePolicy(include: Members(accounts: [AccountID("ada")])))),
        .passes(
            .targetsNobody, "it is for service principals",
            try .of(
                examplePolicy(include: Members()) {
                    $0.servicePrincipals = .init(include: .init(allOfThisTenant: true))
                })),
        .passes(
            .targetsNobody, "it names somebody whom the engine does not know",
            try .of(
                examplePolicy(
                    include: Members(),
                    unenforceable: [
                        UnenforceableReason(.unsupportedValue, in: .condition(.users), at: "conditions.users", "agents")
                    ]))),
        .passes(
            .targetsNobody, "it is for agents, which have no name among the conditions",
            try .of(examplePolicy(include: Members(), unenforceable: [agents]))),
        .passes(.targetsNobody, "it is disabled", try .of(examplePolicy(state: .disabled, include: Members()))),
        .finds(
            .exclusionCoversInclusion, .error, "the group `staff` is included and excluded",
            when: "one group is on both sides",
            try .of(examplePolicy(include: Members(groups: [staff]), exclude: Members(groups: [staff, GroupID("b")])))),
        .finds(
            .exclusionCoversInclusion, .error, "everybody is included", when: "everybody is excluded",
            try .of(examplePolicy(exclude: Members(all: true)))),
        .passes(
            .exclusionCoversInclusion, "one of two groups is excluded",
            try .of(examplePolicy(include: Members(groups: [staff, GroupID("b")]), exclude: Members(groups: [staff])))),
        .passes(
            .exclusionCoversInclusion, "guests of one organisation are excluded from those of all",
            try .of(
                examplePolicy(
                    include: Members(guests: [.everyGuest]),
                    exclude: Members(guests: [
                        GuestSelector(types: Set(GuestType.allCases), tenants: .enumerated([TenantID("t")]))
                    ])))),
        .finds(
            .reachesNoAccount, .warning, "the group `Empty` is included, but", when: "the one group has no members",
            try .of(examplePolicy(include: Members(groups: [GroupID("empty")]))).with { $0.directory = .example }),
        .passes(
            .reachesNoAccount, "a group has members",
            try .of(examplePolicy(include: Members(groups: [staff]))).with { $0.directory = .example }),
        .passes(
            .reachesNoAccount, "no directory is known",
            try .of(examplePolicy(include: Members(groups: [GroupID("empty")])))),
        .finds(
            .groupWithoutMembers, .warning, "the group `Empty` is included and has no members",
            when: "a group is empty",
            try .of(examplePolicy(include: Members(groups: [staff, GroupID("empty")]))).with { $0.directory = .example }
        ),
        .passes(
            .groupWithoutMembers, "the empty group is excluded",
            try .of(examplePolicy(exclude: Members(groups: [GroupID("empty")]))).with { $0.directory = .example }),
        .finds(
            .targetsNoApplication, .warning, "no application is included", when: "none is included",
            try .of(examplePolicy(about: .applications(ApplicationTarget())))),
        .finds(
            .targetsNoApplication, .warning, "the application `mail` is included and excluded",
            when: "it is on both sides",
            try .of(examplePolicy(about: .applications(ApplicationTarget(include: [mail], exclude: [mail]))))),
        .finds(
            .targetsNoApplication, .warning, "`Office365`", when: "all applications of a word are excluded",
            LintInput(
                try PolicySet(
                    policies: [
                        examplePolicy(
                            about: .applications(
                                ApplicationTarget(includeGroups: [ApplicationGroupID("Office365")], exclude: [mail])))
                    ],
                    applicationGroups: [ApplicationGroup(id: ApplicationGroupID("Office365"), applications: [mail])]))),
        .passes(
            .targetsNoApplication, "one of two is excluded",
            try .of(
                examplePolicy(
                    about: .applications(ApplicationTarget(include: [mail, ApplicationID("b")], exclude: [mail]))))),
    ]

    private static let contradictions: [LintCase] = [
        .finds(
            .platformIncludedAndExcluded, .error, "iOS is included and excluded", when: "nothing is left",
            try .of(examplePolicy { $0.platforms = PlatformCondition(include: [.iOS], exclude: [.iOS, .linux]) })),
        .finds(
            .platformIncludedAndExcluded, .warning, "iOS is included and excluded", when: "Android is left",
            try .of(examplePolicy { $0.platforms = PlatformCondition(include: [.iOS, .android], exclude: [.iOS]) })),
        .finds(
            .platformIncludedAndExcluded, .error, "every platform is", when: "all are excluded",
            try .of(examplePolicy { $0.platforms = PlatformCondition(includesAll: true, excludesAll: true) })),
        .passes(
            .platformIncludedAndExcluded, "all are included and the known ones excluded",
            try .of(
                examplePolicy {
                    $0.platforms = PlatformCondition(includesAll: true, exclude: Set(DevicePlatform.allCases))
                })),
        .finds(
            .locationIncludedAndExcluded, .error, "every location is excluded", when: "all are excluded",
            try .of(examplePolicy { $0.locations = .init(include: .init(all: true), exclude: .init(all: true)) })),
        .finds(
            .locationIncludedAndExcluded, .error, "the location `place` is included and excluded",
            when: "it is on both sides",
            try .of(
                examplePolicy { $0.locations = .init(include: .init(named: [place]), exclude: .init(named: [place])) })),
        .passes(
            .locationIncludedAndExcluded, "all but one",
            try .of(examplePolicy { $0.locations = .init(include: .init(all: true), exclude: .init(named: [place])) })),
        .finds(
            .noTrustedLocation, .warning, "is excluded, and no named location is trusted", when: "none is trusted",
            try .of(examplePolicy { $0.locations = .init(include: .init(all: true), exclude: .init(allTrusted: true)) })
        ),
        .passes(
            .noTrustedLocation, "one is trusted",
            LintInput(
                try PolicySet(
                    policies: [
                        examplePolicy {
                            $0.locations = .init(include: .init(all: true), exclude: .init(allTrusted: true))
                        }
                    ],
                    namedLocations: [
                        NamedLocation(id: place, displayName: "Office", extent: .addresses([], isTrusted: true))
                    ]))),
        .finds(
            .userActionConstraint, .error, "narrowed to browsers", when: "client types narrow it",
            try .of(examplePolicy(about: .userActions(["urn:user:registerdevice"])) { $0.clientApps = [.browser] })),
        .finds(
            .userActionConstraint, .error, "demands a compliant device", when: "a device is demanded",
            try .of(examplePolicy(about: .userActions(["urn:user:registerdevice"]), demands: [.compliantDevice]))),
        .passes(
            .userActionConstraint, "it is the other user action",
            try .of(
                examplePolicy(about: .userActions(["urn:user:registersecurityinfo"])) { $0.clientApps = [.browser] })),
        .passes(
            .userActionConstraint, "multifactor authentication is demanded",
            try .of(examplePolicy(about: .userActions(["urn:user:registerdevice"])))),
        .finds(
            .legacyClientCannotSatisfy, .warning, "legacy clients cannot show multifactor authentication",
            when: "only legacy clients are included", try .of(examplePolicy { $0.clientApps = [.other] })),
        .passes(
            .legacyClientCannotSatisfy, "browsers are included as well",
            try .of(examplePolicy { $0.clientApps = [.other, .browser] })),
        .passes(
            .legacyClientCannotSatisfy, "app protection would do",
            try .of(examplePolicy(demands: [.mfa, .compliantApplication], .any) { $0.clientApps = [.other] })),
        .passes(
            .legacyClientCannotSatisfy, "it blocks",
            try .of(examplePolicy(demands: [.block]) { $0.clientApps = [.other] })),
        .finds(
            .appProtectionOnDesktop, .error, "on Windows and macOS", when: "only desktops are included",
            try .of(
                examplePolicy(demands: [.compliantApplication]) {
                    $0.platforms = PlatformCondition(include: [.windows, .macOS])
                })),
        .finds(
            .appProtectionOnDesktop, .advice, "no way", when: "a compliant device would do as well",
            try .of(
                examplePolicy(demands: [.compliantApplication, .compliantDevice], .any) {
                    $0.platforms = PlatformCondition(include: [.windows])
                })),
        .passes(
            .appProtectionOnDesktop, "iOS is included",
            try .of(
                examplePolicy(demands: [.compliantApplication]) {
                    $0.platforms = PlatformCondition(include: [.windows, .iOS])
                })),
        .finds(
            .appProtectionInBrowser, .warning, "browsers", when: "every kind of client is included",
            try .of(examplePolicy(demands: [.compliantApplication]))),
        .passes(
            .appProtectionInBrowser, "only apps are included",
            try .of(examplePolicy(demands: [.compliantApplication]) { $0.clientApps = [.mobileAppsAndDesktopClients] })),
        .finds(
            .demandsNothing, .warning, "no grant control", when: "there is none", try .of(examplePolicy(demands: []))),
        .passes(
            .demandsNothing, "the session is limited",
            try .of(examplePolicy(demands: [], session: SessionDirectives(persistentBrowser: .never)))),
        .finds(
            .userRiskAndSignInRisk, .warning, "user risk is high and at once the sign-in risk is medium or high",
            when: "both are set",
            try .of(
                examplePolicy {
                    $0.userRisks = [.high]
                    $0.signInRisks = [.medium, .high]
                })),
        .passes(.userRiskAndSignInRisk, "one is set", try .of(examplePolicy { $0.userRisks = [.high] })),
        .finds(
            .everyTimeForEverything, .warning, "every time for every application", when: "no risk narrows it",
            try .of(examplePolicy(session: SessionDirectives(primaryFreshness: .everyTime)))),
        .passes(
            .everyTimeForEverything, "only risky sign-ins are meant",
            try .of(
                examplePolicy(session: SessionDirectives(primaryFreshness: .everyTime)) { $0.signInRisks = [.high] })),
        .passes(
            .everyTimeForEverything, "only one application is meant",
            try .of(examplePolicy(about: about(mail), session: SessionDirectives(primaryFreshness: .everyTime)))),
        .finds(
            .persistentBrowserForEverybody, .warning, "stays signed in", when: "everybody is meant",
            try .of(examplePolicy(session: SessionDirectives(persistentBrowser: .always)))),
        .passes(
            .persistentBrowserForEverybody, "it is never",
            try .of(examplePolicy(session: SessionDirectives(persistentBrowser: .never)))),
        .finds(
            .retiredControl, .warning, "`approvedApplication`", when: "the document names it",
            try .of(examplePolicy()).with {
                $0.retiredControls = [PolicyID("policy"): ["approvedApplication": .compliantApplication]]
            }),
        .passes(
            .retiredControl, "another policy names it",
            try .of(examplePolicy()).with {
                $0.retiredControls = [PolicyID("other"): ["approvedApplication": .compliantApplication]]
            }),
        .finds(
            .enabledButNotEnforced, .error, "not enforced: times (and 1 more reason)",
            when: "two things are unsupported",
            try .of(examplePolicy(unenforceable: [unsupported, unsupported]))),
        .finds(
            .cannotBeEnforced, .advice, "cannot be enforced as it is: times (`unsupportedCondition` and 1 more reason)",
            when: "it is report-only",
            try .of(examplePolicy(state: .reportOnly, unenforceable: [unsupported, unsupported]))),
        .passes(
            .cannotBeEnforced, "it is enabled, which is worse", try .of(examplePolicy(unenforceable: [unsupported]))),
        .passes(
            .cannotBeEnforced, "it is disabled",
            try .of(examplePolicy(state: .disabled, unenforceable: [unsupported]))),
        .passes(
            .enabledButNotEnforced, "it is report-only",
            try .of(examplePolicy(state: .reportOnly, unenforceable: [unsupported]))),
        .finds(
            .deviceFilterUnregisteredNotReached, .warning, "not registered",
            when: "a filter includes by what is not shown",
            try .of(examplePolicy { $0.devices = filter(.include, "device.trustType -eq \"ServerAD\"") })),
        .passes(
            .deviceFilterUnregisteredNotReached, "it matches when a signal is missing",
            try .of(
                examplePolicy {
                    $0.devices = filter(.include, "device.trustType -eq \"ServerAD\"")
                    $0.onMissingSignal = .match
                })),
        .finds(
            .deviceFilterUnregisteredExcluded, .warning, "it is excluded", when: "a negative operator excludes",
            try .of(examplePolicy { $0.devices = filter(.exclude, "device.deviceOwnership -ne \"Company\"") })),
        .passes(
            .deviceFilterUnregisteredExcluded, "a positive operator excludes",
            try .of(examplePolicy { $0.devices = filter(.exclude, "device.deviceOwnership -eq \"Company\"") })),
        .finds(
            .deviceFilterAlwaysTrue, .error, "every device fits", when: "denials of one attribute are joined by or",
            try .of(
                examplePolicy {
                    $0.devices = filter(.exclude, "device.model -ne \"a\" -or device.model -ne \"b\"")
                })),
        .passes(
            .deviceFilterAlwaysTrue, "they are joined by and",
            try .of(
                examplePolicy {
                    $0.devices = filter(.exclude, "device.model -ne \"a\" -and device.model -ne \"b\"")
                })),
    ]

    private static let unsupported = UnenforceableReason(
        .unsupportedCondition, in: .condition(.time), at: "conditions.times", "times")

    private static func filter(_ mode: DeviceFilterCondition.Mode, _ rule: String) -> DeviceFilterCondition? {
        do {
            return DeviceFilterCondition(mode, try DeviceFilter(parsing: rule))
        } catch {
            // Without its filter the case fails.
            return nil
        }
    }
}
