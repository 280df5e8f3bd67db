import AccessModel
import Compliance
import Testing

struct LoopGuardTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var note: String
        /// Seconds after the start.
        var refusals: [Int64]
        var cleared: Int64? = 0
        var now: Int64
        var closedUntil: Int64?
        var testDescription: String { note }
    }

    static let cases: [Case] = [
        Case(note: "no refusal", refusals: [], now: 10),
        Case(note: "two refusals", refusals: [1, 2], now: 2),
        Case(note: "three refusals", refusals: [1, 2, 3], now: 3, closedUntil: 1803),
        Case(note: "three in any order", refusals: [3, 1, 2], now: 3, closedUntil: 1803),
        Case(note: "three within exactly ten minutes", refusals: [1, 2, 601], now: 601, closedUntil: 2401),
        Case(note: "three in more than ten minutes", refusals: [1, 2, 602], now: 602),
        Case(note: "a window that opens later", refusals: [1, 500, 900, 1000], now: 1000, closedUntil: 2800),
        Case(note: "never compliant", refusals: [1, 2, 3], cleared: nil, now: 3),
        Case(note: "cleared after the second", refusals: [1, 2, 4], cleared: 3, now: 4),
        Case(note: "cleared at the instant of the third", refusals: [1, 2, 3], cleared: 3, now: 3),
        Case(note: "just before the end", refusals: [1, 2, 3], now: 1802, closedUntil: 1803),
        Case(note: "thirty minutes later", refusals: [1, 2, 3], now: 1803),
        Case(note: "its own answers do not keep it closed", refusals: [1, 2, 3, 1700, 1701, 1702], now: 1803),
        Case(
            note: "a second loop after the first", refusals: [1, 2, 3, 1804, 1805, 1806], now: 1806,
            closedUntil: 3606),
        Case(note: "refusals that are yet to come", refusals: [1, 2, 30], now: 3),
    ]

    @Test(arguments: cases)
    func `ends a loop and opens again`(_ item: Case) {
        let at = { (seconds: Int64) in Fixture.start + .seconds(seconds) }
        let verdict = LoopGuard.verdict(
            refusals: item.refusals.map(at), clearedAt: item.cleared.map(at), at: at(item.now))
        #expect(verdict == item.closedUntil.map { .closed(until: at($0)) } ?? .open)
    }

    @Test func `a closed loop is final, names the support id and keeps the cause`() throws {
        let facts = try Fixture.strictFacts()
        let until = Fixture.start + LoopGuard.cooling
        let result = facts.evaluate(nil, at: Fixture.start).closingLoop(supportID: "S-1", until: until)
        #expect(result.status == .notCompliant)
        #expect(result.reasons == [.refusalLoop, .notEnrolled])
        #expect(result.supportID == "S-1")
        #expect(result.reevaluateAt == until)
        let compliant = try Fixture.reported(facts).result.closingLoop(supportID: "S-1", until: until)
        #expect(!compliant.earnsProtapp)
    }
}
