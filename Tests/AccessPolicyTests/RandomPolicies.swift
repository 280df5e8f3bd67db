import AccessModel
import AccessPolicy

/// Policies and requests over a small world, so that they meet often.
struct RandomPolicies {
    static let accounts = (0..<4).map { AccountID("account-\($0)") }
    static let groups = (0..<4).map { GroupID("group-\($0)") }
    static let roles = (0..<3).map { RoleID("role-\($0)") }
    static let applications = (0..<4).map { ApplicationID("application-\($0)") }
    static let locations = (0..<3).map { NamedLocationID("location-\($0)") }
    static let addresses = ["10.0.0.1", "10.0.1.1", "10.9.9.9", "2001:db8::1", "2001:db8:1::1", "::ffff:10.0.0.1"]

    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    static var namedLocations: [NamedLocation] {
        let ranges = [["10.0.0.0/24", "2001:db8::/48"], ["10.0.0.0/16"], ["2001:db8:1::/48", "10.0.1.0/24"]]
        return zip(locations, ranges).enumerated().map { number, pair in
            NamedLocation(
                id: pair.0, displayName: "Place \(number)",
                extent: .addresses(pair.1.compactMap { IPRange.cidr($0)?.range }, isTrusted: number == 0))
        }
    }

    mutating func policies(_ count: Int) -> [ConditionalAccessPolicy] {
        (0..<count).map { policy("policy-\($0)") }
    }

    mutating func policy(_ id: String) -> ConditionalAccessPolicy {
        ConditionalAccessPolicy(
            id: PolicyID(id), displayName: id, state: state(), conditions: conditions(), grant: grant(),
            unenforceable: generator.once(in: 8)
                ? [UnenforceableReason(.unsupportedCondition, in: .condition(.signInRisk), at: "conditions", "risk")]
                : [])
    }

    mutating func request() -> AccessRequest {
        let membership = AccountMembership(
            account: pick(Self.accounts), groups: generator.some(of: Self.groups),
            roles: generator.some(of: Self.roles), isGuest: generator.once(in: 3))
        return AccessRequest(
            subject: generator.once(in: 12) ? .servicePrincipal(ClientID("client")) : .account(membership),
            resource: resource(),
            context: AccessContext(
                clientAppType: pick([nil] + ClientAppType.allCases.map(Optional.init)),
                platform: pick([nil] + DevicePlatform.allCases.map(Optional.init)),
                ipAddress: generator.once(in: 5) ? nil : IPAddress(pick(Self.addresses))),
            controls: ControlFacts(
                mfa: controlState(.mfaRequired), compliantDevice: controlState(.deviceNotCompliant),
                compliantApplication: controlState(.notEnrolled)),
            purpose: generator.once(in: 4) ? .becomeCompliant : .ordinary)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    private mutating func state() -> PolicyState {
        pick([.enabled, .enabled, .enabled, .enabled, .reportOnly, .disabled])
    }

    private mutating func resource() -> AccessResource {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .userAction("urn:user:registersecurityinfo")
        case 1: .authenticationContext("c1")
        case 2: .application(ApplicationID("application-elsewhere"))
        default: .application(pick(Self.applications))
        }
    }

    private mutating func controlState(_ reason: ReasonCode) -> ControlState {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: .undetermined(generator.once(in: 2) ? .sourceFailed : .sourceUnreachable)
        case 1, 2: .met
        case 3: .unmet(reason, satisfiable: false)
        default: .unmet(reason, satisfiable: true)
        }
    }

    private mutating func conditions() -> PolicyConditions {
        PolicyConditions(
            users: AssignmentTarget(
                include: members(all: generator.once(in: 2)), exclude: members(all: generator.once(in: 30))),
            resources: resources(),
            clientApps: generator.once(in: 3) ? generator.some(of: ClientAppType.allCases) : nil,
            platforms: generator.once(in: 3)
                ? PlatformCondition(
                    includesAll: generator.once(in: 2), include: generator.some(of: DevicePlatform.allCases),
                    excludesAll: generator.once(in: 20), exclude: generator.some(of: DevicePlatform.allCases)) : nil,
            locations: generator.once(in: 3)
                ? LocationCondition(include: places(all: generator.once(in: 2)), exclude: places(all: false)) : nil)
    }

    private mutating func members(all: Bool) -> AssignmentTarget.Members {
        AssignmentTarget.Members(
            all: all, guests: generator.once(in: 6), accounts: generator.once(in: 3) ? [pick(Self.accounts)] : [],
            groups: generator.once(in: 3) ? [pick(Self.groups)] : [],
            roles: generator.once(in: 5) ? [pick(Self.roles)] : [])
    }

    private mutating func resources() -> ResourceCondition {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .userActions(["urn:user:registersecurityinfo"])
        case 1: .authenticationContexts(["c1"])
        default:
            .applications(
                ApplicationTarget(
                    includesAll: generator.once(in: 2), include: generator.some(of: Self.applications),
                    exclude: generator.once(in: 2) ? [pick(Self.applications)] : []))
        }
    }

    private mutating func places(all: Bool) -> LocationCondition.Places {
        var named = generator.some(of: Self.locations)
        if generator.once(in: 12) { named.insert(NamedLocationID("location-missing")) }
        return LocationCondition.Places(all: all, allTrusted: generator.once(in: 3), named: named)
    }

    private mutating func grant() -> GrantRequirement? {
        if generator.once(in: 10) { return nil }
        if generator.once(in: 6) { return GrantRequirement(.any, [.block]) }
        let controls = generator.some(of: [GrantControl.mfa, .compliantDevice, .compliantApplication])
        return GrantRequirement(generator.once(in: 2) ? .all : .any, controls.isEmpty ? [.mfa] : controls)
    }
}
