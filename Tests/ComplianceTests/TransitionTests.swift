import AccessModel
import Compliance
import Testing

struct TransitionTests {
    static let now = Fixture.start

    @Test func `enrolling makes an instance that has yet to report`() throws {
        let facts = try Fixture.strictFacts()
        let transition = try #require(
            AppInstance.enrol(Fixture.request(), earlier: [], facts: facts, at: Self.now).transition)
        #expect(transition.instance.result.reasons == [.postureMissing])
        #expect(transition.instance.enrolledAt == Self.now)
        #expect(
            transition.effects == [.issueEnrollmentID, .complianceChanged(from: nil, to: .interactionRequired)])
    }

    @Test func `refuses to enrol for a disabled account`() throws {
        var facts = try Fixture.strictFacts()
        facts.isAccountEnabled = false
        #expect(
            AppInstance.enrol(Fixture.request(), earlier: [], facts: facts, at: Self.now) == .refused(.accountDisabled))
    }

    @Test func `enrolling again with the same key renews the instance and keeps what it has shown`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts)
        let weaker = Fixture.request(id: "i2", evidence: Evidence(.selfReported))
        let transition = try #require(
            AppInstance.enrol(weaker, earlier: [instance], facts: facts, at: Self.now).transition)
        #expect(transition.instance == instance)
        #expect(transition.effects == [.issueEnrollmentID])
        let other = Fixture.request(id: "i2", key: "key-2")
        let second = try #require(
            AppInstance.enrol(other, earlier: [instance], facts: facts, at: Self.now).transition)
        #expect(second.instance.id == AppInstanceID("i2"))
        #expect(second.instance.posture == nil)
    }

    @Test func `renewing brings better evidence in, and any evidence once the old has ended`() throws {
        let facts = try Fixture.strictFacts()
        let weak = try Fixture.reported(facts, evidence: Evidence(.selfReported))
        let renewed = try #require(
            AppInstance.enrol(Fixture.request(), earlier: [weak], facts: facts, at: Self.now).transition)
        #expect(renewed.instance.result.earnsProtapp)
        #expect(renewed.effects.contains(.resumeGrants))
        let ended = try Fixture.reported(facts, evidence: Evidence(.attested, expires: Self.now + .seconds(1)))
        let later = Self.now + .seconds(1)
        let again = try #require(
            AppInstance.enrol(Fixture.request(), earlier: [ended], facts: facts, at: later).transition)
        #expect(again.instance.evidence == Evidence(.managedSecret))
    }

    @Test func `refuses to move an instance to another platform`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts)
        var request = Fixture.request()
        request.platform = .android
        #expect(
            AppInstance.enrol(request, earlier: [instance], facts: facts, at: Self.now) == .refused(.platformChanged))
        let report = try Fixture.report(facts, at: Self.now + .seconds(1)) { $0.platform = .android }
        #expect(instance.reportPosture(report, facts: facts, at: Self.now) == .refused(.platformChanged))
    }

    @Test(
        arguments: [
            ("the same key", "key-1", DeviceID("d9"), true), ("the same device", "key-9", Fixture.device, true),
            ("neither key nor device", nil, nil, true), ("another key and device", "key-9", DeviceID("d9"), false),
        ] as [(String, String?, DeviceID?, Bool)])
    func `a block holds against enrolling again`(note: String, key: String?, device: DeviceID?, held: Bool) throws {
        let facts = try Fixture.strictFacts()
        let blocked = try #require(
            try Fixture.reported(facts).block(facts: facts, at: Self.now).transition
        ).instance
        let outcome = AppInstance.enrol(
            Fixture.request(id: "i2", key: key, device: device), earlier: [blocked], facts: facts, at: Self.now)
        #expect((outcome == .refused(.blockedEarlier)) == held, "\(note)")
    }

    @Test func `a block holds even after the blocked instance was unenrolled`() throws {
        let facts = try Fixture.strictFacts()
        let blocked = try #require(
            try Fixture.reported(facts).block(facts: facts, at: Self.now).transition
        ).instance
        let gone = try #require(blocked.unenrol(at: Self.now).transition).instance
        #expect(
            AppInstance.enrol(Fixture.request(), earlier: [gone], facts: facts, at: Self.now)
                == .refused(.blockedEarlier))
    }

    @Test func `a new enrolment on the same device does not start a grace anew`() throws {
        let facts = try Fixture.strictFacts([.pin: CheckResponse(action: .block, grace: .seconds(600))])
        let first = try Fixture.reported(facts) { $0.pinSet = false }
        let time = Self.now + .seconds(300)
        let second = try #require(
            AppInstance.enrol(Fixture.request(id: "i2", key: "key-2"), earlier: [first], facts: facts, at: time)
                .transition
        ).instance
        let report = try Fixture.report(facts, at: time) { $0.pinSet = false }
        let reported = try #require(second.reportPosture(report, facts: facts, at: time).transition).instance
        #expect(reported.result.status == .compliant)
        #expect(reported.result.reevaluateAt == Self.now + .seconds(600))
    }

    @Test func `suspends on a broken posture and resumes on the fix`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts)
        let broken = try #require(
            instance.reportPosture(
                try Fixture.report(facts, at: Self.now + .seconds(1)) { $0.pinSet = false }, facts: facts,
                at: Self.now + .seconds(1)
            ).transition)
        #expect(
            broken.effects == [
                .clearRefusals, .complianceChanged(from: .compliant, to: .interactionRequired), .suspendGrants,
            ])
        let fixed = try #require(
            broken.instance.reportPosture(
                try Fixture.report(facts, at: Self.now + .seconds(2)), facts: facts, at: Self.now + .seconds(2)
            ).transition)
        #expect(
            fixed.effects == [
                .clearRefusals, .complianceChanged(from: .interactionRequired, to: .compliant), .resumeGrants,
            ])
    }

    @Test func `suspends whenever it ends other than compliant, whatever was stored before`() throws {
        let facts = try Fixture.strictFacts()
        let broken = try Fixture.reported(facts) { $0.pinSet = false }
        #expect(broken.result.status == .interactionRequired)
        // Facts of the moment may have let tokens out since, without a trace in the stored result.
        let time = Self.now + .seconds(60)
        for change: @Sendable (inout PostureReport) -> Void in [{ $0.pinSet = false }, { $0.rooted = true }] {
            let report = try Fixture.report(facts, at: time, change)
            let next = try #require(broken.reportPosture(report, facts: facts, at: time).transition)
            #expect(next.effects.contains(.suspendGrants))
        }
        let blocked = try #require(broken.block(facts: facts, at: time).transition)
        #expect(blocked.effects.contains(.suspendGrants))
    }

    @Test func `a report that says the same is a check-in and clears no refusals`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts)
        let time = Self.now + .seconds(60)
        let again = try #require(
            instance.reportPosture(try Fixture.report(facts, at: time), facts: facts, at: time).transition)
        #expect(again.effects == [])
        #expect(again.instance.lastCheckIn == time)
        #expect(again.instance.result.reevaluateAt == time + .seconds(86_400))
    }

    @Test(
        arguments: [
            (Int64(300_000), nil), (300_001, .reportFromFuture), (-900_000, nil), (-900_001, .reportTooOld),
        ] as [(Int64, TransitionRefusal?)])
    func `refuses reports from the future and stale ones`(offset: Int64, refusal: TransitionRefusal?) throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.enrolled(facts)
        let report = try Fixture.report(facts, at: Self.now + .milliseconds(offset))
        let outcome = instance.reportPosture(report, facts: facts, at: Self.now)
        if let refusal {
            #expect(outcome == .refused(refusal))
        } else {
            let next = try #require(outcome.transition).instance
            #expect(next.lastCheckIn == Self.now + .milliseconds(min(offset, 0)))
        }
    }

    @Test func `a report from a clock that runs ahead hides no later one`() throws {
        let facts = try Fixture.strictFacts()
        let ahead = try Fixture.report(facts, at: Self.now + .seconds(290))
        let instance = try #require(
            Fixture.enrolled(facts).reportPosture(ahead, facts: facts, at: Self.now).transition
        ).instance
        var honest = try Fixture.report(facts, at: Self.now + .seconds(1))
        honest.pinSet = false
        let next = try #require(
            instance.reportPosture(honest, facts: facts, at: Self.now + .seconds(1)).transition)
        #expect(next.instance.result.reasons == [.pinNotSet])
        #expect(next.effects.contains(.suspendGrants))
    }

    @Test(arguments: [Int64(0), -1])
    func `refuses a report that is not newer than the last`(offset: Int64) throws {
        let facts = try Fixture.strictFacts()
        let broken = try Fixture.reported(facts) { $0.pinSet = false }
        let replay = try Fixture.report(facts, at: Self.now + .milliseconds(offset))
        #expect(broken.reportPosture(replay, facts: facts, at: Self.now) == .refused(.reportNotNewer))
    }

    @Test func `a block suspends and its end resumes only what passes`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts)
        let blocked = try #require(instance.block(facts: facts, at: Self.now).transition)
        #expect(blocked.effects.contains(.suspendGrants))
        #expect(!blocked.effects.contains(.revokeGrants))
        let report = try Fixture.report(facts, at: Self.now + .seconds(1))
        let reporting = try #require(
            blocked.instance.reportPosture(report, facts: facts, at: Self.now + .seconds(1)).transition
        ).instance
        #expect(reporting.result.reasons == [.instanceBlocked])
        let free = try #require(reporting.unblock(facts: facts, at: Self.now + .seconds(2)).transition)
        #expect(free.effects.contains(.resumeGrants))
        let broken = try Fixture.reported(facts) { $0.pinSet = false }
        let held = try #require(broken.block(facts: facts, at: Self.now).transition).instance
        let released = try #require(held.unblock(facts: facts, at: Self.now).transition)
        #expect(released.instance.result.reasons == [.pinNotSet])
        #expect(!released.effects.contains(.resumeGrants))
    }

    @Test func `wiping and unenrolling revoke and are final`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts)
        let wiped = try #require(instance.wipe(at: Self.now).transition)
        #expect(
            wiped.effects == [
                .complianceChanged(from: .compliant, to: .notCompliant), .revokeGrants, .retireEnrollmentIDs,
                .wipeRequested,
            ])
        let gone = try #require(instance.unenrol(at: Self.now).transition)
        #expect(
            gone.effects == [
                .complianceChanged(from: .compliant, to: .interactionRequired), .revokeGrants, .retireEnrollmentIDs,
            ])
        let report = try Fixture.report(facts, at: Self.now + .seconds(1))
        for (ended, refusal) in [(wiped.instance, TransitionRefusal.wiped), (gone.instance, .unenrolled)] {
            #expect(ended.reportPosture(report, facts: facts, at: Self.now) == .refused(refusal))
            #expect(ended.reevaluate(facts: facts, at: Self.now) == .refused(refusal))
            #expect(ended.approve(facts: facts, at: Self.now) == .refused(refusal))
            #expect(ended.block(facts: facts, at: Self.now) == .refused(refusal))
            #expect(ended.unblock(facts: facts, at: Self.now) == .refused(refusal))
            #expect(ended.unenrol(at: Self.now) == .refused(refusal))
            #expect(ended.result.reevaluateAt == nil)
            let enrolled = try #require(
                AppInstance.enrol(Fixture.request(id: "i2"), earlier: [ended], facts: facts, at: Self.now).transition)
            #expect(enrolled.instance.id == AppInstanceID("i2"))
        }
        #expect(wiped.instance.wipe(at: Self.now) == .refused(.wiped))
        #expect(gone.instance.wipe(at: Self.now).transition?.instance.pendingWipe == true)
    }

    @Test func `a wipe is pending until the app confirms it once`() throws {
        let instance = try Fixture.reported(try Fixture.strictFacts())
        #expect(instance.confirmWipe() == .refused(.noWipePending))
        let wiped = try #require(instance.wipe(at: Self.now).transition).instance
        let confirmed = try #require(wiped.confirmWipe().transition)
        #expect(!confirmed.instance.pendingWipe)
        #expect(confirmed.effects == [])
        #expect(confirmed.instance.confirmWipe() == .refused(.noWipePending))
    }

    @Test(arguments: [SourceState.unreachable, .failed])
    func `a failing source ends no compliance and restores none`(_ sources: SourceState) throws {
        let facts = try Fixture.strictFacts()
        var failing = facts
        failing.sources = sources
        let compliant = try Fixture.reported(facts)
        let kept = try #require(compliant.reevaluate(facts: failing, at: Self.now).transition)
        #expect(kept.instance.result == compliant.result)
        #expect(kept.effects == [])
        let broken = try Fixture.reported(facts) { $0.pinSet = false }
        let report = try Fixture.report(facts, at: Self.now + .seconds(1))
        let fixed = try #require(
            broken.reportPosture(report, facts: failing, at: Self.now + .seconds(1)).transition)
        #expect(fixed.instance.result.status == .interactionRequired)
        #expect(!fixed.effects.contains(.resumeGrants))
        let resumed = try #require(fixed.instance.reevaluate(facts: facts, at: Self.now + .seconds(2)).transition)
        #expect(resumed.effects.contains(.resumeGrants))
        let posture = try Fixture.report(facts, at: Self.now + .seconds(1)) { $0.pinSet = false }
        let broke = try #require(
            compliant.reportPosture(posture, facts: failing, at: Self.now + .seconds(1)).transition)
        #expect(broke.effects.contains(.suspendGrants))
    }

    @Test func `stores a result that does not depend on one request's capability`() throws {
        var facts = try Fixture.strictFacts()
        facts.declaredCapability = false
        let instance = try Fixture.reported(facts)
        #expect(instance.result.status == .compliant)
        #expect(facts.evaluate(instance, at: Self.now).reasons == [.capabilityNotDeclared])
    }
}
