import AccessModel
import AccessPolicy
import Testing

@Suite struct PolicySetTests {
    static let everyone = AssignmentTarget(include: .init(all: true))
    static let everything = ResourceCondition.applications(ApplicationTarget(includesAll: true))

    static func policy(
        _ id: String, _ grant: GrantRequirement?, state: PolicyState = .enabled, locations: LocationCondition? = nil
    ) -> ConditionalAccessPolicy {
        ConditionalAccessPolicy(
            id: PolicyID(id), displayName: id, state: state,
            conditions: PolicyConditions(users: everyone, resources: everything, locations: locations), grant: grant)
    }

    static func request(
        _ controls: ControlFacts = ControlFacts(), from address: String? = "192.0.2.1",
        purpose: AccessPurpose = .ordinary
    ) -> AccessRequest {
        AccessRequest(
            subject: .account(AccountMembership(account: AccountID("a"))), resource: .application(ApplicationID("r")),
            context: AccessContext(
                clientAppType: .mobileAppsAndDesktopClients, platform: .iOS, ipAddress: address.flatMap(IPAddress.init)),
            controls: controls, purpose: purpose)
    }

    @Test func `two policies with one identifier make no set`() {
        let twins = [Self.policy("p", nil), Self.policy("q", nil), Self.policy("p", nil)]
        #expect(throws: PolicySetError.duplicatePolicy(PolicyID("p"))) { try PolicySet(policies: twins) }
    }

    @Test func `a name that is written in other bytes but equal is the same name`() throws {
        let composed = "caf\u{E9}"
        let decomposed = "cafe\u{301}"
        let excluding = AssignmentTarget.Members(
            accounts: [AccountID(composed)], groups: [GroupID(composed)], roles: [RoleID(composed)])
        let set = try PolicySet(policies: [examplePolicy(exclude: excluding, demands: [.block])])
        for membership in [
            AccountMembership(account: AccountID(decomposed)),
            AccountMembership(account: AccountID("ada"), groups: [GroupID(decomposed)]),
            AccountMembership(account: AccountID("ada"), roles: [RoleID(decomposed)]),
        ] {
            let request = AccessRequest(subject: .account(membership), resource: .application(ApplicationID("mail")))
            #expect(set.evaluate(request).outcome == .allowedNoPolicyApplied)
        }
    }

    @Test func `two named locations with one identifier make no set`() {
        let twins = [1, 2].map { _ in
            NamedLocation(id: NamedLocationID("l"), displayName: "L", extent: .addresses([], isTrusted: false))
        }
        #expect(throws: PolicySetError.duplicateNamedLocation(NamedLocationID("l"))) {
            try PolicySet(policies: [], namedLocations: twins)
        }
    }

    @Test func `an enabled policy that refers to a location that does not exist denies with a failure`() throws {
        let missing = LocationCondition(include: .init(named: [NamedLocationID("gone")]))
        let set = try PolicySet(policies: [Self.policy("p", GrantRequirement(.any, [.mfa]), locations: missing)])
        let decision = set.evaluate(Self.request(ControlFacts(mfa: .met)))
        #expect(decision.outcome == .failed(.evaluationFailed))
        #expect(decision.unmet.map(\.reason) == [.evaluationFailed])
    }

    @Test func `of a strength that does not exist nothing is said, whatever was shown`() throws {
        let policy = examplePolicy(demands: [.authenticationStrength], strength: AuthenticationStrengthID("gone"))
        for shown in [ControlState.met, .unmet(.authenticationStrengthRequired, satisfiable: true)] {
            var request = Self.request()
            request.controls.authenticationStrength = shown
            let trace = try PolicySet(policies: [policy]).trace(request)
            #expect(trace.decision.outcome == .failed(.evaluationFailed))
            #expect(trace.policies[0].controls.map(\.status) == [.undetermined(.evaluationFailed)])
        }
    }

    @Test func `a report-only policy that refers to a location that does not exist fails nothing`() throws {
        let missing = LocationCondition(include: .init(named: [NamedLocationID("gone")]))
        let policy = Self.policy("p", GrantRequirement(.any, [.mfa]), state: .reportOnly, locations: missing)
        let trace = try PolicySet(policies: [policy]).trace(Self.request())
        #expect(trace.decision.outcome == .allowedNoPolicyApplied)
        #expect(trace.policies.map(\.result) == [.unknown])
        #expect(trace.policies.map(\.unknownConditions) == [[.location]])
    }

    @Test func `a policy that refers to a location of an unsupported type is held at report-only`() throws {
        let country = NamedLocation(
            id: NamedLocationID("c"), displayName: "C", extent: .unsupported("countryNamedLocation"))
        let blocking = Self.policy(
            "p", GrantRequirement(.any, [.block]),
            locations: LocationCondition(include: .init(all: true), exclude: .init(named: [country.id])))
        let trace = try PolicySet(policies: [blocking], namedLocations: [country]).trace(Self.request())
        #expect(trace.decision.outcome == .allowedNoPolicyApplied)
        let held = try #require(trace.policies.first)
        #expect(held.effectiveState == .reportOnly)
        #expect(held.result == .unknown)
        #expect(held.unenforceable.map(\.kind) == [.unsupportedValue])
    }

    @Test func `block comes before a failure and a failure before what can be shown`() throws {
        let failing = ControlFacts(compliantDevice: .undetermined(.sourceUnreachable))
        let mfa = Self.policy("a", GrantRequirement(.any, [.mfa]))
        let device = Self.policy("b", GrantRequirement(.any, [.compliantDevice]))
        let block = Self.policy("c", GrantRequirement(.any, [.block]))
        let app = Self.policy("d", GrantRequirement(.any, [.compliantApplication]))
        let outcome = { (policies: [ConditionalAccessPolicy], facts: ControlFacts) throws in
            try PolicySet(policies: policies).evaluate(Self.request(facts)).outcome
        }
        #expect(try outcome([mfa, device, block, app], failing) == .blocked(.blockedByPolicy))
        #expect(try outcome([mfa, device, app], failing) == .failed(.sourceUnreachable))
        #expect(try outcome([app, device, mfa], ControlFacts()) == .requires(.mfa, .mfaRequired))
        #expect(try outcome([app, device], ControlFacts()) == .requires(.compliantDevice, .deviceUnknown))
        #expect(try outcome([app], ControlFacts()) == .requires(.compliantApplication, .notEnrolled))
    }

    @Test func `to become compliant, app and device are waived and everything else holds`() throws {
        let both = Self.policy("a", GrantRequirement(.all, [.mfa, .compliantApplication, .compliantDevice]))
        let either = Self.policy("b", GrantRequirement(.any, [.compliantApplication, .compliantDevice]))
        let step = Self.policy("c", GrantRequirement(.any, [.mfa, .compliantApplication]))
        let outcome = { (policy: ConditionalAccessPolicy, facts: ControlFacts) throws in
            try PolicySet(policies: [policy]).evaluate(Self.request(facts, purpose: .becomeCompliant)).outcome
        }
        #expect(try outcome(both, ControlFacts()) == .requires(.mfa, .mfaRequired))
        #expect(try outcome(both, ControlFacts(mfa: .met)) == .allowed)
        #expect(try outcome(either, ControlFacts()) == .allowed)
        // Absent under OR: what was shown for app protection does not stand in for the rest.
        #expect(try outcome(step, ControlFacts(compliantApplication: .met)) == .requires(.mfa, .mfaRequired))
        #expect(
            try outcome(Self.policy("d", GrantRequirement(.any, [.block])), ControlFacts(mfa: .met)).isAllowed == false)
    }

    @Test func `nothing matched is denied where the tenant says so`() throws {
        let set = try PolicySet(policies: [], whenNothingMatches: .deny)
        #expect(set.evaluate(Self.request()).outcome == .blocked(.noPolicyApplied))
    }

    @Test func `protection is announced only by enabled policies that can reach account and resource`() throws {
        let account = AccountMembership(account: AccountID("a"))
        let demand = GrantRequirement(.any, [.compliantApplication, .compliantDevice])
        let set = try PolicySet(policies: [Self.policy("p", demand)])
        #expect(set.demandsAppProtection(of: account, for: [ApplicationID("r")]))
        #expect(!set.demandsAppProtection(of: account, for: [ApplicationID]()))
        let others = [
            Self.policy("p", demand, state: .reportOnly), Self.policy("q", GrantRequirement(.any, [.mfa])),
        ]
        #expect(try !PolicySet(policies: others).demandsAppProtection(of: account, for: [ApplicationID("r")]))
    }

    struct Place: Sendable, CustomTestStringConvertible {
        let address: String?
        let isInOffice: Bool
        let isTrusted: Bool
        var testDescription: String { address ?? "unknown" }
    }

    @Test(arguments: [
        Place(address: "10.0.0.0", isInOffice: true, isTrusted: false),
        Place(address: "10.0.0.255", isInOffice: true, isTrusted: false),
        Place(address: "9.255.255.255", isInOffice: false, isTrusted: false),
        Place(address: "10.0.1.0", isInOffice: false, isTrusted: false),
        Place(address: "::ffff:10.0.0.9", isInOffice: true, isTrusted: false),
        Place(address: "10.0.0.64", isInOffice: true, isTrusted: true),
        Place(address: "10.0.0.128", isInOffice: true, isTrusted: false),
        Place(address: "255.255.255.255", isInOffice: false, isTrusted: true),
        Place(address: "0.0.0.0", isInOffice: false, isTrusted: true),
        Place(address: "2001:db8::ffff", isInOffice: true, isTrusted: false),
        Place(address: "2001:db9::", isInOffice: false, isTrusted: false),
        Place(address: "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", isInOffice: false, isTrusted: true),
        Place(address: nil, isInOffice: false, isTrusted: false),
    ])
    func `an address lies in the named locations whose ranges hold it`(_ place: Place) throws {
        func location(_ id: String, _ ranges: [String], isTrusted: Bool) -> NamedLocation {
            let ranges = ranges.compactMap { IPRange.cidr($0)?.range }
            return NamedLocation(
                id: NamedLocationID(id), displayName: id, extent: .addresses(ranges, isTrusted: isTrusted))
        }
        // The ranges of one location overlap, and those of two.
        let office = location(
            "office", ["10.0.0.0/24", "10.0.0.0/26", "10.0.0.128/25", "2001:db8::/32"], isTrusted: false)
        let trusted = location(
            "trusted", ["10.0.0.64/26", "255.255.255.255/32", "0.0.0.0/32", "ffff::/16"], isTrusted: true)
        let block = GrantRequirement(.any, [.block])
        let set = try PolicySet(
            policies: [
                Self.policy("office", block, locations: LocationCondition(include: .init(named: [office.id]))),
                Self.policy("trusted", block, locations: LocationCondition(include: .init(allTrusted: true))),
                Self.policy(
                    "untrusted", block,
                    locations: LocationCondition(include: .init(all: true), exclude: .init(allTrusted: true))),
            ], namedLocations: [trusted, office])
        let expected = (place.isInOffice ? ["office"] : []) + [place.isTrusted ? "trusted" : "untrusted"]
        let trace = set.trace(Self.request(from: place.address))
        #expect(trace.decision.appliedPolicies.map(\.rawValue) == expected)
        #expect(trace.policies.allSatisfy { $0.notEnoughInformation == (place.address == nil) })
    }
}
