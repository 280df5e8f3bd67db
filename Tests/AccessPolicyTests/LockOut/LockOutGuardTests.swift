import AccessModel
import Testing

@testable import AccessPolicy

/// Who could still administer a tenant under a set of policies.
@Suite struct LockOutGuardTests {
    static let console = ApplicationID("console")
    static let role = RoleID("administrators")
    static let office = NamedLocation(
        id: NamedLocationID("office"), displayName: "Office",
        extent: .addresses(IPRange.cidr("192.0.2.0/24").map { [$0.range] } ?? [], isTrusted: true))
    static let annex = NamedLocation(
        id: NamedLocationID("annex"), displayName: "Annex",
        extent: .addresses(IPRange.cidr("192.0.2.128/25").map { [$0.range] } ?? [], isTrusted: false))
    static let home = NamedLocation(
        id: NamedLocationID("home"), displayName: "Home", extent: .countries(["DE", "FR"], includesUnknown: false))

    static func administrator(
        _ name: String, breakGlass: Bool = false, groups: Set<GroupID> = []
    ) -> GuardedAccount {
        GuardedAccount(
            AccountMembership(account: AccountID(name), groups: groups, roles: [role]), name: name,
            isAdministrator: true, isBreakGlass: breakGlass)
    }

    static func policy(
        _ grant: GrantRequirement?, id: PolicyID = PolicyID("p"), state: PolicyState = .enabled,
        session: SessionDirectives = SessionDirectives(), conditions: PolicyConditions = everyone,
        unenforceable: [UnenforceableReason] = []
    ) -> ConditionalAccessPolicy {
        ConditionalAccessPolicy(
            id: id, displayName: "Policy \(id)", state: state, conditions: conditions, grant: grant, session: session,
            unenforceable: unenforceable)
    }

    static let everyone = PolicyConditions(
        users: .init(include: .init(all: true)), resources: .applications(.init(includesAll: true)))

    static func everyone(_ change: (inout PolicyConditions) -> Void) -> PolicyConditions {
        var conditions = everyone
        change(&conditions)
        return conditions
    }

    static func verdict(
        _ policies: [ConditionalAccessPolicy], _ accounts: [GuardedAccount] = [administrator("ada")],
        unmatched: UnmatchedAccess = .allow
    ) throws -> LockOutVerdict {
        let set = try PolicySet(
            policies: policies, namedLocations: [office, annex, home], whenNothingMatches: unmatched)
        return LockOutGuard(set, resource: console).verdict(on: accounts)
    }

    static let onlyCompliantDevices = (try? DeviceFilter(parsing: "device.isCompliant -eq True")).map {
        DeviceFilterCondition(.exclude, $0)
    }

    // MARK: What a policy demands

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let policy: ConditionalAccessPolicy
        /// The control that is reported; nil when the administrator can sign in.
        let lockedOutBy: PolicyControl?
    }

    @Test(arguments: [
        Case(
            testDescription: "app protection of all apps", policy: policy(.init(.any, [.compliantApplication])),
            lockedOutBy: .compliantApplication),
        Case(
            testDescription: "a compliant device", policy: policy(.init(.all, [.mfa, .compliantDevice])),
            lockedOutBy: .compliantDevice),
        Case(
            testDescription: "a joined device", policy: policy(.init(.any, [.domainJoinedDevice])),
            lockedOutBy: .domainJoinedDevice),
        Case(testDescription: "a block", policy: policy(.init(.any, [.block])), lockedOutBy: .block),
        Case(
            testDescription: "a bound token", policy: policy(nil, session: .init(requiresTokenProtection: true)),
            lockedOutBy: .tokenProtection),
        Case(testDescription: "a second factor", policy: policy(.init(.any, [.mfa])), lockedOutBy: nil),
        Case(
            testDescription: "a strength",
            policy: policy(
                .init(.any, [.authenticationStrength], strength: AuthenticationStrength.phishingResistant.id)),
            lockedOutBy: nil),
        Case(
            testDescription: "a second factor and a new password",
            policy: policy(.init(.all, [.mfa, .passwordChange])), lockedOutBy: nil),
        Case(
            testDescription: "a second factor or a compliant device",
            policy: policy(.init(.any, [.mfa, .compliantDevice])), lockedOutBy: nil),
        Case(
            testDescription: "a sign-in every time",
            policy: policy(nil, session: .init(primaryFreshness: .everyTime, secondaryFreshness: .everyTime)),
            lockedOutBy: nil),
        Case(
            testDescription: "app protection that is report-only",
            policy: policy(.init(.any, [.compliantApplication]), state: .reportOnly), lockedOutBy: nil),
        Case(
            testDescription: "app protection that cannot be enforced",
            policy: policy(
                .init(.any, [.compliantApplication]),
                unenforceable: [.init(.unsupportedCondition, in: .condition(.time), at: "conditions.times", "")]),
            lockedOutBy: nil),
        Case(
            testDescription: "app protection of another application",
            policy: policy(
                .init(.any, [.compliantApplication]),
                conditions: everyone { $0.resources = .applications(.init(include: [ApplicationID("mail")])) }),
            lockedOutBy: nil),
        Case(
            testDescription: "app protection of apps alone",
            policy: policy(
                .init(.any, [.compliantApplication]),
                conditions: everyone { $0.clientApps = [.mobileAppsAndDesktopClients] }),
            lockedOutBy: nil),
        Case(
            testDescription: "a block of one platform",
            policy: policy(.init(.any, [.block]), conditions: everyone { $0.platforms = .init(include: [.windows]) }),
            lockedOutBy: nil),
        Case(
            testDescription: "a block of every desktop",
            policy: policy(
                .init(.any, [.block]),
                conditions: everyone { $0.platforms = .init(include: [.windows, .macOS, .linux]) }),
            lockedOutBy: .block),
        Case(
            testDescription: "a block outside trusted places",
            policy: policy(
                .init(.any, [.block]),
                conditions: everyone {
                    $0.locations = .init(include: .init(all: true), exclude: .init(allTrusted: true))
                }),
            lockedOutBy: nil),
        Case(
            testDescription: "a block outside a country",
            policy: policy(
                .init(.any, [.block]),
                conditions: everyone {
                    $0.locations = .init(include: .init(all: true), exclude: .init(named: [NamedLocationID("home")]))
                }),
            lockedOutBy: nil),
        Case(
            testDescription: "a block of every place",
            policy: policy(
                .init(.any, [.block]), conditions: everyone { $0.locations = .init(include: .init(all: true)) }),
            lockedOutBy: .block),
        Case(
            testDescription: "a block of whatever is not known to be elsewhere",
            policy: policy(
                .init(.any, [.block]),
                conditions: everyone {
                    $0.locations = .init(include: .init(named: [NamedLocationID("office")]))
                    $0.onMissingSignal = .match
                }),
            lockedOutBy: nil),
        Case(
            testDescription: "a device filter that a browser without device does not pass",
            policy: policy(
                .init(.any, [.block]),
                conditions: everyone { $0.devices = onlyCompliantDevices }),
            lockedOutBy: .block),
    ])
    func `a demand that no prompt satisfies in a browser locks out`(_ sample: Case) throws {
        let verdict = try Self.verdict([sample.policy])
        #expect(verdict.someoneCanAdminister == (sample.lockedOutBy == nil))
        #expect(verdict.refusal() == (sample.lockedOutBy == nil ? nil : .nobodyCanAdminister))
        let demand = verdict.administrators.first?.lockOut?.demands.first
        #expect(demand?.control == sample.lockedOutBy)
        if sample.lockedOutBy != nil {
            #expect(demand?.policy == PolicyID("p") && demand?.displayName == "Policy p")
        }
    }

    @Test func `two policies that leave only the place where both ranges are leave somebody in`() throws {
        func outside(_ id: PolicyID, _ place: NamedLocationID) -> ConditionalAccessPolicy {
            Self.policy(
                .init(.any, [.block]), id: id,
                conditions: Self.everyone {
                    $0.locations = .init(include: .init(all: true), exclude: .init(named: [place]))
                })
        }
        #expect(
            try Self.verdict([
                outside(PolicyID("a"), NamedLocationID("office")), outside(PolicyID("b"), NamedLocationID("annex")),
            ]).someoneCanAdminister)
        let inside = Self.policy(
            .init(.any, [.block]), id: PolicyID("c"),
            conditions: Self.everyone { $0.locations = .init(include: .init(named: [NamedLocationID("annex")])) })
        #expect(try Self.verdict([outside(PolicyID("a"), NamedLocationID("office")), inside]).someoneCanAdminister)
        let locked = try Self.verdict([outside(PolicyID("a"), NamedLocationID("annex")), inside])
        #expect(locked.refusal() == .nobodyCanAdminister)
    }

    @Test func `where nothing matches and the tenant refuses that, nobody gets in`() throws {
        let verdict = try Self.verdict([], unmatched: .deny)
        #expect(verdict.refusal() == .nobodyCanAdminister)
        #expect(verdict.administrators.first?.lockOut?.reason == .noPolicyApplied)
    }

    // MARK: Who is left

    @Test func `one administrator who can sign in is enough, and the others are reported`() throws {
        let spared = Self.everyone { $0.users.exclude = .init(groups: [GroupID("spared")]) }
        let accounts = [
            Self.administrator("zoe", groups: [GroupID("spared")]), Self.administrator("ada"),
            Self.administrator("bea"),
        ]
        let verdict = try Self.verdict([Self.policy(.init(.any, [.block]), conditions: spared)], accounts)
        #expect(verdict.refusal() == nil)
        #expect(verdict.lockedOut.map(\.account.name) == ["ada", "bea"])
    }

    @Test func `a break-glass administrator counts for nobody's access`() throws {
        let spared = Self.everyone { $0.users.exclude = .init(accounts: [AccountID("glass")]) }
        let accounts = [Self.administrator("ada"), Self.administrator("glass", breakGlass: true)]
        let verdict = try Self.verdict([Self.policy(.init(.any, [.block]), conditions: spared)], accounts)
        #expect(verdict.refusal(allowsBreakGlass: true) == .nobodyCanAdminister)
        #expect(verdict.breakGlassReach.isEmpty)
        #expect(verdict.lockedOut.map(\.account.name) == ["ada"])
    }

    @Test func `a tenant without administrators for every day locks nobody out`() throws {
        let block = Self.policy(
            .init(.any, [.block]),
            conditions: Self.everyone { $0.users.exclude = .init(accounts: [AccountID("glass")]) })
        let user = GuardedAccount(
            AccountMembership(account: AccountID("u")), name: "u", isAdministrator: false, isBreakGlass: false)
        for accounts in [[], [user], [Self.administrator("glass", breakGlass: true)]] {
            let verdict = try Self.verdict([block], accounts)
            #expect(verdict.refusal() == nil)
            #expect(!verdict.hasAdministrators && !verdict.someoneCanAdminister)
        }
    }

    // MARK: Break-glass accounts

    @Test func `an enforced policy that reaches a break-glass account is refused unless that is allowed`() throws {
        let accounts = [Self.administrator("ada"), Self.administrator("glass", breakGlass: true)]
        let mfa = Self.policy(.init(.any, [.mfa]), id: PolicyID("mfa"))
        let legacy = Self.policy(
            .init(.any, [.block]), id: PolicyID("legacy"), conditions: Self.everyone { $0.clientApps = [.other] })
        let verdict = try Self.verdict([mfa, legacy], accounts)
        #expect(verdict.breakGlassReach.map(\.policy.rawValue) == ["legacy", "mfa"])
        #expect(verdict.refusal() == .breakGlassReached)
        #expect(verdict.refusal(allowsBreakGlass: true) == nil)
    }

    @Test func `policies that are not enforced, spare the account or are for workloads do not reach it`() throws {
        let accounts = [
            Self.administrator("ada"), Self.administrator("glass", breakGlass: true, groups: [GroupID("glass")]),
        ]
        let spared = Self.everyone { $0.users.exclude = .init(groups: [GroupID("glass")]) }
        let workload = PolicyConditions(
            servicePrincipals: ServicePrincipalTarget(include: .init(allOfThisTenant: true)),
            resources: .applications(.init(includesAll: true)))
        let verdict = try Self.verdict(
            [
                Self.policy(.init(.any, [.mfa]), id: PolicyID("a"), state: .reportOnly),
                Self.policy(.init(.any, [.mfa]), id: PolicyID("b"), state: .disabled),
                Self.policy(.init(.any, [.mfa]), id: PolicyID("c"), conditions: spared),
                Self.policy(.init(.any, [.block]), id: PolicyID("d"), conditions: workload),
            ], accounts)
        #expect(verdict.breakGlassReach.isEmpty && verdict.hasBreakGlass)
        #expect(verdict.refusal() == nil)
    }
}
