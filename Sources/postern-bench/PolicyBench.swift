import AccessModel
import AccessPolicy

/// A tenant's policies as they are found: a few for everybody, most for some groups and apps, and a thousand requests.
final class PolicyBench {
    private let set: PolicySet
    private let requests: [AccessRequest]
    private var next = 0

    init(policyCount: Int) {
        var random = SeededGenerator(state: 20_261_130)
        let policies = (0..<policyCount).map { Self.policy($0, &random) }
        do {
            set = try PolicySet(policies: policies, namedLocations: [])
        } catch {
            preconditionFailure("the benchmark's own policies are not acceptable: \(error)")
        }
        requests = (0..<1000).map { _ in Self.request(&random) }
    }

    func decide() -> Int {
        next = (next + 1) % requests.count
        return set.evaluate(requests[next]).appliedPolicies.count
    }

    func trace() -> Int {
        next = (next + 1) % requests.count
        return set.trace(requests[next]).policies.count
    }

    private static func policy(_ number: Int, _ random: inout SeededGenerator) -> ConditionalAccessPolicy {
        let isGeneral = number % 20 == 0
        var users = AssignmentTarget(exclude: .init(groups: [GroupID("break-glass")]))
        users.include = isGeneral ? .init(all: true) : .init(groups: [group(&random), group(&random)])
        let applications = ApplicationTarget(
            includesAll: isGeneral || number % 3 == 0, include: [application(&random)], exclude: [application(&random)])
        let platforms = number % 4 == 0 ? PlatformCondition(include: [.iOS, .android]) : nil
        let controls: [GrantRequirement] = [
            GrantRequirement(.any, [.mfa]), GrantRequirement(.any, [.compliantDevice, .compliantApplication]),
            GrantRequirement(.all, [.mfa, .compliantApplication]), GrantRequirement(.any, [.mfa]),
        ]
        return ConditionalAccessPolicy(
            id: PolicyID("policy-\(number)"), displayName: "Policy \(number)",
            state: number % 10 == 9 ? .reportOnly : .enabled,
            conditions: PolicyConditions(
                users: users, resources: .applications(applications),
                clientApps: number % 5 == 0 ? [.browser, .mobileAppsAndDesktopClients] : nil, platforms: platforms),
            grant: controls[number % controls.count])
    }

    private static func request(_ random: inout SeededGenerator) -> AccessRequest {
        let membership = AccountMembership(
            account: AccountID("account-\(random.below(100_000))"),
            groups: Set((0..<8).map { _ in group(&random) }))
        return AccessRequest(
            subject: .account(membership), resource: .application(application(&random)),
            context: AccessContext(
                clientAppType: .mobileAppsAndDesktopClients, platform: random.below(2) == 0 ? .iOS : .windows,
                ipAddress: IPAddress(family: .v4, bits: UInt128(random.below(1 << 31)))),
            controls: ControlFacts(mfa: .met, compliantApplication: .met))
    }

    private static func group(_ random: inout SeededGenerator) -> GroupID { GroupID("group-\(random.below(200))") }

    private static func application(_ random: inout SeededGenerator) -> ApplicationID {
        ApplicationID("application-\(random.below(50))")
    }
}

/// Numbers that are the same in every run (SplitMix64).
struct SeededGenerator {
    var state: UInt64

    mutating func below(_ bound: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)) % bound
    }
}
