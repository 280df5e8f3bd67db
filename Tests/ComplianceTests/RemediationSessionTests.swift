import AccessModel
import Compliance
import Testing

struct RemediationSessionTests {
    private static let start = Timestamp(seconds: 1_800_000_000)
    private static let mail = ClientID("mail")
    private static let phone = AppInstanceID("phone")

    private func session() -> RemediationSession {
        RemediationSession(
            id: RemediationSessionID("session"), account: AccountID("alice"), client: Self.mail, instance: Self.phone,
            declaredCapability: true, at: Self.start)
    }

    @Test func `a session expires after a quarter of an hour without use`() {
        let session = session()
        #expect(session.state(at: Self.start + .seconds(899)) == .open)
        #expect(session.state(at: Self.start + .seconds(900)) == .expired)
        #expect(session.closure(at: Self.start + .seconds(900)) == .inactivity)
        let used = session.used(at: Self.start + .seconds(600))
        #expect(used.state(at: Self.start + .seconds(1499)) == .open)
        #expect(used.state(at: Self.start + .seconds(1500)) == .expired)
    }

    @Test func `use keeps no session open past its lifetime`() {
        var session = session()
        var now = Self.start
        for _ in 0..<60 {
            now = now + .seconds(600)
            session = session.used(at: now)
        }
        #expect(session.expiresAt == session.endsAt)
        #expect(session.closure(at: Self.start + RemediationSession.lifetime) == .age)
        #expect(session.state(at: Self.start + RemediationSession.lifetime - .seconds(1)) == .open)
    }

    @Test func `an expired session does not come back by use`() {
        let late = Self.start + .seconds(901)
        #expect(session().used(at: late).state(at: late) == .expired)
    }

    @Test(arguments: RemediationSession.Closure.allCases)
    func `what closed a session first stays`(_ closure: RemediationSession.Closure) {
        let closed = session().closed(as: closure, at: Self.start)
        #expect(closed.state(at: Self.start) == closure.state && closure.state != .open)
        #expect(closed.closed(as: .left, at: Self.start).closure == closure)
        #expect(closed.used(at: Self.start).expiresAt == session().expiresAt)
        // Nobody can complete what has expired meanwhile.
        #expect(session().closed(as: .compliant, at: Self.start + .seconds(900)).state(at: Self.start) == .expired)
    }

    @Test func `a session is about one installation of one app`() {
        #expect(session().concerns(Self.phone, of: Self.mail))
        #expect(!session().concerns(AppInstanceID("tablet"), of: Self.mail))
        #expect(!session().concerns(nil, of: Self.mail))
        #expect(!session().concerns(Self.phone, of: ClientID("notes")))
    }

    @Test func `a compliant, unenrolled or wiped instance closes its session`() throws {
        let facts = try Fixture.strictFacts()
        let fine = try Fixture.reported(facts)
        #expect(fine.remediationClosure(after: fine.result) == .compliant)
        let open = try Fixture.reported(facts) { $0.pinSet = false }
        #expect(open.remediationClosure(after: open.result) == nil)
        let now = open.result.evaluatedAt
        let left = try #require(open.unenrol(at: now).transition).instance
        #expect(left.remediationClosure(after: fine.result) == .unenrolled)
        let wiped = try #require(open.wipe(at: now).transition).instance
        #expect(wiped.remediationClosure(after: fine.result) == .wiped)
    }
}
