import AccessModel
import Compliance
import Testing

struct EvaluationTests {
    static let now = Fixture.start

    struct Posture: Sendable, CustomTestStringConvertible {
        var note: String
        var status: ComplianceStatus
        var reasons: [ReasonCode]
        var outcome: CheckOutcome
        var check: ProtectionCheck
        var change: @Sendable (inout PostureReport) throws -> Void
        var testDescription: String { note }
    }

    static let postures: [Posture] = [
        Posture(note: "all shown", status: .compliant, reasons: [], outcome: .passed, check: .pin) { _ in },
        Posture(
            note: "no PIN", status: .interactionRequired, reasons: [.pinNotSet], outcome: .failed, check: .pin
        ) { $0.pinSet = false },
        Posture(
            note: "PIN not said", status: .interactionRequired, reasons: [.postureIncomplete], outcome: .missing,
            check: .pin
        ) { $0.pinSet = nil },
        Posture(
            note: "rooted", status: .notCompliant, reasons: [.deviceRooted], outcome: .failed, check: .rooted
        ) { $0.rooted = true },
        Posture(
            note: "rooting not said", status: .interactionRequired, reasons: [.postureIncomplete], outcome: .missing,
            check: .rooted
        ) { $0.rooted = nil },
        Posture(
            note: "app too old", status: .interactionRequired, reasons: [.appVersionTooOld], outcome: .failed,
            check: .appVersion
        ) { $0.appVersion = try Fixture.version("1.9.9") },
        Posture(
            note: "app just recent enough", status: .compliant, reasons: [], outcome: .passed, check: .appVersion
        ) { $0.appVersion = try Fixture.version("2") },
        Posture(
            note: "system too old", status: .interactionRequired, reasons: [.osVersionTooOld], outcome: .failed,
            check: .osVersion
        ) { $0.osVersion = try Fixture.version("17.99") },
        Posture(
            note: "no policy applied", status: .interactionRequired, reasons: [.policyNotApplied], outcome: .failed,
            check: .policyRevision
        ) { $0.appliedRevision = nil },
        Posture(
            note: "an invented revision", status: .interactionRequired, reasons: [.policyNotApplied],
            outcome: .failed, check: .policyRevision
        ) { $0.appliedRevision = PolicyRevision("work@9") },
        Posture(
            note: "rooted and no PIN: what the user cannot solve comes first", status: .notCompliant,
            reasons: [.deviceRooted, .pinNotSet], outcome: .failed, check: .pin
        ) {
            $0.rooted = true
            $0.pinSet = false
        },
        Posture(
            note: "nothing said: one reason for both", status: .interactionRequired, reasons: [.postureIncomplete],
            outcome: .missing, check: .rooted
        ) {
            $0.rooted = nil
            $0.pinSet = nil
        },
    ]

    @Test(arguments: postures)
    func `judges a posture`(_ item: Posture) throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts, item.change)
        let result = facts.evaluate(instance, at: Self.now)
        #expect(result.status == item.status)
        #expect(result.reasons == item.reasons)
        #expect(result.checks.first { $0.check == item.check }?.outcome == item.outcome)
        #expect(result.earnsProtapp == (item.status == .compliant))
        #expect(instance.result.status == item.status)
    }

    struct Gate: Sendable, CustomTestStringConvertible {
        var note: String
        var demanded = true
        var targeted = true
        var declared: Bool? = true
        var enabled = true
        var sources = SourceState.available
        var instance = Stage.none
        var status: ComplianceStatus
        var reasons: [ReasonCode]
        var testDescription: String { note }
    }

    enum Stage: Sendable { case none, enrolled, compliant, blocked, wiped, unenrolled }

    static let gates: [Gate] = [
        Gate(
            note: "not demanded and no policy", demanded: false, targeted: false, status: .compliant,
            reasons: [.notDemanded]),
        Gate(
            note: "not demanded and no policy while a source is down", demanded: false, targeted: false,
            sources: .unreachable, status: .compliant, reasons: [.notDemanded]),
        Gate(
            note: "not demanded and no policy, unenrolled", demanded: false, targeted: false, instance: .unenrolled,
            status: .compliant, reasons: [.notDemanded]),
        Gate(note: "demanded and no policy", targeted: false, status: .notCompliant, reasons: [.notTargeted]),
        Gate(
            note: "demanded and no policy, enrolled", targeted: false, instance: .compliant, status: .notCompliant,
            reasons: [.notTargeted]),
        Gate(
            note: "capability not declared", declared: false, instance: .compliant, status: .notCompliant,
            reasons: [.capabilityNotDeclared]),
        Gate(
            note: "capability not declared and no policy", targeted: false, declared: false, status: .notCompliant,
            reasons: [.capabilityNotDeclared, .notTargeted]),
        Gate(
            note: "capability unknown", declared: nil, instance: .compliant, status: .compliant, reasons: []),
        Gate(note: "not enrolled", status: .interactionRequired, reasons: [.notEnrolled]),
        Gate(
            note: "policy but nothing demanded, not enrolled", demanded: false, status: .interactionRequired,
            reasons: [.notEnrolled]),
        Gate(
            note: "unenrolled", instance: .unenrolled, status: .interactionRequired, reasons: [.unenrolled]),
        Gate(
            note: "no report yet", instance: .enrolled, status: .interactionRequired, reasons: [.postureMissing]),
        Gate(note: "wiped", instance: .wiped, status: .notCompliant, reasons: [.wiped]),
        Gate(
            note: "wiped while a source is down", sources: .failed, instance: .wiped, status: .notCompliant,
            reasons: [.wiped]),
        Gate(note: "blocked", instance: .blocked, status: .notCompliant, reasons: [.instanceBlocked]),
        Gate(
            note: "blocked though nothing is demanded", demanded: false, targeted: false, instance: .blocked,
            status: .notCompliant, reasons: [.instanceBlocked]),
        Gate(
            note: "account disabled", enabled: false, instance: .compliant, status: .notCompliant,
            reasons: [.accountDisabled]),
        Gate(
            note: "account disabled and blocked", enabled: false, instance: .blocked, status: .notCompliant,
            reasons: [.accountDisabled]),
        Gate(
            note: "account disabled though nothing is demanded", demanded: false, targeted: false, enabled: false,
            status: .notCompliant, reasons: [.accountDisabled]),
        Gate(
            note: "source unreachable", sources: .unreachable, instance: .compliant, status: .networkFailure,
            reasons: [.sourceUnreachable]),
        Gate(
            note: "source failed", sources: .failed, instance: .compliant, status: .serviceFailure,
            reasons: [.sourceFailed]),
        Gate(
            note: "source failed, not enrolled", sources: .failed, status: .serviceFailure, reasons: [.sourceFailed]),
        Gate(note: "compliant", instance: .compliant, status: .compliant, reasons: []),
    ]

    @Test(arguments: gates)
    func `lets what is more final hide the rest`(_ gate: Gate) throws {
        let policies = gate.targeted ? [try Fixture.policy(rules: Fixture.strictRules())] : []
        let facts = Fixture.facts(
            policies, demanded: gate.demanded, declared: gate.declared, enabled: gate.enabled, sources: gate.sources)
        let result = facts.evaluate(try Self.instance(gate.instance), at: Self.now)
        #expect(result.status == gate.status)
        #expect(result.reasons == gate.reasons)
        let earns = gate.status == .compliant && gate.targeted && gate.declared != false
        #expect(result.earnsProtapp == earns)
    }

    static func instance(_ stage: Stage) throws -> AppInstance? {
        let facts = try Fixture.strictFacts()
        switch stage {
        case .none: return nil
        case .enrolled: return try Fixture.enrolled(facts)
        case .compliant: return try Fixture.reported(facts)
        case .blocked: return try #require(try Fixture.reported(facts).block(facts: facts, at: now).transition).instance
        case .wiped: return try #require(try Fixture.reported(facts).wipe(at: now).transition).instance
        case .unenrolled: return try #require(try Fixture.reported(facts).unenrol(at: now).transition).instance
        }
    }

    @Test(arguments: EvidenceLevel.allCases, EvidenceLevel.allCases)
    func `counts as managed what reaches the least evidence`(shown: EvidenceLevel, least: EvidenceLevel) throws {
        let facts = Fixture.facts([try Fixture.policy(rules: ProtectionRules(minimumEvidence: least))])
        let instance = try Fixture.reported(facts, evidence: Evidence(shown))
        let result = facts.evaluate(instance, at: Self.now)
        #expect(result.isManaged == (shown >= least))
        #expect(result.earnsProtapp == (shown >= least))
        #expect(result.reasons == (shown >= least ? [] : [.evidenceInsufficient]))
        #expect(result.status == (shown >= least ? .compliant : .notCompliant))
        #expect(result.weakEvidence == (shown == .selfReported))
    }

    @Test func `takes an administrator's approval for evidence, and for nothing else`() throws {
        let facts = try Fixture.strictFacts()
        let weak = try Fixture.reported(facts, evidence: Evidence(.selfReported))
        let approved = try #require(weak.approve(facts: facts, at: Self.now).transition).instance
        #expect(weak.result.status == .notCompliant)
        #expect(approved.result.earnsProtapp)
        #expect(!approved.result.weakEvidence)
        let broken = try Fixture.reported(facts, evidence: Evidence(.selfReported)) { $0.pinSet = false }
        let stillBroken = try #require(broken.approve(facts: facts, at: Self.now).transition).instance
        #expect(stillBroken.result.reasons == [.pinNotSet])
        let back = try #require(approved.revokeApproval(facts: facts, at: Self.now).transition).instance
        #expect(back.result.reasons == [.evidenceInsufficient])
    }

    @Test func `stops counting evidence at its end`() throws {
        let facts = try Fixture.strictFacts()
        let end = Self.now + .seconds(600)
        let instance = try Fixture.reported(facts, evidence: Evidence(.managedSecret, expires: end))
        #expect(instance.result.reevaluateAt == end)
        #expect(facts.evaluate(instance, at: end - .milliseconds(1)).status == .compliant)
        let after = facts.evaluate(instance, at: end)
        #expect(after.reasons == [.evidenceInsufficient])
        #expect(after.evidence == .selfReported)
    }

    @Test func `earns nothing for a client that did not declare the capability, demanded or not`() throws {
        let policy = try Fixture.policy(rules: Fixture.strictRules())
        let instance = try Fixture.reported(Fixture.facts([policy]))
        let facts = Fixture.facts([policy], demanded: false, declared: false)
        #expect(facts.evaluate(instance, at: Self.now).status == .compliant)
        #expect(!facts.evaluate(instance, at: Self.now).earnsProtapp)
        #expect(Fixture.facts([policy], demanded: false).evaluate(instance, at: Self.now).earnsProtapp)
    }

    @Test func `lets the strictest of several policies decide, in whatever order they come`() throws {
        let mild = try Fixture.policy(
            id: "a", rules: ProtectionRules(requiresPIN: true, responses: [.pin: CheckResponse(action: .warn)]))
        let strict = try Fixture.policy(id: "b", rules: ProtectionRules(requiresPIN: true))
        for policies in [[mild, strict], [strict, mild]] {
            let facts = Fixture.facts(policies)
            let result = try Fixture.reported(facts) { $0.pinSet = false }.result
            #expect(result.status == .interactionRequired)
            #expect(result.reasons == [.pinNotSet])
            #expect(result.warnings == [.pinNotSet])
            #expect(result.checks.filter { $0.check == .pin }.map(\.outcome) == [.warned, .failed])
        }
    }

    @Test func `asks for the least system version of the platform it was enrolled on`() throws {
        let rules = ProtectionRules(minimumOSVersion: [.android: try Fixture.version("15")])
        let facts = Fixture.facts([try Fixture.policy(rules: rules)])
        let instance = try Fixture.reported(facts) { $0.osVersion = try Fixture.version("1") }
        #expect(instance.result.status == .compliant)
    }

    @Test func `comes to the same without a trace`() throws {
        let facts = try Fixture.strictFacts([.rooted: CheckResponse(action: .warn)])
        for instance in [try Fixture.reported(facts) { $0.rooted = true }, try Fixture.reported(facts)] {
            var full = facts.evaluate(instance, at: Self.now)
            #expect(full.checks.map(\.check) == ProtectionCheck.allCases)
            full.checks = []
            #expect(facts.evaluate(instance, at: Self.now, trace: .none) == full)
        }
    }

    @Test func `says in the trace what was compared with what`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts, evidence: Evidence(.selfReported)) { $0.pinSet = nil }
        let details = facts.evaluate(instance, at: Self.now).checks.map(\.detail)
        #expect(
            details == [
                "shown selfReported, least managedSecret", "reported at 2027-01-15T08:00:00Z",
                "applied `work@1`, in force `work@1`", "not rooted", "not said", "shown 2.4.1, least 2.0",
                "shown 18.2, least 18", "due at 2027-01-16T08:00:00Z",
            ])
    }

    @Test func `gives the same result for the same inputs`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts) { $0.pinSet = nil }
        #expect(facts.evaluate(instance, at: Self.now) == facts.evaluate(instance, at: Self.now))
    }
}
