import AccessModel
import Compliance
import Testing

/// What the device tests begin from.
enum DeviceFixture {
    static let now = Fixture.start
    static let source = SignalSource(
        id: SignalSourceID("s1"), name: "mdm", freshFor: .seconds(3600), holdFor: .seconds(7200))

    static func identifiers(_ serial: String = "C02XK1") throws -> Set<DeviceIdentifier> {
        [try #require(DeviceIdentifier(.serialNumber, serial))]
    }

    static func device() throws -> Device {
        Device(id: Fixture.device, identifiers: try identifiers(), registeredAt: now)
    }

    static func signal(
        _ id: String = "e1", at time: Timestamp = now, from source: SignalSource = source,
        _ change: (inout DeviceReport) -> Void = { $0.verdict = .compliant }
    ) throws -> DeviceSignal {
        var report = DeviceReport()
        change(&report)
        return DeviceSignal(
            id: id, source: source.id, device: try identifiers(), report: report, observedAt: time)
    }

    static func facts(
        _ sources: [SignalSource] = [source], _ rules: DeviceRules = DeviceRules(), exemptions: [Exemption] = []
    ) -> DeviceFacts {
        DeviceFacts(sources: sources, rules: rules, exemptions: exemptions)
    }

    /// A device of which the source said this at the start.
    static func told(
        _ facts: DeviceFacts = facts(), from source: SignalSource = source, at time: Timestamp = now,
        _ change: (inout DeviceReport) -> Void = { $0.verdict = .compliant }
    ) throws -> Device {
        try device().receive(signal(at: time, from: source, change), from: source, facts: facts, at: time).get().device
    }
}

struct DeviceTransitionTests {
    typealias Make = DeviceFixture
    static let now = Make.now

    @Test func `the first good verdict makes a device compliant and has what depends on it evaluated again`() throws {
        let registered = try Make.device().reevaluate(facts: Make.facts(), at: Self.now)
        #expect(registered.device.result?.reasons == [.deviceUnknown])
        #expect(registered.effects == [.complianceChanged(from: nil, to: .interactionRequired), .suspendTokens])
        let told = try registered.device.receive(
            Make.signal(), from: Make.source, facts: Make.facts(), at: Self.now
        ).get()
        #expect(told.outcome == .applied)
        #expect(told.effects == [.complianceChanged(from: .interactionRequired, to: .compliant), .reevaluateInstances])
        #expect(told.device.result?.reevaluateAt == Self.now + .seconds(10_800))
    }

    @Test func `a bad verdict cuts tokens once, and again when they may have been issued since`() throws {
        let good = try Make.told()
        let bad = try good.receive(
            Make.signal("e2", at: Self.now + .seconds(1)) { $0.verdict = .noncompliant }, from: Make.source,
            facts: Make.facts(), at: Self.now + .seconds(1)
        ).get()
        #expect(
            bad.effects == [
                .complianceChanged(from: .compliant, to: .interactionRequired), .suspendTokens, .reevaluateInstances,
            ])
        let again = try bad.device.receive(
            Make.signal("e3", at: Self.now + .seconds(2)) { $0.verdict = .noncompliant }, from: Make.source,
            facts: Make.facts(), at: Self.now + .seconds(2)
        ).get()
        #expect(again.outcome == .confirmed && again.effects.isEmpty)
        // Rules under which it is compliant hold by now, and nobody has evaluated it by them.
        let strict = Make.facts([Make.source], DeviceRules(requiresEncryption: true))
        let unencrypted = try Make.device().receive(Make.signal(), from: Make.source, facts: strict, at: Self.now).get()
        #expect(unencrypted.device.result?.status == .interactionRequired)
        let since = try unencrypted.device.receive(
            Make.signal("e2", at: Self.now + .seconds(1)) { $0.verdict = .noncompliant }, from: Make.source,
            facts: Make.facts(), at: Self.now + .seconds(1)
        ).get()
        #expect(since.effects.contains(.suspendTokens))
    }

    @Test func `a signal that was observed before the last one changes nothing`() throws {
        let bad = try Make.told { $0.verdict = .noncompliant }
        let late = try bad.receive(
            Make.signal("e0", at: Self.now - .seconds(1)), from: Make.source, facts: Make.facts(), at: Self.now
        ).get()
        #expect(late.device == bad && late.outcome == .outdated && late.effects.isEmpty)
        #expect(late.assessment == Make.facts().evaluate(bad, at: Self.now))
    }

    @Test func `what one source observed earlier than another still counts as its own`() throws {
        let other = SignalSource(id: SignalSourceID("s2"), name: "edr")
        let facts = Make.facts([Make.source, other])
        let good = try Make.told(facts)
        let bad = try good.receive(
            Make.signal("e0", at: Self.now - .seconds(60), from: other) { $0.verdict = .noncompliant }, from: other,
            facts: facts, at: Self.now
        ).get()
        #expect(bad.device.result?.reasons == [.deviceNotCompliant])
    }

    @Test func `refuses a signal from the future, and keeps the time of one that is only ahead`() throws {
        let device = try Make.device()
        let far = try Make.signal(at: Self.now + .seconds(301))
        #expect(
            device.receive(far, from: Make.source, facts: Make.facts(), at: Self.now)
                == .failure(.observedInFuture))
        let near = try Make.signal(at: Self.now + .seconds(300))
        let taken = try device.receive(near, from: Make.source, facts: Make.facts(), at: Self.now).get()
        #expect(taken.device.records[Make.source.id]?.observedAt == Self.now)
    }

    @Test func `a source tells nothing that it is not registered for`() throws {
        var source = Make.source
        source.attributes = [.description]
        let facts = Make.facts([source])
        let device = try Make.device()
        #expect(
            try device.receive(Make.signal(from: source), from: source, facts: facts, at: Self.now)
                == .failure(.notRegistered))
        let named = try device.receive(
            Make.signal(from: source) {
                $0.displayName = "phone"
                $0.verdict = .compliant
            }, from: source, facts: facts, at: Self.now
        ).get().device
        #expect(facts.knowledge(of: named).displayName == "phone")
        #expect(named.records[source.id]?.report.verdict == nil)
        #expect(named.result?.status == .interactionRequired)
    }

    @Test func `a registration that is taken away takes what was said with it`() throws {
        let device = try Make.told()
        var source = Make.source
        source.attributes.remove(.compliance)
        #expect(Make.facts([source]).evaluate(device, at: Self.now).result.reasons == [.deviceUnknown])
        source = Make.source
        source.isEnabled = false
        #expect(Make.facts([source]).evaluate(device, at: Self.now).result.reasons == [.deviceUnknown])
        #expect(Make.facts([]).evaluate(device, at: Self.now).result.reasons == [.deviceUnknown])
    }

    @Test func `only a source of identities adds one`() throws {
        let udid = try #require(DeviceIdentifier(.udid, "00008101-000A"))
        var signal = try Make.signal()
        signal.device.insert(udid)
        let device = try Make.device()
        let added = try device.receive(signal, from: Make.source, facts: Make.facts(), at: Self.now).get().device
        #expect(added.identifiers.contains(udid))
        var source = Make.source
        source.attributes.remove(.identity)
        let kept = try device.receive(signal, from: source, facts: Make.facts([source]), at: Self.now).get().device
        #expect(!kept.identifiers.contains(udid))
    }

    @Test func `what a partial signal leaves out stays, and its verdict keeps its age`() throws {
        let device = try Make.told {
            $0.verdict = .compliant
            $0.model = "iPhone17,1"
        }
        let later = Self.now + .seconds(10_799)
        let seen = try device.receive(
            Make.signal("e2", at: later) { $0.isEncrypted = true }, from: Make.source, facts: Make.facts(), at: later
        ).get().device
        #expect(Make.facts().knowledge(of: seen).model == "iPhone17,1")
        #expect(seen.records[Make.source.id]?.verdictAt == Self.now)
        #expect(Make.facts().evaluate(seen, at: later + .seconds(1)).result.status == .interactionRequired)
    }

    @Test func `a failure of a source is not stored and cuts nothing`() throws {
        let device = try Make.told()
        var away = Make.source
        away.state = .unreachable
        let late = Self.now + .seconds(10_800)
        let transition = device.reevaluate(facts: Make.facts([away]), at: late)
        #expect(transition.device.result?.status == .compliant)
        #expect(transition.effects.isEmpty)
        #expect(Make.facts([away]).evaluate(device, at: late).result.status == .networkFailure)
    }
}

extension DeviceTransitionTests {
    @Test func `what made a device compliant and is gone is no failure of a source that never spoke of it`() throws {
        let device = try Make.told()
        var gone = Make.source
        gone.isEnabled = false
        for state in [SourceState.unreachable, .failed] {
            let stranger = SignalSource(id: SignalSourceID("s2"), name: "edr", state: state)
            for sources in [[stranger], [gone, stranger]] {
                let transition = device.reevaluate(facts: Make.facts(sources), at: Self.now)
                #expect(
                    transition.effects.contains(.suspendTokens) && transition.effects.contains(.reevaluateInstances))
                #expect(transition.device.result?.status != .compliant)
                // Once: the next evaluation finds nothing that was compliant.
                #expect(transition.device.reevaluate(facts: Make.facts(sources), at: Self.now).effects.isEmpty)
            }
            let lenient = Make.facts([stranger], DeviceRules(withoutVerdict: .compliant))
            #expect(device.reevaluate(facts: lenient, at: Self.now).effects.isEmpty)
        }
    }
}

struct DeviceEvaluationTests {
    typealias Make = DeviceFixture
    static let now = Make.now

    struct VerdictCase: Sendable {
        let verdict: DeviceVerdict
        let status: ComplianceStatus
        let reasons: [ReasonCode]
        let isCompliant: Bool?
    }

    @Test(arguments: [
        VerdictCase(verdict: .compliant, status: .compliant, reasons: [], isCompliant: true),
        VerdictCase(verdict: .inGracePeriod, status: .compliant, reasons: [], isCompliant: true),
        VerdictCase(
            verdict: .noncompliant, status: .interactionRequired, reasons: [.deviceNotCompliant], isCompliant: false),
        VerdictCase(verdict: .unknown, status: .interactionRequired, reasons: [.deviceUnknown], isCompliant: nil),
        VerdictCase(verdict: .conflict, status: .interactionRequired, reasons: [.deviceUnknown], isCompliant: nil),
        VerdictCase(verdict: .error, status: .interactionRequired, reasons: [.deviceUnknown], isCompliant: nil),
    ])
    func `each verdict counts as the table says`(_ sample: VerdictCase) throws {
        let device = try Make.told { $0.verdict = sample.verdict }
        let assessment = Make.facts().evaluate(device, at: Self.now)
        #expect(assessment.result.status == sample.status)
        #expect(assessment.result.reasons == sample.reasons)
        #expect(assessment.isCompliant == sample.isCompliant)
    }

    struct AgeCase: Sendable {
        let age: Int64
        let state: SourceState
        let status: ComplianceStatus
        let reasons: [ReasonCode]
    }

    @Test(arguments: [
        AgeCase(age: 3599, state: .available, status: .compliant, reasons: []),
        AgeCase(age: 3600, state: .available, status: .compliant, reasons: []),
        AgeCase(age: 10_799, state: .unreachable, status: .compliant, reasons: []),
        AgeCase(age: 10_800, state: .available, status: .interactionRequired, reasons: [.checkInOverdue]),
        AgeCase(age: 10_800, state: .unreachable, status: .networkFailure, reasons: [.sourceUnreachable]),
        AgeCase(age: 10_800, state: .failed, status: .serviceFailure, reasons: [.sourceFailed]),
    ])
    func `a good verdict is held for its time and no longer`(_ sample: AgeCase) throws {
        let device = try Make.told()
        var source = Make.source
        source.state = sample.state
        let result = Make.facts([source]).evaluate(device, at: Self.now + .seconds(sample.age)).result
        #expect(result.status == sample.status)
        #expect(result.reasons == sample.reasons)
    }

    @Test(arguments: SourceState.allCases)
    func `a bad verdict gets no better by age or by a source that is away`(_ state: SourceState) throws {
        let device = try Make.told { $0.verdict = .noncompliant }
        var source = Make.source
        source.state = state
        let result = Make.facts([source]).evaluate(device, at: Self.now + .seconds(1_000_000)).result
        #expect(result.reasons == [.deviceNotCompliant])
    }

    @Test func `the worst verdict of all sources stands`() throws {
        let other = SignalSource(id: SignalSourceID("s2"), name: "edr")
        let facts = Make.facts([Make.source, other])
        let device = try Make.told(facts)
        let bad = try device.receive(
            Make.signal(from: other) { $0.verdict = .noncompliant }, from: other, facts: facts, at: Self.now
        ).get().device
        #expect(facts.evaluate(bad, at: Self.now).isCompliant == false)
    }

    @Test(arguments: [
        (DeviceRules.WithoutVerdict.unknown, ComplianceStatus.interactionRequired),
        (.compliant, .compliant), (.notCompliant, .interactionRequired),
    ])
    func `a device without a verdict counts as the rules say`(
        _ setting: DeviceRules.WithoutVerdict, _ status: ComplianceStatus
    ) throws {
        let device = try Make.device()
        #expect(
            Make.facts([Make.source], DeviceRules(withoutVerdict: setting)).evaluate(device, at: Self.now).result.status
                == status)
    }

    @Test func `a source that is away cannot be taken to have nothing against a device`() throws {
        var source = Make.source
        source.state = .unreachable
        let facts = Make.facts([source], DeviceRules(withoutVerdict: .compliant))
        #expect(try facts.evaluate(Make.device(), at: Self.now).result.status == .networkFailure)
    }

    @Test func `no device is not known and not compliant`() {
        let assessment = Make.facts([Make.source], DeviceRules(withoutVerdict: .compliant)).evaluate(nil, at: Self.now)
        #expect(assessment.result.reasons == [.deviceUnknown])
        #expect(assessment.isCompliant == nil)
    }

    struct CheckCase: Sendable {
        let rules: DeviceRules
        let passing: @Sendable (inout DeviceReport) -> Void
        let failing: @Sendable (inout DeviceReport) -> Void
        let reason: ReasonCode
    }

    static let checks = [
        CheckCase(
            rules: DeviceRules(withoutVerdict: .compliant, requiresManagement: true), passing: { $0.isManaged = true },
            failing: { $0.isManaged = false }, reason: .deviceNotCompliant),
        CheckCase(
            rules: DeviceRules(withoutVerdict: .compliant, blocksRooted: true), passing: { $0.isRooted = false },
            failing: { $0.isRooted = true }, reason: .deviceRooted),
        CheckCase(
            rules: DeviceRules(withoutVerdict: .compliant, requiresEncryption: true),
            passing: { $0.isEncrypted = true }, failing: { $0.isEncrypted = false }, reason: .deviceNotCompliant),
        CheckCase(
            rules: DeviceRules(
                withoutVerdict: .compliant, minimumOSVersion: [.iOS: Version("18.4")].compactMapValues(\.self)),
            passing: {
                $0.platform = .iOS
                $0.osVersion = Version("18.4")
            },
            failing: {
                $0.platform = .iOS
                $0.osVersion = Version("18.3.9")
            }, reason: .osVersionTooOld),
        CheckCase(
            rules: DeviceRules(withoutVerdict: .compliant, seenWithin: .seconds(3600)),
            passing: { $0.lastSeen = Make.now - .seconds(3599) }, failing: { $0.lastSeen = Make.now - .seconds(3600) },
            reason: .checkInOverdue),
    ]

    @Test(arguments: checks.indices)
    func `each check passes, fails and misses what is not said`(_ index: Int) throws {
        let sample = Self.checks[index]
        let facts = Make.facts([Make.source], sample.rules)
        let good = try Make.told(facts, sample.passing)
        #expect(facts.evaluate(good, at: Self.now).result.status == .compliant)
        let bad = try Make.told(facts, sample.failing)
        let assessment = facts.evaluate(bad, at: Self.now)
        #expect(assessment.result.reasons == [sample.reason])
        #expect(assessment.isCompliant == false)
        let silent = try Make.told(facts) { $0.model = "x" }
        #expect(facts.evaluate(silent, at: Self.now).result.reasons == [.postureIncomplete])
    }

    @Test func `a check has its grace from when it began to fail, and warns until then`() throws {
        let rules = DeviceRules(
            withoutVerdict: .compliant, requiresEncryption: true,
            responses: [.encryption: CheckResponse(action: .block, grace: .seconds(100))])
        let facts = Make.facts([Make.source], rules)
        let device = try Make.told(facts) { $0.isEncrypted = false }
        #expect(device.result?.warnings == [.deviceNotCompliant])
        #expect(device.result?.reevaluateAt == Self.now + .seconds(100))
        let ended = device.reevaluate(facts: facts, at: Self.now + .seconds(100))
        #expect(ended.device.result?.reasons == [.deviceNotCompliant])
        #expect(ended.effects.contains(.suspendTokens))
    }

    @Test func `a grace that began while the clock was ahead is no longer than others once it is right`() throws {
        let rules = DeviceRules(
            withoutVerdict: .compliant, requiresEncryption: true,
            responses: [.encryption: CheckResponse(action: .block, grace: .seconds(100))])
        let facts = Make.facts([Make.source], rules)
        let device = try Make.told(facts) { $0.isEncrypted = false }
        let earlier = Self.now - .seconds(7200)
        let right = device.reevaluate(facts: facts, at: earlier).device
        #expect(right.failingSince[.encryption] == earlier)
        #expect(right.result?.reevaluateAt == earlier + .seconds(100))
        let ended = right.reevaluate(facts: facts, at: earlier + .seconds(100)).device
        #expect(ended.result?.reasons == [.deviceNotCompliant])
    }

    @Test func `an exemption of the device lets a check fail until its end`() throws {
        let facts = Make.facts(
            [Make.source], DeviceRules(withoutVerdict: .compliant, blocksRooted: true),
            exemptions: [
                try Exemption(
                    id: "x1", scope: .device(Fixture.device), check: .rooted, reason: "test bench", approver: "ana",
                    grantedAt: Self.now, ends: Self.now + .seconds(50))
            ])
        let device = try Make.told(facts) { $0.isRooted = true }
        #expect(device.result?.status == .compliant)
        let assessment = facts.evaluate(device, at: Self.now)
        #expect(assessment.findings.contains { $0.outcome == .exempt && $0.detail.contains("`ana`") })
        #expect(facts.evaluate(device, at: Self.now + .seconds(50)).result.reasons == [.deviceRooted])
    }

    @Test(arguments: [
        "unknown", "0000", "none", "a b c d", "abc", "To Be Filled By O.E.M.", "ünïcode", "\u{212A}AAA0001",
        "ab\u{0130}cd", "",
    ])
    func `refuses texts that identify no device`(_ text: String) {
        #expect(DeviceIdentifier(.serialNumber, text) == nil)
    }

    @Test func `identifiers know no case, and a fingerprint is 64 hexadecimal digits`() {
        #expect(DeviceIdentifier(.udid, "ABCD-01") == DeviceIdentifier(.udid, "abcd-01"))
        #expect(DeviceIdentifier(.certificateFingerprint, "abcd") == nil)
        #expect(DeviceIdentifier(.certificateFingerprint, String(repeating: "aB", count: 32)) != nil)
    }

    @Test func `rules that wipe devices or look back too far are refused`() {
        #expect(DeviceRules(responses: [.rooted: CheckResponse(action: .wipe)]).fault?.member == "responses")
        #expect(DeviceRules(seenWithin: .seconds(59)).fault?.member == "seenWithin")
        #expect(DeviceRules(seenWithin: .seconds(60)).fault == nil)
    }

    @Test func `a filter sees what counts`() throws {
        let device = try Make.told {
            $0.verdict = .compliant
            $0.platform = .iOS
            $0.osVersion = Version("18.4")
            $0.ownership = .company
            $0.isManaged = true
            $0.trustType = .joined
        }
        let facts = Make.facts()
        let info = facts.info(of: device, facts.evaluate(device, at: Self.now))
        #expect(info.isCompliant == true)
        #expect(info.isManaged)
        #expect(info.deviceOwnership == "Company")
        #expect(info.trustType == "AzureAD")
        #expect(info.operatingSystem == "iOS")
        #expect(info.operatingSystemVersion == "18.4")
        #expect(info.deviceID == Fixture.device.rawValue)
    }

    @Test func `random signals in any order end where the newest of each source stand`() throws {
        var random = SeededGenerator(seed: 41)
        let sources = (0..<3).map { SignalSource(id: SignalSourceID("s\($0)"), name: "source-\($0)") }
        let facts = Make.facts(sources, DeviceRules(blocksRooted: true))
        for _ in 0..<200 {
            let signals = try (0..<12).map { index in
                let source = sources[Int(random.next() % 3)]
                return try Make.signal("e\(index)", at: Self.now - .seconds(Int64(index)), from: source) {
                    $0.verdict = DeviceVerdict.allCases[Int(random.next() % 6)]
                    $0.isRooted = random.next() % 2 == 0
                }
            }
            func played(_ order: [DeviceSignal]) throws -> Device {
                try order.reduce(Make.device()) { device, signal in
                    guard let source = sources.first(where: { $0.id == signal.source }) else { return device }
                    let next = try device.receive(signal, from: source, facts: facts, at: Self.now).get()
                    if next.outcome != .outdated {
                        let isGood = next.device.result?.status == .compliant
                        let wasGood = device.result.map { $0.status == .compliant } ?? true
                        #expect(next.effects.contains(.suspendTokens) == (wasGood && !isGood))
                    }
                    return next.device
                }
            }
            let forward = try played(signals)
            let shuffled = try played(signals.shuffled(using: &random))
            #expect(forward.records == shuffled.records)
            #expect(forward.result?.status == shuffled.result?.status)
        }
    }
}
