import AccessModel
import AccessPolicy
import Testing

struct CoverageTests {
    private static let staff = GroupID("staff")
    private static let guests = AssignmentTarget.Members(guests: [.everyGuest])

    private static let population = Population(
        accounts: [
            AccountMembership(account: AccountID("ada"), groups: [staff]),
            AccountMembership(account: AccountID("alan")),
            AccountMembership(account: AccountID("grace"), groups: [staff]),
            AccountMembership(account: AccountID("guest"), guest: GuestIdentity(.b2bCollaborationGuest)),
        ],
        applications: [.init(ApplicationID("mail")), .init(ApplicationID("crm"))],
        platforms: [.iOS, .android, .windows, nil])

    private static func report(
        _ policies: ConditionalAccessPolicy..., counting scope: Coverage.Scope = .enforced
    ) throws -> CoverageReport {
        try Coverage.report(of: PolicySet(policies: policies), over: population, counting: scope)
    }

    @Test func `without a policy everything is one gap`() throws {
        let report = try Self.report()
        #expect(report.combinations == 32)
        #expect(report.uncovered == 32)
        #expect(report.gaps.map(\.combinations) == [32])
        #expect(report.gaps.first?.applications == nil)
        #expect(report.uncoveredAccounts.count == 4)
    }

    @Test func `what no policy is about is told in as few gaps as can be`() throws {
        let report = try Self.report(
            examplePolicy("staff", include: .init(groups: [Self.staff])) {
                $0.platforms = PlatformCondition(include: [.iOS, .android])
            },
            examplePolicy("guests", include: Self.guests))
        #expect(report.gaps.count == 2)
        #expect(report.gaps.map(\.accounts) == [[AccountID("ada"), AccountID("grace")], [AccountID("alan")]])
        #expect(report.gaps[0].platforms == [.windows, nil])
        #expect(report.gaps[0].applications == nil)
        #expect(report.gaps[1].platforms == nil)
        #expect(report.uncovered == 2 * 2 * 2 + 2 * 4)
    }

    @Test func `a policy's share is what it applies to and what only it applies to`() throws {
        let report = try Self.report(
            examplePolicy("everybody", about: .applications(ApplicationTarget(include: [ApplicationID("mail")]))),
            examplePolicy("staff", include: .init(groups: [Self.staff])))
        #expect(
            report.shares.map { [$0.policy.rawValue, "\($0.combinations)", "\($0.alone)"] } == [
                ["everybody", "16", "8"], ["staff", "16", "8"],
            ])
    }

    @Test func `what is not enforced counts only when it is asked for`() throws {
        let policy = examplePolicy(state: .reportOnly)
        #expect(try Self.report(policy).uncovered == 32)
        #expect(try Self.report(policy, counting: .reportOnlyToo).uncovered == 0)
        let disabled = examplePolicy(state: .disabled)
        #expect(try Self.report(disabled, counting: .reportOnlyToo).uncovered == 32)
    }

    @Test func `a policy for service principals covers nobody`() throws {
        let policy = examplePolicy { $0.servicePrincipals = .init(include: .init(allOfThisTenant: true)) }
        #expect(try Self.report(policy).uncovered == 32)
    }

    @Test func `a location that does not exist is a refusal and no gap`() throws {
        let policy = examplePolicy {
            $0.locations = LocationCondition(include: .init(named: [NamedLocationID("missing")]))
        }
        #expect(try Self.report(policy).uncovered == 0)
    }

    @Test func `what has been shown makes no difference`() throws {
        var population = Self.population
        population.controls = Array(repeating: ControlFacts(), count: 1_000_000)
        #expect(try Coverage.report(of: PolicySet(policies: []), over: population).combinations == 32)
    }

    @Test func `too many combinations are refused with their number`() throws {
        var population = Self.population
        population.devices = Array(repeating: nil, count: 200_000)
        #expect(throws: CoverageError.tooManyCombinations(6_400_000)) {
            try Coverage.report(of: PolicySet(policies: []), over: population)
        }
    }

    @Test(arguments: 0..<40)
    func `what is uncovered is what the evaluation finds no policy for`(seed: UInt64) throws {
        var world = RandomCoverage(seed: seed)
        let set = try PolicySet(policies: world.policies(6))
        let population = world.population()
        let report = try Coverage.report(of: set, over: population)
        let decisions = RandomCoverage.requests(of: population).map { set.evaluate($0) }
        #expect(report.combinations == decisions.count)
        #expect(report.uncovered == decisions.count { $0.outcome == .allowedNoPolicyApplied })
        #expect(report.gaps.reduce(0) { $0 + $1.combinations } == report.uncovered)
        let enforced = Set(set.policies.filter { $0.effectiveState == .enabled }.map(\.id))
        #expect(Set(report.shares.map(\.policy)) == enforced)
        for share in report.shares {
            #expect(share.combinations == decisions.count { $0.appliedPolicies.contains(share.policy) })
            #expect(share.alone == decisions.count { $0.appliedPolicies == [share.policy] })
        }
    }

    @Test func `accounts are called by the groups that make them up`() {
        let groups = AccountGroups(Self.population, names: PolicyNames(.empty, .example))
        #expect(groups.phrase(["ada", "alan", "grace", "guest"].map { AccountID($0) }) == "everybody")
        #expect(groups.phrase(["ada", "grace"].map { AccountID($0) }) == "the group `Staff`")
        #expect(groups.phrase([AccountID("guest")]) == "the guests")
        #expect(groups.phrase(["ada", "alan", "grace"].map { AccountID($0) }) == "everybody but the guests")
        #expect(groups.phrase([AccountID("alan"), AccountID("guest")]) == "everybody but the group `Staff`")
        #expect(groups.phrase([AccountID("ada"), AccountID("alan")]) == "`Ada` and `Alan`")
    }
}

extension PolicySet {
    static let empty: PolicySet = {
        do {
            return try PolicySet(policies: [])
        } catch {
            preconditionFailure("an empty set has no twins")
        }
    }()
}
