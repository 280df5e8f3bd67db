import AccessModel
import AccessPolicy

private typealias Members = AssignmentTarget.Members

private let ada = AccountID("ada")
private let staff = GroupID("staff")
private let mail = ApplicationID("mail")
private let land = NamedLocationID("land")

private func about(_ applications: ApplicationID...) -> ResourceCondition {
    .applications(ApplicationTarget(include: Set(applications)))
}

extension LintCase {
    static let lockOut: [LintCase] = [
        .finds(
            .everybodyWithoutExclusion, .error, "everybody is blocked from every application, and",
            when: "nothing narrows it",
            try .of(examplePolicy(demands: [.block]))),
        .finds(
            .everybodyWithoutExclusion, .warning, "where the policy's conditions match", when: "a platform narrows it",
            try .of(examplePolicy(demands: [.block]) { $0.platforms = PlatformCondition(include: [.linux]) })),
        .finds(
            .everybodyWithoutExclusion, .error, "must show a compliant device or app protection",
            when: "either is demanded",
            try .of(examplePolicy(demands: [.compliantDevice, .compliantApplication], .any))),
        .passes(
            .everybodyWithoutExclusion, "multifactor authentication would do",
            try .of(examplePolicy(demands: [.compliantDevice, .mfa], .any))),
        .passes(
            .everybodyWithoutExclusion, "somebody is excluded",
            try .of(examplePolicy(exclude: Members(accounts: [ada]), demands: [.block]))),
        .passes(
            .everybodyWithoutExclusion, "one application is meant",
            try .of(examplePolicy(about: about(mail), demands: [.block]))),
        .finds(.noBreakGlass, .warning, "not said", when: "none is named", try .of(examplePolicy())),
        .passes(.noBreakGlass, "one is named", try .of(examplePolicy()).with { $0.breakGlass = ["ada"] }),
        .passes(.noBreakGlass, "no policy is active", try .of(examplePolicy(state: .disabled))),
        .finds(
            .singleBreakGlass, .advice, "the user `Ada`", when: "one is named",
            try .of(examplePolicy()).with {
                $0.breakGlass = ["ada"]
                $0.directory = .example
            }),
        .passes(
            .singleBreakGlass, "a group of two is named",
            try .of(examplePolicy()).with {
                $0.breakGlass = ["staff"]
                $0.directory = .example
            }),
        .passes(
            .singleBreakGlass, "what is named may be a group of many",
            try .of(examplePolicy(exclude: Members(groups: [staff]))).with { $0.breakGlass = ["staff"] }),
        .finds(
            .breakGlassUnusable, .error, "the user `Eve` is for emergencies and is disabled", when: "it is disabled",
            try .of(examplePolicy()).with {
                $0.breakGlass = ["eve"]
                $0.directory = .example
            }),
        .finds(
            .breakGlassUnusable, .error, "holds no such", when: "it does not exist",
            try .of(examplePolicy()).with {
                $0.breakGlass = ["nobody"]
                $0.directory = .example
            }),
        .finds(
            .breakGlassUnusable, .error, "has no members", when: "its group is empty",
            try .of(examplePolicy()).with {
                $0.breakGlass = ["empty"]
                $0.directory = .example
            }),
        .passes(
            .breakGlassUnusable, "it exists",
            try .of(examplePolicy()).with {
                $0.breakGlass = ["ada", "staff"]
                $0.directory = .example
            }),
        .finds(
            .breakGlassNotExcluded, .error, "reaches `ada`", when: "nobody is excluded",
            try .of(examplePolicy()).with { $0.breakGlass = ["ada"] }),
        .finds(
            .breakGlassNotExcluded, .error, "reaches the user `Alan`",
            when: "the group that is excluded does not hold it",
            try .of(examplePolicy(state: .reportOnly, exclude: Members(groups: [staff]))).with {
                $0.breakGlass = ["ada", "alan"]
                $0.directory = .example
            }),
        .finds(
            .breakGlassNotExcluded, .error, "1 member of the group `Staff`",
            when: "one member of its group is excluded",
            try .of(examplePolicy(exclude: Members(accounts: [ada]))).with {
                $0.breakGlass = ["staff"]
                $0.directory = .example
            }),
        .finds(
            .breakGlassNotExcluded, .warning, "nothing is known of the members",
            when: "a group is excluded without a directory",
            try .of(examplePolicy(exclude: Members(groups: [staff]))).with { $0.breakGlass = ["ada"] }),
        .finds(
            .breakGlassNotExcluded, .warning, "nothing is known of the members",
            when: "a group is included without a directory",
            try .of(examplePolicy(include: Members(groups: [staff]))).with { $0.breakGlass = ["ada"] }),
        .passes(
            .breakGlassNotExcluded, "the group itself is for emergencies and excluded",
            try .of(examplePolicy(exclude: Members(groups: [staff]))).with { $0.breakGlass = ["staff"] }),
        .passes(
            .breakGlassNotExcluded, "it is a member of the group that is excluded",
            try .of(examplePolicy(exclude: Members(groups: [staff]))).with {
                $0.breakGlass = ["ada", "grace"]
                $0.directory = .example
            }),
        .passes(
            .breakGlassNotExcluded, "it is not included",
            try .of(examplePolicy(include: Members(groups: [staff]))).with {
                $0.breakGlass = ["alan"]
                $0.directory = .example
            }),
        .finds(
            .exclusionFilledFromOutside, .warning, "the group `staff`", when: "a group from outside is excluded",
            try .of(examplePolicy(exclude: Members(groups: [staff]))).with { $0.externalGroups = [staff] }),
        .passes(
            .exclusionFilledFromOutside, "it is included",
            try .of(examplePolicy(include: Members(groups: [staff]))).with { $0.externalGroups = [staff] }),
    ]

    static let references: [LintCase] = [
        .finds(
            .unknownUser, .error, "no user `bob`, so excluding", when: "a user who is excluded does not exist",
            try .of(examplePolicy(exclude: Members(accounts: [AccountID("bob")]))).with { $0.directory = .example }),
        .finds(
            .unknownUser, .warning, "so including", when: "a user who is included does not exist",
            try .of(examplePolicy(include: Members(accounts: [ada, AccountID("bob")]))).with { $0.directory = .example }
        ),
        .passes(
            .unknownUser, "no directory is known",
            try .of(examplePolicy(exclude: Members(accounts: [AccountID("bob")])))),
        .passes(
            .unknownUser, "the user exists",
            try .of(examplePolicy(exclude: Members(accounts: [ada]))).with { $0.directory = .example }),
        .finds(
            .unknownGroup, .error, "no group `nowhere`", when: "a group does not exist",
            try .of(examplePolicy(exclude: Members(groups: [GroupID("nowhere")]))).with { $0.directory = .example }),
        .passes(
            .unknownGroup, "the group is empty",
            try .of(examplePolicy(exclude: Members(groups: [GroupID("empty")]))).with { $0.directory = .example }),
        .finds(
            .roleHeldByNobody, .advice, "the role `reader` is included", when: "nobody has the role",
            try .of(examplePolicy(include: Members(roles: [RoleID("reader")]))).with { $0.directory = .example }),
        .passes(
            .roleHeldByNobody, "somebody has the role",
            try .of(examplePolicy(include: Members(roles: [RoleID("admin")]))).with { $0.directory = .example }),
        .finds(
            .unknownApplication, .warning, "no application `crm`", when: "an application does not exist",
            try .of(examplePolicy(about: about(ApplicationID("crm")))).with { $0.directory = .example }),
        .passes(
            .unknownApplication, "the application exists",
            try .of(examplePolicy(about: about(mail))).with { $0.directory = .example }),
        .finds(
            .unknownClient, .warning, "no client `robot`", when: "a client does not exist",
            try .of(
                examplePolicy(include: Members()) {
                    $0.servicePrincipals = .init(include: .init(clients: [ClientID("robot")]))
                }
            ).with { $0.directory = .example }),
        .passes(
            .unknownClient, "the client exists",
            try .of(
                examplePolicy(include: Members()) {
                    $0.servicePrincipals = .init(include: .init(clients: [ClientID("phone")]))
                }
            ).with { $0.directory = .example }),
        .finds(
            .unknownApplicationGroup, .error, "which applications `Office365` are", when: "the word is not explained",
            try .of(examplePolicy(about: .applications(.init(includeGroups: [ApplicationGroupID("Office365")]))))),
        .passes(
            .unknownApplicationGroup, "the word is explained",
            LintInput(
                try PolicySet(
                    policies: [
                        examplePolicy(about: .applications(.init(includeGroups: [ApplicationGroupID("Office365")])))
                    ],
                    applicationGroups: [ApplicationGroup(id: ApplicationGroupID("Office365"), applications: [mail])]))),
        .finds(
            .unknownLocation, .error, "no named location `land`", when: "the location is not among the policies",
            try .of(examplePolicy { $0.locations = .init(include: .init(all: true), exclude: .init(named: [land])) })),
        .passes(
            .unknownLocation, "the location is there",
            try located(
                countries: ["ES"], includesUnknown: false,
                examplePolicy { $0.locations = .init(include: .init(all: true), exclude: .init(named: [land])) })),
        .finds(
            .unknownStrength, .error, "no authentication strength `strong`",
            when: "the strength is not among the policies",
            try .of(examplePolicy(demands: [.authenticationStrength], strength: AuthenticationStrengthID("strong")))),
        .passes(
            .unknownStrength, "the strength is built in",
            try .of(
                examplePolicy(demands: [.authenticationStrength], strength: AuthenticationStrength.phishingResistant.id)
            )),
    ]

    static let gaps: [LintCase] = [
        .finds(
            .legacyClientsNotBlocked, .warning, "Exchange ActiveSync or legacy clients",
            when: "no policy is about them",
            try .of(examplePolicy(include: Members(groups: [staff])))),
        .finds(
            .legacyClientsNotBlocked, .warning, "from using legacy clients",
            when: "only Exchange ActiveSync is blocked",
            try .of(examplePolicy(demands: [.block]) { $0.clientApps = [.exchangeActiveSync] })),
        .finds(
            .legacyClientsNotBlocked, .warning, "the policy `Name of policy` would, and is report-only",
            when: "the policy is report-only",
            try .of(
                examplePolicy(state: .reportOnly, demands: [.block]) { $0.clientApps = [.exchangeActiveSync, .other] })),
        .finds(
            .legacyClientsNotBlocked, .warning, "no enforced policy", when: "they are blocked from one platform only",
            try .of(
                examplePolicy(demands: [.block]) {
                    $0.clientApps = [.exchangeActiveSync, .other]
                    $0.platforms = PlatformCondition(include: [.windows])
                })),
        .passes(
            .legacyClientsNotBlocked, "they are blocked but for an account",
            try .of(
                examplePolicy(exclude: Members(accounts: [ada]), demands: [.block]) {
                    $0.clientApps = [.exchangeActiveSync, .other]
                })),
        .passes(.legacyClientsNotBlocked, "everybody must show a second factor", try .of(examplePolicy())),
        .finds(
            .deviceCodeFlowNotBlocked, .warning, "device code flow", when: "only the other method is blocked",
            try .of(examplePolicy(demands: [.block]) { $0.transferMethods = [.authenticationTransfer] })),
        .passes(
            .deviceCodeFlowNotBlocked, "it is blocked",
            try .of(
                examplePolicy(demands: [.block]) { $0.transferMethods = [.deviceCodeFlow, .authenticationTransfer] })),
        .finds(
            .unknownPlatformEscapes, .warning, "only Android and iOS are included", when: "nothing takes the others",
            try .of(examplePolicy { $0.platforms = PlatformCondition(include: [.iOS, .android]) })),
        .finds(
            .unknownPlatformEscapes, .warning, "only iOS is", when: "the fallback is for others",
            try .of(
                examplePolicy { $0.platforms = PlatformCondition(include: [.iOS]) },
                examplePolicy("fallback", include: Members(groups: [staff]), demands: [.block]) {
                    $0.platforms = PlatformCondition(includesAll: true, exclude: [.iOS])
                })),
        .finds(
            .unknownPlatformEscapes, .warning, "the policy `Name of fallback` would, and is report-only",
            when: "the fallback is report-only",
            try .of(
                examplePolicy { $0.platforms = PlatformCondition(include: [.iOS]) },
                examplePolicy("fallback", state: .reportOnly, demands: [.block]) {
                    $0.platforms = PlatformCondition(includesAll: true, exclude: [.iOS])
                })),
        .passes(
            .unknownPlatformEscapes, "unknown platforms are blocked",
            try .of(
                examplePolicy { $0.platforms = PlatformCondition(include: [.iOS]) },
                examplePolicy("fallback", demands: [.block]) {
                    $0.platforms = PlatformCondition(includesAll: true, exclude: [.iOS])
                })),
        .passes(
            .unknownPlatformEscapes, "a missing signal matches",
            try .of(
                examplePolicy {
                    $0.platforms = PlatformCondition(include: [.iOS])
                    $0.onMissingSignal = .match
                })),
        .finds(
            .unmappedCountryEscapes, .warning, "the location `Land` is blocked",
            when: "unknown countries are not in it",
            try located(
                countries: ["KP"], includesUnknown: false,
                examplePolicy(demands: [.block]) { $0.locations = .init(include: .init(named: [land])) })),
        .passes(
            .unmappedCountryEscapes, "unknown countries are in it",
            try located(
                countries: ["KP"], includesUnknown: true,
                examplePolicy(demands: [.block]) { $0.locations = .init(include: .init(named: [land])) })),
        .passes(
            .unmappedCountryEscapes, "all but the country are blocked",
            try located(
                countries: ["ES"], includesUnknown: false,
                examplePolicy(demands: [.block]) {
                    $0.locations = .init(include: .init(all: true), exclude: .init(named: [land]))
                })),
        .finds(
            .exclusionNotCovered, .warning, "the group `staff` is excluded by 2 policies and",
            when: "two policies exclude it",
            try .of(
                examplePolicy("a", exclude: Members(groups: [staff])),
                examplePolicy("b", exclude: Members(groups: [staff])))),
        .finds(
            .exclusionNotCovered, .warning, "the application `mail` is excluded", when: "an application is excluded",
            try .of(examplePolicy(about: .applications(ApplicationTarget(includesAll: true, exclude: [mail]))))),
        .finds(
            .exclusionNotCovered, .warning, "the group `staff`", when: "only a report-only policy covers it",
            try .of(
                examplePolicy("a", exclude: Members(groups: [staff])),
                examplePolicy("b", state: .reportOnly, include: Members(groups: [staff])))),
        .passes(
            .exclusionNotCovered, "another policy is for it",
            try .of(
                examplePolicy("a", exclude: Members(groups: [staff])),
                examplePolicy("b", include: Members(groups: [staff])))),
        .passes(
            .exclusionNotCovered, "it is for emergencies",
            try .of(examplePolicy(exclude: Members(accounts: [ada], groups: [staff]))).with {
                $0.breakGlass = ["ada", "staff"]
            }),
    ]

    static let overlaps: [LintCase] = [
        .finds(
            .shadowedByBlock, .warning, "the policy `Name of wall` blocks every sign-in", when: "everything is blocked",
            try .of(
                examplePolicy { $0.platforms = PlatformCondition(include: [.linux]) },
                examplePolicy("wall", demands: [.block]) {
                    $0.platforms = PlatformCondition(include: [.linux, .macOS])
                })),
        .passes(
            .shadowedByBlock, "the block is for fewer platforms",
            try .of(
                examplePolicy { $0.platforms = PlatformCondition(include: [.linux, .iOS]) },
                examplePolicy("wall", demands: [.block]) {
                    $0.platforms = PlatformCondition(include: [.linux, .macOS])
                })),
        .passes(
            .shadowedByBlock, "the block spares somebody",
            try .of(examplePolicy(), examplePolicy("wall", exclude: Members(groups: [staff]), demands: [.block]))),
        .passes(
            .shadowedByBlock, "the block spares guests",
            try .of(
                examplePolicy(), examplePolicy("wall", exclude: Members(guests: [.everyGuest]), demands: [.block]))),
        .passes(
            .shadowedByBlock, "the block is report-only",
            try .of(examplePolicy(), examplePolicy("wall", state: .reportOnly, demands: [.block]))),
        .finds(
            .duplicatePolicy, .warning, "`Name of a` and `Name of b` say the same", when: "only the names differ",
            try .of(examplePolicy("a"), examplePolicy("b"))),
        .finds(
            .duplicatePolicy, .advice, "not all of them are enforced", when: "one is report-only",
            try .of(examplePolicy("a"), examplePolicy("b", state: .reportOnly))),
        .passes(
            .duplicatePolicy, "they demand different things",
            try .of(examplePolicy("a"), examplePolicy("b", demands: [.block]))),
        .finds(
            .sameName, .advice, "2 policies are called `CA1`", when: "two names are the same",
            try .of(examplePolicy("a", name: "CA1"), examplePolicy("b", name: "CA1", demands: [.block]))),
        .passes(.sameName, "names differ", try .of(examplePolicy("a", name: "CA1"), examplePolicy("b", name: "CA2"))),
        .finds(
            .mfaBesideStrength, .advice, "the policy `Name of strong`", when: "administrators are asked for both",
            try .of(
                examplePolicy(),
                examplePolicy(
                    "strong", include: Members(roles: [RoleID("admin")]), demands: [.authenticationStrength],
                    strength: AuthenticationStrength.phishingResistant.id))),
        .passes(
            .mfaBesideStrength, "administrators are excluded from the weaker one",
            try .of(
                examplePolicy(exclude: Members(roles: [RoleID("admin")])),
                examplePolicy(
                    "strong", include: Members(roles: [RoleID("admin")]), demands: [.authenticationStrength],
                    strength: AuthenticationStrength.phishingResistant.id))),
    ]

    static let appProtection: [LintCase] = [
        .finds(
            .appProtectionNotAssigned, .error,
            "demanded of 3 accounts, and no app-protection policy is assigned to 1 of them: `Alan`",
            when: "one account has none",
            try protected(Members(groups: [staff]), nil, [], examplePolicy(demands: [.compliantApplication]))),
        .passes(
            .appProtectionNotAssigned, "everybody has one",
            try protected(Members(all: true), nil, [], examplePolicy(demands: [.compliantApplication]))),
        .passes(
            .appProtectionNotAssigned, "a compliant device would do",
            try protected(Members(), nil, [], examplePolicy(demands: [.compliantApplication, .compliantDevice], .any))),
        .finds(
            .appNotProtected, .warning, "1 account of whom app protection is demanded uses the client `Phone app`",
            when: "the policy is for another client",
            try protected(
                Members(all: true), [ClientID("desk")], [.init(ada, ClientID("phone"), declaresProtection: true)],
                examplePolicy(demands: [.compliantApplication]))),
        .passes(
            .appNotProtected, "the policy is for the client",
            try protected(
                Members(all: true), [ClientID("phone")], [.init(ada, ClientID("phone"), declaresProtection: true)],
                examplePolicy(demands: [.compliantApplication]))),
        .finds(
            .protappNeverDeclared, .warning, "2 accounts of whom app protection is demanded use the client `Phone app`",
            when: "no sign-in declared it",
            try protected(
                Members(all: true), nil,
                [
                    .init(ada, ClientID("phone"), declaresProtection: false),
                    .init(AccountID("alan"), ClientID("phone"), declaresProtection: false),
                    .init(AccountID("alan"), ClientID("phone"), declaresProtection: false),
                ],
                examplePolicy(demands: [.compliantApplication]))),
        .passes(
            .protappNeverDeclared, "another sign-in declared it",
            try protected(
                Members(all: true), nil,
                [
                    .init(ada, ClientID("phone"), declaresProtection: false),
                    .init(AccountID("alan"), ClientID("phone"), declaresProtection: true),
                ],
                examplePolicy(demands: [.compliantApplication]))),
    ]

    private static func located(
        countries: Set<String>, includesUnknown: Bool, _ policy: ConditionalAccessPolicy
    ) throws -> LintInput {
        let extent = NamedLocation.Extent.countries(countries, includesUnknown: includesUnknown)
        return LintInput(
            try PolicySet(
                policies: [policy], namedLocations: [NamedLocation(id: land, displayName: "Land", extent: extent)]))
    }

    private static func protected(
        _ members: AssignmentTarget.Members, _ clients: Set<ClientID>?, _ uses: [LintInput.ClientUse],
        _ policy: ConditionalAccessPolicy
    ) throws -> LintInput {
        LintInput(
            try PolicySet(policies: [policy]), directory: .example,
            protection: [LintInput.Protection(AssignmentTarget(include: members), clients: clients)], clientUses: uses)
    }
}
