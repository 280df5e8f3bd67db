import AccessModel
import Testing

@testable import Compliance

/// What is told before a step, once each.
struct NoticeTests {
    static let now = Fixture.start
    static let day = Duration.seconds(86_400)

    /// What an evaluation told, as `failing pin@600 near … settled …` with seconds from the start; `-` has no time.
    private static func told(_ effects: [ComplianceEffect]) -> [String] {
        func words(_ steps: [PendingStep]) -> String {
            steps.map { step in
                let due = step.due.map { String($0.seconds - now.seconds) } ?? "-"
                return "\(step.check) \(step.action.rawValue) \(due)"
            }.joined(separator: ", ")
        }
        return effects.compactMap { effect in
            switch effect {
            case .checksFailing(let steps): "failing \(words(steps))"
            case .stepsNear(let steps): "near \(words(steps))"
            case .checksSettled(let steps): "settled \(words(steps))"
            default: nil
            }
        }
    }

    /// A course of events over one instance: at which second the PIN is reported as what, or that time is looked at.
    struct Course: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var response = CheckResponse(action: .block, grace: NoticeTests.day * 3)
        var ahead = NoticeTests.day
        let events: [(second: Int64, pin: Bool?, told: [String])]
    }

    static let courses = [
        Course(
            testDescription: "a long grace: at the beginning, and a day ahead",
            events: [
                (0, false, ["failing pin block 259200"]), (60, false, []), (172_799, nil, []),
                (172_800, nil, ["near pin block 259200"]), (172_801, false, []), (259_199, nil, []), (259_200, nil, []),
                (259_300, true, []),
            ]),
        Course(
            testDescription: "a short grace: at the beginning alone",
            response: CheckResponse(action: .wipe, grace: NoticeTests.day),
            events: [(0, false, ["failing pin wipe 86400"]), (43_200, nil, []), (86_399, nil, [])]),
        Course(
            testDescription: "put right in time: that it is settled, and the next time anew",
            events: [
                (0, false, ["failing pin block 259200"]), (60, true, ["settled pin block 259200"]), (61, true, []),
                (100, false, ["failing pin block 259300"]),
            ]),
        Course(
            testDescription: "put right too late: the step has happened",
            events: [(0, false, ["failing pin block 259200"]), (259_201, true, [])]),
        Course(
            testDescription: "a check that only warns: once, without a time",
            response: CheckResponse(action: .warn, grace: NoticeTests.day * 3),
            events: [
                (0, false, ["failing pin warn -"]), (172_800, nil, []), (260_000, false, []),
                (260_001, true, ["settled pin warn -"]),
            ]),
        Course(
            testDescription: "a check that blocks at once: nothing beforehand", response: .blockAtOnce,
            events: [(0, false, []), (60, true, [])]),
        Course(
            testDescription: "no reminder when none is wanted", ahead: .zero,
            events: [(0, false, ["failing pin block 259200"]), (259_199, nil, [])]),
    ]

    @Test(arguments: courses) func `tells each thing once`(_ course: Course) throws {
        var facts = try Fixture.facts([
            Fixture.policy(
                rules: ProtectionRules(
                    requiresPIN: true, checkInInterval: Self.day * 30, responses: [.pin: course.response]))
        ])
        facts.remindAhead = course.ahead
        var instance = try Fixture.enrolled(facts)
        for (second, pin, told) in course.events {
            let time = Self.now + .seconds(second)
            let outcome =
                if let pin {
                    instance.reportPosture(
                        try Fixture.report(facts, at: time) { $0.pinSet = pin }, facts: facts, at: time)
                } else {
                    instance.reevaluate(facts: facts, at: time)
                }
            let transition = try #require(outcome.transition)
            #expect(Self.told(transition.effects) == told, "at \(second)")
            instance = transition.instance
            // Looked at again at the same instant, as after a restart, nothing is told twice.
            let again = try #require(instance.reevaluate(facts: facts, at: time).transition)
            #expect(Self.told(again.effects).isEmpty, "again at \(second)")
        }
    }

    @Test func `is woken for the reminder, which bounds nothing else`() throws {
        let facts = try Fixture.strictFacts([.pin: CheckResponse(action: .block, grace: Self.day * 3)])
        let result = try Fixture.reported(facts) { $0.pinSet = false }.result
        #expect(result.remindAt == Self.now + Self.day * 2)
        #expect(result.reevaluateAt == Self.now + Self.day)
        #expect(result.dueAt == Self.now + Self.day)
    }

    @Test func `a step at another time is told anew, and a milder one beside a step is not told`() throws {
        let wipes = try Fixture.policy(
            id: "a",
            rules: ProtectionRules(requiresPIN: true, responses: [.pin: CheckResponse(action: .wipe, grace: Self.day)]))
        let warns = try Fixture.policy(
            id: "b", rules: ProtectionRules(requiresPIN: true, responses: [.pin: CheckResponse(action: .warn)]))
        let blocks = try Fixture.policy(
            id: "c",
            rules: ProtectionRules(
                requiresPIN: true, responses: [.pin: CheckResponse(action: .block, grace: .seconds(600))]))
        let all = Fixture.facts([wipes, warns, blocks])
        let enrolled = try Fixture.enrolled(all)
        let first = try #require(
            enrolled.reportPosture(
                try Fixture.report(all, at: Self.now) { $0.pinSet = false }, facts: all, at: Self.now
            ).transition)
        #expect(Self.told(first.effects) == ["failing pin block 600, pin wipe 86400"])
        // The block has come; the wipe is still ahead and was told.
        let blocked = try #require(first.instance.reevaluate(facts: all, at: Self.now + .seconds(600)).transition)
        #expect(blocked.instance.result.status == .interactionRequired)
        #expect(Self.told(blocked.effects).isEmpty)
        let sooner = try Fixture.policy(
            id: "a",
            rules: ProtectionRules(
                requiresPIN: true, responses: [.pin: CheckResponse(action: .wipe, grace: .seconds(7200))]))
        let changed = Fixture.facts([sooner, warns, blocks])
        let moved = try #require(blocked.instance.reevaluate(facts: changed, at: Self.now + .seconds(601)).transition)
        #expect(Self.told(moved.effects) == ["failing pin wipe 7200"])
    }

    @Test func `what is expected to end by itself is told only when it is near`() throws {
        let old = Fixture.facts([try Fixture.policy(revision: 1, rules: Fixture.strictRules())])
        let new = Fixture.facts([try Fixture.policy(revision: 2, rules: Fixture.strictRules())])
        let published = try #require(try Fixture.reported(old).reevaluate(facts: new, at: Self.now).transition)
        #expect(Self.told(published.effects).isEmpty)
        #expect(published.instance.result.remindAt == Self.now + .seconds(1800))
        let near = try #require(published.instance.reevaluate(facts: new, at: Self.now + .seconds(1800)).transition)
        #expect(Self.told(near.effects) == ["near policyRevision block 3600"])
        let applied = try #require(
            published.instance.reportPosture(
                try Fixture.report(new, at: Self.now + .seconds(60)), facts: new, at: Self.now + .seconds(60)
            ).transition)
        #expect(Self.told(applied.effects).isEmpty)
    }

    @Test func `the end of an exemption is told ahead`() throws {
        let end = Self.now + Self.day * 4
        let exemption = try Exemption(
            id: "x1", scope: .account(Fixture.account), check: .pin, reason: "lost\nhand", approver: "ada",
            grantedAt: Self.now, ends: end)
        let facts = Fixture.facts(
            [try Fixture.policy(rules: ProtectionRules(requiresPIN: true, checkInInterval: Self.day * 30))],
            exemptions: [exemption])
        let exempt = try Fixture.reported(facts) { $0.pinSet = false }
        #expect(exempt.result.pendingSteps.map(\.told) == [.none])
        // Why, by whom and until when, in one line.
        let trace = try #require(exempt.result.checks.first { $0.check == .pin })
        #expect(trace.detail.hasSuffix("exempt by `x1` of `ada` until \(end.rfc3339): lost hand"))
        let near = try #require(exempt.reevaluate(facts: facts, at: Self.now + Self.day * 3).transition)
        #expect(Self.told(near.effects) == ["near pin block 345600"])
    }

    @Test func `what hides the checks settles nothing, and repeats nothing`() throws {
        let facts = try Fixture.strictFacts([.pin: CheckResponse(action: .block, grace: Self.day * 3)])
        let failing = try Fixture.reported(facts) { $0.pinSet = false }
        let blocked = try #require(failing.block(facts: facts, at: Self.now + .seconds(1)).transition)
        #expect(Self.told(blocked.effects).isEmpty)
        let unblocked = try #require(blocked.instance.unblock(facts: facts, at: Self.now + .seconds(2)).transition)
        #expect(Self.told(unblocked.effects).isEmpty)
        #expect(unblocked.instance.result.pendingSteps.map(\.told) == [.failing])
    }

    @Test func `a device is told of in the same way`() throws {
        let source = SignalSource(id: SignalSourceID("s1"), name: "mdm")
        let facts = DeviceFacts(
            sources: [source],
            rules: DeviceRules(
                withoutVerdict: .compliant, requiresEncryption: true,
                responses: [.encryption: CheckResponse(action: .block, grace: Self.day * 3)]))
        let serial = try #require(DeviceIdentifier(.serialNumber, "C02XK1"))
        func signal(_ id: String, _ encrypted: Bool, at time: Timestamp) -> DeviceSignal {
            var report = DeviceReport()
            report.isEncrypted = encrypted
            return DeviceSignal(id: id, source: source.id, device: [serial], report: report, observedAt: time)
        }
        let new = Device(id: DeviceID("d1"), identifiers: [serial], registeredAt: Self.now)
        let failing = try new.receive(signal("1", false, at: Self.now), from: source, facts: facts, at: Self.now).get()
        let due = Self.now + Self.day * 3
        var step = PendingStep(
            check: "encryption", reason: .deviceNotCompliant, action: .block, due: due, began: Self.now, told: .failing)
        #expect(failing.effects.contains(.checksFailing([step])))
        #expect(failing.device.result?.remindAt == Self.now + Self.day * 2)
        let near = failing.device.reevaluate(facts: facts, at: Self.now + Self.day * 2)
        step.told = .near
        #expect(near.effects == [.stepsNear([step])])
        #expect(near.device.reevaluate(facts: facts, at: Self.now + Self.day * 2).effects.isEmpty)
        let later = Self.now + Self.day * 2 + .seconds(1)
        let settled = try near.device.receive(signal("2", true, at: later), from: source, facts: facts, at: later).get()
        #expect(settled.effects == [.checksSettled([step])])
    }

    @Test func `a second administrator makes an exemption of a request, and nobody alone`() throws {
        let request = try ExemptionRequest(
            id: "x1", scope: .account(Fixture.account), check: .pin, reason: "broken screen", ends: Self.now + Self.day,
            requestedBy: "os:ada", requestedAt: Self.now)
        #expect(request.approved(by: "os:ada", at: Self.now) == .failure(.sameAdministrator))
        #expect(request.approved(by: "os:bob", at: Self.now + Self.day) == .failure(.ended))
        let exemption = try request.approved(by: "os:bob", at: Self.now + .seconds(60)).get()
        #expect(exemption.approver == "os:bob" && exemption.grantedAt == Self.now + .seconds(60))
        #expect(exemption.ends == request.ends && exemption.reason == request.reason)
        #expect(throws: AppProtectionPolicyError.self) {
            try ExemptionRequest(
                id: "x1", scope: .account(Fixture.account), check: .evidence, reason: "no", ends: Self.now + Self.day,
                requestedBy: "os:ada", requestedAt: Self.now)
        }
    }

    @Test(arguments: [
        ("es", TextLanguage.spanish), ("es-MX", .spanish), ("KO-kr", .korean), ("ru", .russian), ("fr", nil), ("", nil),
        ("eso", nil),
    ])
    func `finds the texts for a tag`(_ tag: String, _ expected: TextLanguage?) {
        #expect(TextLanguage(tag: tag) == expected)
    }

    @Test(arguments: [(nil, TextLanguage.korean), ("fr", .korean), ("es", .spanish), ("en", .english), ("*", .english)])
    func `what the reader prefers is for a browser that says nothing useful`(
        _ header: String?, _ expected: TextLanguage
    ) {
        #expect(TextLanguage.negotiated(header, else: .korean) == expected)
    }
}
