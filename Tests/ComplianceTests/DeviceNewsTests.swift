import AccessModel
import Compliance
import Testing

/// What a source that is asked again and again has to tell.
struct DeviceNewsTests {
    private typealias Make = DeviceFixture
    private static let now = Make.now

    /// One device as the source told of it at the start, and what it says later.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let after: Duration
        let isNews: Bool
        var rules = DeviceRules()
        var change: @Sendable (inout DeviceReport) -> Void = { _ in }
    }

    static let cases: [Case] = [
        Case(testDescription: "the same at the same time", after: .zero, isNews: false),
        Case(testDescription: "the same a little later", after: .seconds(1799), isNews: false),
        Case(
            testDescription: "the same after half the time for which a verdict is fresh", after: .seconds(1800),
            isNews: true),
        Case(testDescription: "another verdict", after: .zero, isNews: true) { $0.verdict = .noncompliant },
        Case(testDescription: "another verdict, observed before the last", after: .seconds(-1), isNews: false) {
            $0.verdict = .noncompliant
        },
        Case(testDescription: "less than before", after: .seconds(60), isNews: false) { $0.osVersion = nil },
        Case(testDescription: "more than before", after: .seconds(60), isNews: true) { $0.isEncrypted = true },
        Case(testDescription: "seen a little later", after: .seconds(60), isNews: false) {
            $0.lastSeen = now + .seconds(60)
        },
        Case(testDescription: "seen much later", after: .seconds(60), isNews: true) {
            $0.lastSeen = now + .seconds(1800)
        },
        Case(
            testDescription: "seen later, where devices must be seen often", after: .seconds(60), isNews: true,
            rules: DeviceRules(seenWithin: .seconds(240))
        ) { $0.lastSeen = now + .seconds(60) },
        Case(testDescription: "seen earlier", after: .seconds(60), isNews: false) {
            $0.lastSeen = now + .seconds(-60)
        },
    ]

    @Test(arguments: cases)
    func `only what is new is told, and what is old is confirmed in time`(_ one: Case) throws {
        let said: (inout DeviceReport) -> Void = { report in
            report.verdict = .compliant
            report.osVersion = Version("18.4")
            report.lastSeen = Self.now
        }
        let device = try Make.told(Make.facts(), from: Make.source, at: Self.now, said)
        let signal = try Make.signal("e2", at: Self.now + one.after) { report in
            said(&report)
            one.change(&report)
        }
        #expect(device.needs(signal, from: Make.source, rules: one.rules) == one.isNews)
    }

    @Test func `a device that the source has not told of, and a new identifier, are news`() throws {
        let signal = try Make.signal("e2")
        #expect(try Make.device().needs(signal, from: Make.source, rules: DeviceRules()))
        var named = signal
        named.device.insert(try #require(DeviceIdentifier(.udid, "00008120-1")))
        #expect(try Make.told().needs(named, from: Make.source, rules: DeviceRules()))
        var other = Make.source
        other.attributes = [.compliance]
        #expect(try Make.told(from: other).needs(named, from: other, rules: DeviceRules()) == false)
    }

    @Test func `what the source is not registered for is no news`() throws {
        var source = Make.source
        source.attributes = [.identity, .compliance]
        let device = try Make.told(from: source)
        let signal = try Make.signal("e2", from: source) { report in
            report.verdict = .compliant
            report.displayName = "phone"
        }
        #expect(device.needs(signal, from: source, rules: DeviceRules()) == false)
    }

    @Test func `a device whose source is away keeps its result, and is due no more for what has passed`() throws {
        let device = try Make.told()
        var away = Make.source
        away.state = .unreachable
        let late = Self.now + .seconds(10_800)
        let waiting = device.reevaluate(facts: Make.facts([away]), at: late)
        #expect(waiting.effects == [])
        #expect(waiting.device.result?.status == .compliant)
        #expect(waiting.device.result?.reevaluateAt == nil)
        let back = waiting.device.reevaluate(facts: Make.facts(), at: late)
        #expect(back.effects.contains(.complianceChanged(from: .compliant, to: .interactionRequired)))
    }
}
