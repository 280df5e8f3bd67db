import AccessModel
import AccessPolicy

/// A small world of random policies and populations, so that both meet often.
struct RandomCoverage {
    private var generator: SeededGenerator

    private static let groups = (0..<3).map { GroupID("group-\($0)") }
    private static let applications = (0..<3).map { ApplicationID("application-\($0)") }

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func policies(_ count: Int) -> [ConditionalAccessPolicy] {
        (0..<count).map { number in
            let include = AssignmentTarget.Members(all: once(in: 3), groups: some(of: Self.groups))
            let exclude = AssignmentTarget.Members(groups: once(in: 2) ? some(of: Self.groups) : [])
            let applications = ApplicationTarget(includesAll: once(in: 2), include: some(of: Self.applications))
            let state: PolicyState = once(in: 5) ? .reportOnly : .enabled
            var conditions = PolicyConditions(
                users: AssignmentTarget(include: include, exclude: exclude), resources: .applications(applications))
            conditions.onMissingSignal = once(in: 3) ? .match : .standard
            if once(in: 2) { conditions.platforms = PlatformCondition(include: some(of: DevicePlatform.allCases)) }
            if once(in: 3) { conditions.clientApps = some(of: ClientAppType.allCases) }
            if once(in: 4) { conditions.signInRisks = some(of: RiskLevel.allCases) }
            if once(in: 4) { conditions.insiderRisks = [.elevated] }
            if once(in: 4) { conditions.transferMethods = [.deviceCodeFlow] }
            return ConditionalAccessPolicy(
                id: PolicyID("policy-\(number)"), displayName: "policy-\(number)", state: state,
                conditions: conditions, grant: GrantRequirement(.all, [.mfa]))
        }
    }

    mutating func population() -> Population {
        Population(
            accounts: (0..<4).map {
                AccountMembership(account: AccountID("account-\($0)"), groups: some(of: Self.groups))
            },
            applications: Self.applications.map { Population.Application($0) },
            clientAppTypes: [.browser, .other, nil],
            platforms: [.iOS, .windows, nil], signInRisks: [.high, nil], insiderRisks: [.elevated, nil],
            transferMethods: [nil, .deviceCodeFlow])
    }

    /// Every combination as a request.
    static func requests(of population: Population) -> [AccessRequest] {
        var requests: [AccessRequest] = []
        for account in population.accounts {
            for application in population.applications {
                for client in population.clientAppTypes {
                    for platform in population.platforms {
                        for context in contexts(of: population, client, platform) {
                            requests.append(
                                AccessRequest(
                                    subject: .account(account), resource: .application(application.id),
                                    context: context))
                        }
                    }
                }
            }
        }
        return requests
    }

    private static func contexts(
        of population: Population, _ client: ClientAppType?, _ platform: DevicePlatform?
    ) -> [AccessContext] {
        population.signInRisks.flatMap { risk in
            population.insiderRisks.flatMap { insiderRisk in
                population.transferMethods.map { method in
                    AccessContext(
                        clientAppType: client, platform: platform, signInRisk: risk, insiderRisk: insiderRisk,
                        transferMethod: method)
                }
            }
        }
    }

    private mutating func once(in count: Int) -> Bool { generator.once(in: count) }

    private mutating func some<Element: Hashable>(of elements: [Element]) -> Set<Element> {
        Set(elements.filter { _ in Bool.random(using: &generator) })
    }
}
