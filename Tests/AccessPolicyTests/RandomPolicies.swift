import AccessModel
import AccessPolicy

/// Policies and requests over ``PolicyWorld/small``.
struct RandomPolicies {
    static let accounts = (0..<4).map { AccountID("account-\($0)") }
    static let groups = (0..<4).map { GroupID("group-\($0)") }
    static let roles = (0..<3).map { RoleID("role-\($0)") }
    static let tenants = (0..<2).map { TenantID("tenant-\($0)") }
    static let clients = (0..<2).map { ClientID("client-\($0)") }
    static let applications = (0..<4).map { ApplicationID("application-\($0)") }
    static let applicationGroups = ["Suite", "Portals"].map { ApplicationGroupID($0) }
    static let locations = (0..<5).map { NamedLocationID("location-\($0)") }
    static let strengths = (0..<2).map { AuthenticationStrengthID("strength-\($0)") }
    static let addresses = ["10.0.0.1", "10.0.1.1", "10.9.9.9", "2001:db8::1", "2001:db8:1::1", "::ffff:10.0.0.1"]
    static let filters = [
        "device.isCompliant -eq True", "device.trustType -ne \"AzureAD\"",
        "device.isCompliant -ne True -or device.displayName -startsWith \"pc\"",
        "device.extensionAttribute1 -eq \"x\" -and -not (device.systemLabels -contains \"kiosk\")",
    ].compactMap { try? DeviceFilter(parsing: $0) }

    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    /// A value, once in so many times.
    mutating func maybe<Value>(_ count: Int, _ value: (inout Self) -> Value) -> Value? {
        generator.once(in: count) ? value(&self) : nil
    }
}

// MARK: Requests

extension RandomPolicies {
    mutating func request() -> AccessRequest {
        AccessRequest(
            subject: subject(), resource: resource(), context: context(),
            controls: ControlFacts(
                mfa: controlState(.mfaRequired), authenticationStrength: controlState(.authenticationStrengthRequired),
                compliantDevice: controlState(.deviceNotCompliant),
                domainJoinedDevice: controlState(.deviceNotDomainJoined),
                compliantApplication: controlState(.notEnrolled),
                passwordChange: controlState(.passwordChangeRequired)),
            purpose: generator.once(in: 4) ? .becomeCompliant : .ordinary)
    }

    private mutating func subject() -> AccessSubject {
        if generator.once(in: 8) {
            return .servicePrincipal(
                ServicePrincipal(
                    pick(Self.clients + [ClientID("client-elsewhere")]), isOfThisTenant: generator.once(in: 2)))
        }
        let guest = maybe(3) { random in
            GuestIdentity(
                random.pick(GuestType.allCases),
                homeTenant: random.pick([nil] + Self.tenants.map(Optional.some) + [TenantID("tenant-elsewhere")]))
        }
        return .account(
            AccountMembership(
                account: pick(Self.accounts), groups: generator.some(of: Self.groups),
                roles: generator.some(of: Self.roles), guest: guest))
    }

    private mutating func resource() -> AccessResource {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .userAction("urn:user:registersecurityinfo")
        case 1: .authenticationContext("c1")
        case 2: .application(ApplicationID("application-elsewhere"))
        default: .application(pick(Self.applications))
        }
    }

    private mutating func context() -> AccessContext {
        AccessContext(
            clientAppType: pick([nil, .browser, .browser] + ClientAppType.allCases.map(Optional.some)),
            platform: pick([nil] + DevicePlatform.allCases.map(Optional.some)),
            ipAddress: generator.once(in: 5) ? nil : IPAddress(pick(Self.addresses)),
            country: pick([nil, "DE", "US", "KR", "FR"]),
            signInRisk: pick([nil] + RiskLevel.allCases.map(Optional.some)),
            userRisk: pick([nil] + RiskLevel.allCases.map(Optional.some)),
            servicePrincipalRisk: pick([nil] + RiskLevel.allCases.map(Optional.some)),
            insiderRisk: pick([nil] + InsiderRiskLevel.allCases.map(Optional.some)),
            transferMethod: pick([nil, nil] + TransferMethod.allCases.map(Optional.some)),
            device: generator.once(in: 3) ? nil : device(), authentication: authentication())
    }

    private mutating func device() -> DeviceInfo {
        var device = DeviceInfo()
        device.isCompliant = pick([nil, true, false])
        device.isManaged = generator.once(in: 2)
        device.trustType = pick(["AzureAD", "ServerAD", "Workplace"])
        device.displayName = pick([nil, "PC-1", "phone"])
        device.extensionAttributes = generator.once(in: 2) ? [1: "X"] : [:]
        device.systemLabels = generator.once(in: 2) ? ["Kiosk"] : []
        return device
    }

    private mutating func authentication() -> AuthenticationFacts {
        AuthenticationFacts(
            methods: generator.some(of: [.password, .sms, .fido2, .x509CertificateMultiFactor]),
            fido2AAGUID: pick([nil, "aaguid-0", "aaguid-1"]), x509IssuerSKI: pick([nil, "0a", "0b"]),
            x509PolicyOIDs: generator.some(of: ["1.2.3", "1.2.4"]),
            secondsSinceSignIn: pick([nil, 0, 300, 301, 40_000]),
            secondsSinceSecondFactor: pick([nil, 0, 301, 3600]), isTokenBound: generator.once(in: 2))
    }

    private mutating func controlState(_ reason: ReasonCode) -> ControlState {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: .undetermined(generator.once(in: 2) ? .sourceFailed : .sourceUnreachable)
        case 1, 2: .met
        case 3: .unmet(reason, satisfiable: false)
        default: .unmet(reason, satisfiable: true)
        }
    }
}

// MARK: Policies

extension RandomPolicies {
    mutating func policies(_ count: Int) -> [ConditionalAccessPolicy] {
        (0..<count).map { policy("policy-\($0)") }
    }

    mutating func policy(_ id: String) -> ConditionalAccessPolicy {
        ConditionalAccessPolicy(
            id: PolicyID(id), displayName: id, state: state(), conditions: conditions(), grant: grant(),
            session: generator.once(in: 3) ? session() : SessionDirectives(),
            unenforceable: generator.once(in: 8)
                ? [UnenforceableReason(.unsupportedCondition, in: .condition(.time), at: "conditions", "times")] : [])
    }

    private mutating func state() -> PolicyState {
        pick([.enabled, .enabled, .enabled, .enabled, .reportOnly, .disabled])
    }

    private mutating func conditions() -> PolicyConditions {
        PolicyConditions(
            users: AssignmentTarget(
                include: members(all: generator.once(in: 2)), exclude: members(all: generator.once(in: 30))),
            servicePrincipals: maybe(8) { $0.servicePrincipals() }, resources: resources(),
            clientApps: maybe(4) { $0.generator.some(of: ClientAppType.allCases) },
            platforms: maybe(4) { $0.platforms() },
            locations: maybe(3) { random in
                LocationCondition(
                    include: random.places(all: random.generator.once(in: 2)), exclude: random.places(all: false))
            },
            devices: maybe(6) { DeviceFilterCondition($0.pick([.include, .exclude]), $0.pick(Self.filters)) },
            signInRisks: maybe(8) { $0.generator.some(of: RiskLevel.allCases) },
            userRisks: maybe(8) { $0.generator.some(of: RiskLevel.allCases) },
            servicePrincipalRisks: maybe(12) { $0.generator.some(of: RiskLevel.allCases) },
            insiderRisks: maybe(12) { $0.generator.some(of: InsiderRiskLevel.allCases) },
            transferMethods: maybe(12) { $0.generator.some(of: TransferMethod.allCases) },
            onMissingSignal: generator.once(in: 4) ? .match : .standard)
    }

    private mutating func platforms() -> PlatformCondition {
        PlatformCondition(
            includesAll: generator.once(in: 2), include: generator.some(of: DevicePlatform.allCases),
            excludesAll: generator.once(in: 20), exclude: generator.some(of: DevicePlatform.allCases))
    }

    private mutating func members(all: Bool) -> AssignmentTarget.Members {
        AssignmentTarget.Members(
            all: all, guests: Set([maybe(4) { $0.guests() }, maybe(4) { $0.guests() }].compactMap(\.self)),
            accounts: generator.once(in: 3) ? [pick(Self.accounts)] : [],
            groups: generator.once(in: 3) ? [pick(Self.groups)] : [],
            roles: generator.once(in: 5) ? [pick(Self.roles)] : [])
    }

    private mutating func guests() -> GuestSelector {
        GuestSelector(
            types: generator.some(of: GuestType.allCases),
            tenants: generator.once(in: 2) ? .all : .enumerated([pick(Self.tenants)]))
    }

    private mutating func servicePrincipals() -> ServicePrincipalTarget {
        ServicePrincipalTarget(
            include: .init(allOfThisTenant: generator.once(in: 2), clients: generator.some(of: Self.clients)),
            exclude: .init(
                allOfThisTenant: generator.once(in: 8), clients: generator.once(in: 3) ? [pick(Self.clients)] : []))
    }

    private mutating func resources() -> ResourceCondition {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .userActions(["urn:user:registersecurityinfo"])
        case 1: .authenticationContexts(["c1"])
        default:
            .applications(
                ApplicationTarget(
                    includesAll: generator.once(in: 2), include: generator.some(of: Self.applications),
                    includeGroups: applicationGroups(), exclude: generator.once(in: 2) ? [pick(Self.applications)] : [],
                    excludeGroups: generator.once(in: 3) ? applicationGroups() : []))
        }
    }

    private mutating func applicationGroups() -> Set<ApplicationGroupID> {
        if generator.once(in: 20) { return [ApplicationGroupID("Missing")] }
        return generator.once(in: 4) ? [pick(Self.applicationGroups)] : []
    }

    private mutating func places(all: Bool) -> LocationCondition.Places {
        var named = generator.some(of: Self.locations)
        if generator.once(in: 12) { named.insert(NamedLocationID("location-missing")) }
        return LocationCondition.Places(all: all, allTrusted: generator.once(in: 3), named: named)
    }

    private mutating func grant() -> GrantRequirement? {
        if generator.once(in: 10) { return nil }
        if generator.once(in: 6) { return GrantRequirement(.any, [.block]) }
        var controls = generator.some(of: [
            PolicyControl.mfa, .compliantDevice, .domainJoinedDevice, .compliantApplication, .passwordChange,
        ])
        let strength = maybe(4) { $0.pick(Self.strengths + [AuthenticationStrength.multifactor.id]) }
        if strength != nil { controls.insert(.authenticationStrength) }
        return GrantRequirement(
            generator.once(in: 2) ? .all : .any, controls.isEmpty ? [.mfa] : controls,
            strength: strength.map { generator.once(in: 10) ? AuthenticationStrengthID("strength-missing") : $0 })
    }

    private mutating func session() -> SessionDirectives {
        SessionDirectives(
            primaryFreshness: pick([nil, .everyTime, .seconds(3600), .seconds(36_000)]),
            secondaryFreshness: pick([nil, .everyTime, .seconds(3600)]),
            persistentBrowser: pick([nil, .always, .never]), requiresTokenProtection: generator.once(in: 4),
            continuousAccessEvaluation: pick([nil, .disabled, .strictEnforcement, .strictLocation]),
            disablesResilienceDefaults: generator.once(in: 3))
    }
}
