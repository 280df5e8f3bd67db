import AccessModel
import Testing

@testable import ComplianceGateway

/// The breaker's table, and the grid of times at which a source is asked.
@Suite struct PullBreakerTests {
    private static let start = Timestamp(seconds: 1_800_000_000)
    private static let settings = PullBreaker.Settings(failures: 3, longest: .seconds(600))
    private static let interval = Duration.seconds(100)

    private static func failed(_ times: Int, from breaker: PullBreaker = PullBreaker()) -> PullBreaker {
        var breaker = breaker
        for _ in 0..<times {
            breaker.begin()
            breaker.fail(settings, interval: interval, at: start)
        }
        return breaker
    }

    @Test(arguments: [(0, nil), (1, nil), (2, nil), (3, 100), (4, 200), (5, 400), (6, 600), (7, 600), (60, 600)])
    func `it opens after so many failures, for twice as long each time up to the longest`(
        _ failures: Int, _ seconds: Int64?
    ) {
        let breaker = Self.failed(failures)
        #expect(breaker.failures == Int64(failures))
        let expected = seconds.map { PullBreaker.Phase.open(until: Self.start + .seconds($0)) }
        #expect(breaker.phase == expected ?? .closed)
    }

    @Test func `the pull of an open breaker is a probe, and one success closes it`() {
        var breaker = Self.failed(4)
        breaker.begin()
        #expect(breaker.phase == .halfOpen)
        #expect(breaker.failures == 4)
        // A probe that was lost with its process leaves the next one a probe.
        breaker.begin()
        #expect(breaker.phase == .halfOpen)
        breaker.succeed()
        #expect(breaker == PullBreaker())
        breaker.begin()
        #expect(breaker.phase == .closed)
    }

    @Test func `an interval that is longer than the longest pause wins`() {
        var breaker = PullBreaker()
        breaker.fail(PullBreaker.Settings(failures: 1, longest: .seconds(30)), interval: .seconds(900), at: Self.start)
        #expect(breaker.phase == .open(until: Self.start + .seconds(900)))
    }

    @Test(arguments: [(0, 100), (1, 100), (99, 100), (100, 200), (101, 200), (1050, 1100)])
    func `the next pull is on the grid of the one before`(_ late: Int64, _ next: Int64) {
        let at = PullSchedule.next(after: Self.start, interval: Self.interval, at: Self.start + .seconds(late))
        #expect(at == Self.start + .seconds(next))
    }

    @Test func `a clock that was set back does not stop the pulls`() {
        let at = PullSchedule.next(after: Self.start + .seconds(5000), interval: Self.interval, at: Self.start)
        #expect(at == Self.start + .seconds(100))
    }

    @Test(arguments: [
        ("https://mdm.example/devices", false, true), ("https://mdm.example/devices", true, true),
        ("http://mdm.example/devices", true, false), ("http://127.0.0.1:8080/devices", true, true),
        ("http://127.0.0.1:8080/devices", false, false), ("http://127.0.0.1.mdm.example/", true, false),
        ("https://user:password@mdm.example/", false, false), ("mdm.example", false, false),
        ("https://mdm.example/#x", false, false),
    ])
    func `credentials go over TLS, or to this machine`(_ url: String, _ isInternal: Bool, _ isTaken: Bool) {
        #expect((PullSource.fault(of: url, isInternal) == nil) == isTaken)
    }
}
