import AccessModel
import Compliance
import Testing

/// Properties over seeded sequences of events; a failing seed is in the test's name.
struct PropertyTests {
    static let seeds = Array(UInt64(1)...40)

    enum Event: CaseIterable {
        case report, reportWithoutPIN, silentReport, wait, remediateSilently, remediate, cancel, approve, unapprove,
            block, unblock, publish, sourceDown, sourceUp, renew, unenrol, wipe, confirmWipe

        /// Those that do not end the instance, so that sequences run to their end.
        static let living = allCases.filter { $0 != .unenrol && $0 != .wipe }
    }

    struct World {
        var facts: ComplianceFacts
        var instance: AppInstance
        var now: Timestamp
        var revision: Int64 = 1
        var rules: ProtectionRules

        init(_ rules: ProtectionRules, evidence: Evidence) throws {
            self.rules = rules
            facts = Fixture.facts([try Fixture.policy(rules: rules)])
            now = Fixture.start
            instance = try Fixture.enrolled(facts, evidence: evidence)
        }

        /// Plays one event; nil when it was refused or nothing changed.
        mutating func play(_ event: Event, _ generator: inout SeededGenerator) throws -> ComplianceTransition? {
            now = now + .seconds(Int64.random(in: 1...900, using: &generator))
            let transition = try transition(of: event, &generator)
            if let transition { instance = transition.instance }
            return transition
        }

        private mutating func transition(
            of event: Event, _ generator: inout SeededGenerator
        ) throws -> ComplianceTransition? {
            switch event {
            case .report, .reportWithoutPIN, .silentReport:
                let report = try Fixture.report(facts, at: now) {
                    $0.pinSet = event == .report ? true : event == .reportWithoutPIN ? false : nil
                }
                return instance.reportPosture(report, facts: facts, at: now).transition
            case .wait:
                now = now + .seconds(Int64.random(in: 1...100_000, using: &generator))
                return instance.reevaluate(facts: facts, at: now).transition
            case .remediateSilently, .remediate:
                let mode = event == .remediate ? RemediationMode.interactive : .silent
                let cause = RemediationCause.allCases.randomElement(using: &generator) ?? .own
                return facts.remediate(instance, mode, after: cause, at: now).transition
            case .cancel: return facts.cancelRemediation(instance, at: now).transition
            case .approve: return instance.approve(facts: facts, at: now).transition
            case .unapprove: return instance.revokeApproval(facts: facts, at: now).transition
            case .block: return instance.block(facts: facts, at: now).transition
            case .unblock: return instance.unblock(facts: facts, at: now).transition
            case .publish:
                revision += 1
                facts.policies = [try Fixture.policy(revision: revision, rules: rules)]
                return instance.reevaluate(facts: facts, at: now).transition
            case .sourceDown, .sourceUp:
                facts.sources = event == .sourceUp ? .available : .failed
                return instance.reevaluate(facts: facts, at: now).transition
            case .renew:
                let request = Fixture.request(evidence: instance.evidence)
                guard instance.isEnrolled else { return nil }
                return AppInstance.enrol(request, earlier: [instance], facts: facts, at: now).transition
            case .unenrol: return instance.unenrol(at: now).transition
            case .wipe: return instance.wipe(at: now).transition
            case .confirmWipe: return instance.confirmWipe().transition
            }
        }
    }

    @Test(arguments: seeds)
    func `nothing but a report with the PIN set makes an instance without a PIN compliant`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var world = try World(Fixture.strictRules(), evidence: Evidence(.managedSecret))
        let events = Event.living.filter { $0 != .report }
        for _ in 0..<60 {
            let event = try #require(events.randomElement(using: &generator))
            _ = try world.play(event, &generator)
            #expect(world.instance.result.status != .compliant)
            #expect(!world.facts.evaluate(world.instance, at: world.now).earnsProtapp)
        }
    }

    @Test(arguments: seeds)
    func `remediating any number of times with the PIN unset stays interactionRequired`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let facts = try Fixture.strictFacts()
        var instance = try Fixture.reported(facts) { $0.pinSet = false }
        for step in 1...50 {
            let mode = try #require(RemediationMode.allCases.randomElement(using: &generator))
            let cause = try #require(RemediationCause.allCases.randomElement(using: &generator))
            let now = Fixture.start + .seconds(Int64(step))
            let remediation = facts.remediate(instance, mode, after: cause, at: now)
            #expect(remediation.answer.status == .interactionRequired)
            instance = remediation.transition?.instance ?? instance
        }
    }

    @Test(arguments: seeds)
    func `an app's own word never earns protapp under the default evidence`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var world = try World(ProtectionRules(), evidence: Evidence(.selfReported))
        let events = Event.living.filter { $0 != .approve }
        for _ in 0..<60 {
            let event = try #require(events.randomElement(using: &generator))
            _ = try world.play(event, &generator)
            #expect(!world.instance.result.earnsProtapp && world.instance.result.status != .compliant)
            #expect(!world.facts.evaluate(world.instance, at: world.now).earnsProtapp)
        }
    }

    @Test(arguments: seeds)
    func `time alone never makes an instance compliant, and changes nothing before it is due`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let rules = try Fixture.strictRules([
            .pin: CheckResponse(action: .block, grace: .seconds(7200)),
            .rooted: CheckResponse(action: .warn, grace: .seconds(900)),
        ])
        var world = try World(
            rules, evidence: Evidence(.managedSecret, expires: Fixture.start + .seconds(150_000)))
        world.facts.exemptions = [
            try Exemption(
                id: "x1", scope: .account(Fixture.account), check: .checkIn, reason: "r", approver: "a",
                grantedAt: Fixture.start + .seconds(50_000), ends: Fixture.start + .seconds(120_000))
        ]
        for _ in 0..<25 {
            _ = try world.play(try #require(Event.living.randomElement(using: &generator)), &generator)
            var wasCompliant = true
            var last = world.facts.evaluate(world.instance, at: world.now)
            var time = world.now
            for _ in 0..<12 {
                time = time + .seconds(Int64.random(in: 1...40_000, using: &generator))
                let result = world.facts.evaluate(world.instance, at: time)
                if !wasCompliant { #expect(result.status != .compliant) }
                wasCompliant = result.status == .compliant
                if last.reevaluateAt.map({ time < $0 }) ?? true {
                    #expect(result.status == last.status && result.reasons == last.reasons)
                    #expect(result.warnings == last.warnings && result.isManaged == last.isManaged)
                } else {
                    last = result
                }
            }
        }
    }

    @Test(arguments: seeds)
    func `the state machine never leaves its table`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let rules = try Fixture.strictRules([.pin: CheckResponse(action: .wipe, grace: .seconds(20_000))])
        var world = try World(rules, evidence: Evidence(.managedSecret))
        for _ in 0..<80 {
            let before = world.instance
            let event = try #require(Event.allCases.randomElement(using: &generator))
            guard let transition = try world.play(event, &generator) else { continue }
            check(transition, from: before)
        }
    }

    private func check(_ transition: ComplianceTransition, from before: AppInstance) {
        let after = transition.instance
        let effects = Set(transition.effects)
        #expect(effects.count == transition.effects.count)
        switch (before.lifecycle, after.lifecycle) {
        case (.enrolled, .enrolled):
            #expect(!effects.contains(.revokeGrants))
            let (was, is_) = (before.result.status == .compliant, after.result.status == .compliant)
            #expect(!(was && !is_) || effects.contains(.suspendGrants))
            #expect(!(is_ && effects.contains(.suspendGrants)))
            #expect(effects.contains(.resumeGrants) == (!was && is_))
        case (.enrolled, .unenrolled):
            #expect(effects.isSuperset(of: [.revokeGrants, .retireEnrollmentIDs]))
            #expect(!effects.contains(.wipeRequested))
        case (.enrolled, .wiped), (.unenrolled, .wiped):
            #expect(effects.isSuperset(of: [.revokeGrants, .retireEnrollmentIDs, .wipeRequested]))
            #expect(after.pendingWipe)
        case (.wiped, .wiped):
            #expect(before.pendingWipe && !after.pendingWipe && effects.isEmpty)
        case (.unenrolled, _), (.wiped, _):
            Issue.record("left a final state: \(before.lifecycle) to \(after.lifecycle)")
        }
        #expect(![.serviceFailure, .networkFailure].contains(after.result.status))
        #expect(!after.result.earnsProtapp || (after.isEnrolled && after.result.isManaged))
        if before.result.status != after.result.status {
            #expect(
                effects.contains(.complianceChanged(from: before.result.status, to: after.result.status)))
        }
    }
}
