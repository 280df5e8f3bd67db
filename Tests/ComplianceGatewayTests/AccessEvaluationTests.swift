import AccessModel
import AuthorizationServer
import Compliance
import Directory
import PolicyFormat
import Testing

@testable import ComplianceGateway

@Suite struct AccessEvaluationTests {
    /// What an instance is like, and what a policy that wants a protected app makes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let note: String
        var instance: @Sendable (Timestamp) -> AppInstance? = { AccessEvaluationTests.instance(at: $0) }
        var declared: Set<ClientCapability> = [.protapp]
        var isProtected = true
        var resource = World.mail
        let outcome: AccessOutcome
        var testDescription: String { note }
    }

    static let cases = [
        Case(note: "compliant", outcome: .allowed),
        Case(
            note: "compliant without declaring it", declared: [],
            outcome: .requires(.compliantApplication, .capabilityNotDeclared)),
        Case(note: "unknown", instance: { _ in nil }, outcome: .requires(.compliantApplication, .notEnrolled)),
        Case(
            note: "no report", instance: { instance(at: $0, reports: false) },
            outcome: .requires(.compliantApplication, .postureMissing)),
        Case(
            note: "no PIN", instance: { instance(at: $0, pin: false) },
            outcome: .requires(.compliantApplication, .pinNotSet)),
        Case(
            note: "its own word", instance: { instance(at: $0, evidence: .selfReported) },
            outcome: .requires(.compliantApplication, .evidenceInsufficient)),
        Case(
            note: "blocked", instance: { instance(at: $0, blocked: true) },
            outcome: .requires(.compliantApplication, .instanceBlocked)),
        Case(
            note: "unenrolled", instance: { instance(at: $0, lifecycle: .unenrolled($0)) },
            outcome: .requires(.compliantApplication, .unenrolled)),
        Case(
            note: "wiped", instance: { instance(at: $0, lifecycle: .wiped($0)) },
            outcome: .requires(.compliantApplication, .wiped)),
        Case(
            note: "no app-protection policy targets it", isProtected: false,
            outcome: .requires(.compliantApplication, .notTargeted)),
        Case(
            note: "unknown, but it asks for the way to become compliant", instance: { _ in nil },
            resource: .complianceResource, outcome: .allowedNoPolicyApplied),
    ]

    @Test(arguments: cases)
    func `compliance gives the control and the policy weighs it`(one: Case) async throws {
        try await World.run { world async throws in
            if !one.isProtected {
                _ = try await world.administration.publishProtection([], exemptions: [], to: world.head())
            }
            let evaluation = try await Self.evaluate(one, world)
            #expect(evaluation.decision.outcome == one.outcome)
            #expect(evaluation.compliance.earnsProtapp == (one.outcome == .allowed))
        }
    }

    @Test func `nothing shows a second factor or a device yet`() async throws {
        try await World.run { world async throws in
            let compliant = try #require(Self.cases.first)
            for (control, outcome) in [
                ("mfa", AccessOutcome.requires(.mfa, .mfaRequired)),
                ("compliantDevice", .requires(.compliantDevice, .deviceUnknown)),
            ] {
                let document = World.policies(state: "enabled", control: control)
                #expect(try await world.administration.publishPolicies(document, to: world.head()).isPublished)
                #expect(try await Self.evaluate(compliant, world).decision.outcome == outcome)
                #expect(
                    try await Self.evaluate(compliant, world, methods: ["mfa", "pwd"]).decision.outcome.isAllowed
                        == (control == "mfa"))
            }
        }
    }

    @Test func `a sign-in is weighed by its age, by how it came here and by the key that the token is bound to`()
        async throws
    {
        try await World.run { world async throws in
            let compliant = try #require(Self.cases.first)
            func publish(_ members: String) async throws {
                let text = """
                    {"id": "44444444-0000-4000-8000-000000000003", "displayName": "P", "state": "enabled", \(members)}
                    """
                let collection = PolicyCollection([PolicyReader().read(Array(text.utf8), named: "p.json")])
                let document = PolicyPublication.bytes(of: collection)
                #expect(try await world.administration.publishPolicies(document, to: world.head()).isPublished)
            }
            let everywhere = #""users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]}"#
            try await publish(
                #""conditions": {\#(everywhere)}, "sessionControls": {"signInFrequency": {"isEnabled": true, "#
                    + #""type": "hours", "value": 8, "frequencyInterval": "timeBased"}}"#)
            let recent = try await Self.evaluate(compliant, world, signedInBefore: .seconds(8 * 3600))
            #expect(recent.decision.outcome == .allowed)
            let old = try await Self.evaluate(compliant, world, signedInBefore: .seconds(8 * 3600 + 1))
            #expect(old.decision.outcome == .requires(.signInFrequency, .signInFrequency))
            try await publish(
                #""conditions": {\#(everywhere)}, "sessionControls": {"secureSignInSession": {"isEnabled": true}}"#)
            let bearer = try await Self.evaluate(compliant, world)
            #expect(bearer.decision.outcome == .requires(.tokenProtection, .tokenProtectionRequired))
            #expect(try await Self.evaluate(compliant, world, isTokenBound: true).decision.outcome == .allowed)
            try await publish(
                #""conditions": {\#(everywhere), "authenticationFlows": {"transferMethods": "deviceCodeFlow"}}, "#
                    + #""grantControls": {"operator": "OR", "builtInControls": ["block"]}"#)
            let transferred = try await Self.evaluate(compliant, world, origin: .deviceCode)
            #expect(transferred.decision.outcome == .blocked(.blockedByPolicy))
            #expect(try await Self.evaluate(compliant, world).decision.outcome == .allowedNoPolicyApplied)
        }
    }

    @Test func `the platform is the instance's, else the request's, else the sign-in's`() async throws {
        try await World.run { world async throws in
            let text = """
                {"id": "44444444-0000-4000-8000-000000000002", "displayName": "No phones", "state": "enabled",
                 "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]},
                  "platforms": {"includePlatforms": ["iOS"]}},
                 "grantControls": {"operator": "OR", "builtInControls": ["block"]}}
                """
            let file = PolicyReader().read(Array(text.utf8), named: "p.json")
            let document = PolicyPublication.bytes(of: PolicyCollection([file]))
            #expect(try await world.administration.publishPolicies(document, to: world.head()).isPublished)
            let compliant = try #require(Self.cases.first)
            let onPhone = try await Self.evaluate(compliant, world, platform: .windows)
            #expect(onPhone.decision.outcome == .blocked(.blockedByPolicy))
            let unknown = try #require(Self.cases.first { $0.note == "unknown" })
            #expect(try await Self.evaluate(unknown, world, platform: .windows).decision.outcome.isAllowed)
            #expect(
                try await Self.evaluate(unknown, world, platform: .iOS).decision.outcome == .blocked(.blockedByPolicy))
            let silent = try await Self.evaluate(unknown, world, signInPlatform: .iOS)
            #expect(silent.decision.outcome == .blocked(.blockedByPolicy))
            let another = try await Self.evaluate(unknown, world, platform: .windows, signInPlatform: .iOS)
            #expect(another.decision.outcome.isAllowed)
        }
    }

    private static func evaluate(
        _ one: Case, _ world: World, methods: [String] = ["pwd"], signedInBefore: Duration = .zero,
        isTokenBound: Bool = false, origin: GrantOrigin = .authorizationCode, platform: DevicePlatform? = nil,
        signInPlatform: DevicePlatform? = nil
    ) async throws -> AccessEvaluation {
        let configuration = try await world.directory.configuration(at: world.head())
        let facts = try await world.environment.store.facts(
            FactsQuery(tenant: World.tenant, anchor: .account(World.alice)))
        var circumstances = world.circumstances(world.urls.token)
        circumstances.platform = platform
        let grant = Grant(
            id: "grant", tenant: World.tenant, account: World.alice, client: "app", session: nil, origin: origin,
            scope: "",
            declaredCapabilities: [], authenticationMethods: methods, authenticatedAt: world.now - signedInBefore,
            createdAt: world.now)
        return AccessEvaluation(
            configuration, account: try #require(facts?.account), client: try #require(configuration.clients["app"]),
            instance: one.instance(world.now).map { VersionedInstance(instance: $0, version: 1) },
            resource: try #require(configuration.resources.first { $0.id == one.resource }),
            signIn: SignInEvidence(grant, isTokenBound: isTokenBound, now: world.now),
            signInPlatform: signInPlatform, declared: one.declared, circumstances: circumstances, now: world.now)
    }

    private static func instance(
        at now: Timestamp, reports: Bool = true, pin: Bool = true, evidence: EvidenceLevel = .managedSecret,
        blocked: Bool = false, lifecycle: AppInstance.Lifecycle = .enrolled
    ) -> AppInstance? {
        guard let version = Version("1") else { return nil }
        let posture = PostureReport(
            appliedRevision: PolicyRevision("baseline@1"), appVersion: version, osVersion: version, platform: .iOS,
            pinSet: pin, reportedAt: now)
        return AppInstance(
            id: "instance", account: World.alice, client: "app", platform: .iOS, keyThumbprint: "key", enrolledAt: now,
            evidence: Evidence(evidence), isBlocked: blocked, lifecycle: lifecycle, posture: reports ? posture : nil,
            lastCheckIn: reports ? now : nil, confirmedRevision: PolicyRevision("baseline@1"),
            result: ComplianceResult(status: .compliant, reasons: [], evaluatedAt: now))
    }
}
