import AccessModel
import Compliance
import Testing

struct GraceTests {
    static let now = Fixture.start
    static let day = Duration.seconds(86_400)

    private func advanced(
        _ instance: AppInstance, _ facts: ComplianceFacts, to time: Timestamp
    ) throws -> ComplianceTransition {
        try #require(instance.reevaluate(facts: facts, at: time).transition)
    }

    @Test(arguments: [CheckAction.warn, .block])
    func `keeps an instance compliant within a check's grace`(_ action: CheckAction) throws {
        let facts = try Fixture.strictFacts([.pin: CheckResponse(action: action, grace: .seconds(600))])
        let instance = try Fixture.reported(facts) { $0.pinSet = false }
        let end = Self.now + .seconds(600)
        #expect(instance.result.status == .compliant)
        #expect(instance.result.warnings == [.pinNotSet])
        #expect(instance.result.reevaluateAt == end)
        #expect(try advanced(instance, facts, to: end - .milliseconds(1)).instance.result.status == .compliant)
        let after = try advanced(instance, facts, to: end).instance.result
        #expect(after.status == (action == .warn ? .compliant : .interactionRequired))
        #expect(after.checks.first { $0.check == .pin }?.outcome == (action == .warn ? .warned : .failed))
    }

    @Test func `measures a grace from the first failure, not from the last report`() throws {
        let facts = try Fixture.strictFacts([.pin: CheckResponse(action: .block, grace: .seconds(600))])
        var instance = try Fixture.reported(facts) { $0.pinSet = false }
        for minute in 1...9 {
            let time = Self.now + .seconds(60 * Int64(minute))
            let report = try Fixture.report(facts, at: time) { $0.pinSet = false }
            instance = try #require(instance.reportPosture(report, facts: facts, at: time).transition).instance
            #expect(instance.result.status == .compliant)
        }
        #expect(instance.failingSince[.pin] == Self.now)
        #expect(facts.evaluate(instance, at: Self.now + .seconds(600)).reasons == [.pinNotSet])
    }

    @Test func `a grace that began while the clock was ahead is no longer than others once it is right`() throws {
        let facts = try Fixture.strictFacts([.pin: CheckResponse(action: .block, grace: .seconds(600))])
        let ahead = Self.now + .seconds(7200)
        let passed = try Fixture.reported(facts)
        let report = try Fixture.report(facts, at: ahead) { $0.pinSet = false }
        let began = try #require(passed.reportPosture(report, facts: facts, at: ahead).transition).instance
        #expect(began.failingSince[.pin] == ahead)
        let right = try advanced(began, facts, to: Self.now + .seconds(60)).instance
        #expect(right.failingSince[.pin] == Self.now + .seconds(60))
        #expect(right.result.reevaluateAt == Self.now + .seconds(660))
        #expect(try advanced(right, facts, to: Self.now + .seconds(660)).instance.result.reasons == [.pinNotSet])
    }

    @Test func `a report that leaves the check out neither restarts nor uses the grace`() throws {
        let facts = try Fixture.strictFacts([.pin: CheckResponse(action: .block, grace: .seconds(600))])
        let failing = try Fixture.reported(facts) { $0.pinSet = false }
        let time = Self.now + .seconds(60)
        let silent = try Fixture.report(facts, at: time) { $0.pinSet = nil }
        let missing = try #require(failing.reportPosture(silent, facts: facts, at: time).transition).instance
        #expect(missing.result.reasons == [.postureIncomplete])
        #expect(missing.failingSince[.pin] == Self.now)
    }

    @Test func `forgets the beginning once the check passes`() throws {
        let facts = try Fixture.strictFacts([.pin: CheckResponse(action: .block, grace: .seconds(600))])
        let failing = try Fixture.reported(facts) { $0.pinSet = false }
        let time = Self.now + .seconds(60)
        let fixed = try #require(
            failing.reportPosture(try Fixture.report(facts, at: time), facts: facts, at: time).transition
        ).instance
        #expect(fixed.failingSince[.pin] == nil)
    }

    @Test func `wipes once the grace of a wiping check is over, and not before`() throws {
        let facts = try Fixture.strictFacts([.rooted: CheckResponse(action: .wipe, grace: .seconds(600))])
        let instance = try Fixture.reported(facts) { $0.rooted = true }
        #expect(instance.isEnrolled)
        let before = try advanced(instance, facts, to: Self.now + .milliseconds(599_999))
        #expect(before.instance.isEnrolled)
        #expect(!before.effects.contains(.wipeRequested))
        let end = Self.now + .seconds(600)
        #expect(facts.evaluate(instance, at: end).reasons == [.wiped, .deviceRooted])
        let after = try advanced(instance, facts, to: end)
        #expect(after.instance.lifecycle == .wiped(end))
        #expect(after.instance.pendingWipe)
        #expect(
            after.effects == [
                .complianceChanged(from: .compliant, to: .notCompliant), .revokeGrants, .retireEnrollmentIDs,
                .wipeRequested,
            ])
    }

    @Test func `never wipes because something was not said`() throws {
        let facts = try Fixture.strictFacts([.rooted: CheckResponse(action: .wipe)])
        let instance = try Fixture.reported(facts) { $0.rooted = nil }
        #expect(instance.isEnrolled)
        #expect(instance.result.reasons == [.postureIncomplete])
    }

    @Test func `is overdue exactly one interval after the last report`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts)
        let due = Self.now + Self.day
        #expect(instance.result.reevaluateAt == due)
        #expect(facts.evaluate(instance, at: due - .milliseconds(1)).status == .compliant)
        #expect(facts.evaluate(instance, at: due).reasons == [.checkInOverdue])
        #expect(facts.evaluate(instance, at: due).status == .interactionRequired)
        let late = try advanced(instance, facts, to: due + .seconds(500))
        #expect(late.instance.failingSince[.checkIn] == due)
        #expect(late.effects == [.complianceChanged(from: .compliant, to: .interactionRequired), .suspendGrants])
    }

    @Test func `gives the revision that was in force its grace, and no other`() throws {
        let old = Fixture.facts([try Fixture.policy(revision: 1, rules: Fixture.strictRules())])
        let new = Fixture.facts([try Fixture.policy(revision: 2, rules: Fixture.strictRules())])
        let instance = try advanced(try Fixture.reported(old), new, to: Self.now).instance
        let end = Self.now + .seconds(3600)
        #expect(instance.result.status == .compliant)
        #expect(instance.result.warnings == [.policyNotApplied])
        #expect(instance.result.reevaluateAt == end)
        #expect(try advanced(instance, new, to: end).instance.result.reasons == [.policyNotApplied])

        let fresh = try Fixture.reported(new) { $0.appliedRevision = PolicyRevision("work@1") }
        #expect(fresh.result.reasons == [.policyNotApplied])
    }

    @Test func `does not start the grace anew with every publication`() throws {
        var instance = try Fixture.reported(
            Fixture.facts([try Fixture.policy(revision: 1, rules: Fixture.strictRules())]))
        for revision in 2...8 {
            let facts = Fixture.facts([
                try Fixture.policy(revision: Int64(revision), rules: Fixture.strictRules())
            ])
            let time = Self.now + .seconds(600 * Int64(revision - 2))
            instance = try advanced(instance, facts, to: time).instance
            #expect(instance.result.status == (revision < 8 ? .compliant : .interactionRequired))
        }
    }

    @Test func `an exemption lets a check fail until its end, in the trace with its name`() throws {
        let policy = try Fixture.policy(rules: Fixture.strictRules())
        let end = Self.now + .seconds(600)
        let exemption = try Exemption(
            id: "x1", scope: .account(Fixture.account), check: .pin, reason: "lost hand", approver: "ada",
            grantedAt: Self.now, ends: end)
        let facts = Fixture.facts([policy], exemptions: [exemption])
        let instance = try Fixture.reported(facts) { $0.pinSet = false }
        #expect(instance.result.earnsProtapp)
        #expect(instance.result.reevaluateAt == end)
        let trace = try #require(instance.result.checks.first { $0.check == .pin })
        #expect(trace.outcome == .exempt)
        #expect(trace.detail.contains("`x1`"))
        #expect(trace.detail.contains("`ada`"))
        #expect(facts.evaluate(instance, at: end).reasons == [.pinNotSet])
        let rooted = try Fixture.reported(facts) { $0.rooted = true }
        #expect(rooted.result.reasons == [.deviceRooted])
    }

    @Test(arguments: [
        (Exemption.Scope.account(AccountID("other")), false), (.instance(AppInstanceID("i2")), false),
        (.device(DeviceID("d2")), false), (.account(Fixture.account), true), (.instance(AppInstanceID("i1")), true),
        (.device(Fixture.device), true),
    ])
    func `an exemption reaches nobody beyond its scope`(_ scope: Exemption.Scope, reaches: Bool) throws {
        let exemption = try Exemption(
            id: "x1", scope: scope, check: .pin, reason: "r", approver: "a", grantedAt: Self.now,
            ends: Self.now + .seconds(1))
        let facts = Fixture.facts(
            [try Fixture.policy(rules: Fixture.strictRules())], exemptions: [exemption])
        let instance = try Fixture.reported(facts) { $0.pinSet = false }
        #expect(instance.result.status == (reaches ? .compliant : .interactionRequired))
    }

    @Test(arguments: [ProtectionCheck.evidence, .posture, .policyRevision])
    func `refuses an exemption from what compliance rests on`(_ check: ProtectionCheck) {
        let error = #expect(throws: AppProtectionPolicyError.self) {
            try Exemption(
                id: "x1", scope: .account(Fixture.account), check: check, reason: "r", approver: "a",
                grantedAt: Self.now, ends: Self.now + .seconds(1))
        }
        #expect(error?.member == .check)
    }

    @Test func `refuses an exemption without reason, approver, name or time`() {
        let cases: [(String, String, String, Duration, AppProtectionPolicyError.Member)] = [
            ("", "r", "a", .seconds(1), .id), ("x", "", "a", .seconds(1), .reason),
            ("x", "r", "", .seconds(1), .approver), ("x", "r", "a", .zero, .ends),
        ]
        for (id, reason, approver, length, member) in cases {
            let error = #expect(throws: AppProtectionPolicyError.self) {
                try Exemption(
                    id: id, scope: .account(Fixture.account), check: .pin, reason: reason, approver: approver,
                    grantedAt: Self.now, ends: Self.now + length)
            }
            #expect(error?.member == member)
        }
    }
}
