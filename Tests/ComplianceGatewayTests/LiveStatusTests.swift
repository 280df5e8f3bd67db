import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import Directory
import JSONCoding
import ServiceRuntime
import Storage
import Testing

/// Who is told what, from where on, and until when.
@Suite(.timeLimit(.minutes(10))) struct LiveStatusTests {
    @Test func `an event reaches those whom it concerns and nobody else`() async throws {
        try await Stage.run { stage async throws in
            let world = stage.world
            let alice = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let bob = try await world.compliantApp(TestApp(World.bob), identity: world.identities.issue())
            let caller = try await world.caller(alice.token, by: alice.app)
            let ofAccount = try await stage.follow(caller)
            let ofInstance = try await stage.follow(
                world.caller(alice.token, by: alice.app, instance: alice.instance))
            let ofOther = try await stage.follow(world.caller(bob.token, by: bob.app))
            let ofTenant = try await stage.followTenant()
            world.advance(.seconds(1))
            _ = try await world.report(alice, pin: false)
            let told = "complianceChanged interactionRequired \(alice.instance)"
            for follower in [ofAccount, ofInstance, ofTenant] {
                #expect(await follower.next() == told)
                #expect(await follower.next() == "tokensSuspended - \(alice.instance)")
            }
            world.advance(.seconds(1))
            _ = try await world.report(bob, pin: false)
            #expect(await ofOther.next() == "complianceChanged interactionRequired \(bob.instance)")
            #expect(await ofTenant.next() == "complianceChanged interactionRequired \(bob.instance)")
            #expect(await ofTenant.next() == "tokensSuspended - \(bob.instance)")
            // Another app of the same account is another app's business.
            let other = try await world.compliantApp(
                TestApp(client: "other-app"), identity: world.identities.issue())
            world.advance(.seconds(1))
            _ = try await world.report(other, pin: false)
            while let told = await ofTenant.next(), told != "tokensSuspended - \(other.instance)" {}
            #expect(ofAccount.isEmpty && ofInstance.isEmpty)
        }
    }

    @Test func `whoever comes back is told what was missed, once, or to look at everything anew`() async throws {
        try await Stage.run(window: 4) { stage async throws in
            let world = stage.world
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let caller = try await world.caller(app.token, by: app.app)
            let first = try await stage.follow(caller)
            let place = first.place
            // Two events each: the status and the tokens that are cut, then the status alone.
            for pin in [false, true] {
                world.advance(.seconds(1))
                _ = try await world.report(app, pin: pin)
            }
            for _ in 0..<3 { _ = await first.next() }
            let again = try await stage.follow(caller, after: place)
            #expect(!again.missed)
            #expect(await again.next()?.hasPrefix("complianceChanged interactionRequired") == true)
            #expect(await again.next()?.hasPrefix("tokensSuspended") == true)
            #expect(await again.next()?.hasPrefix("complianceChanged compliant") == true)
            #expect(try await stage.follow(caller, after: again.place).isEmpty)
            for pin in [false, true] {
                world.advance(.seconds(1))
                _ = try await world.report(app, pin: pin)
            }
            for _ in 0..<3 { _ = await first.next() }
            let late = try await stage.follow(caller, after: place)
            #expect(late.missed && late.isEmpty)
            let foreign = StatusEventID(epoch: place.epoch + 1, sequence: place.sequence)
            #expect(try await stage.follow(caller, after: foreign).missed)
            let ahead = StatusEventID(epoch: place.epoch, sequence: place.sequence + 1000)
            #expect(try await stage.follow(caller, after: ahead).missed)
        }
    }

    @Test func `followers that join while events come are told each event after their place, once and in order`()
        async throws
    {
        try await Stage.run(window: 1000) { stage async throws in
            let world = stage.world
            let admission = try await stage.admission()
            try await stage.live.open(admission.head)
            let start = StatusEventID(epoch: admission.head.epoch, sequence: admission.head.sequence)
            let entries = 400
            let followers = try await withThrowingTaskGroup(of: StatusProbe.self) { group in
                group.addTask {
                    for number in 0..<entries { try await stage.commitChange(number) }
                    return StatusProbe()
                }
                for _ in 0..<40 {
                    group.addTask {
                        // Lets the events come meanwhile: a read takes its turn with the writes.
                        _ = try await world.head()
                        let probe = StatusProbe()
                        stage.enter(probe, admission, after: start)
                        return probe
                    }
                }
                return try await group.reduce(into: [StatusProbe]()) { $0.append($1) }
            }
            let last = "complianceChanged compliant \(entries - 1)"
            for follower in followers where follower.isEntered {
                var told: [Int] = []
                while let text = await follower.next() {
                    told.append(Int(text.split(separator: " ").last ?? "") ?? -1)
                    if text == last { break }
                }
                #expect(!follower.missed && told == Array(0..<entries))
            }
            #expect(followers.count { $0.isEntered } == 40)
        }
    }

    @Test func `a follower that is behind is told the rest when it has room, each event once and in order`()
        async throws
    {
        try await Stage.run(window: 1000) { stage async throws in
            let slow = StatusProbe()
            _ = slow.makeRoom(0)
            let admission = try await stage.admission()
            try await stage.live.open(admission.head)
            stage.enter(slow, admission, after: nil)
            let quick = try await stage.followTenant()
            let entries = 300
            for number in 0..<entries {
                try await stage.commitChange(number)
                // The slow one has room for one or two offers now and then, in the middle of what is told.
                if number % 7 == 0, slow.makeRoom(1 + number % 2) { stage.resume(slow) }
            }
            for number in 0..<entries { #expect(await quick.next() == "complianceChanged compliant \(number)") }
            // Whoever came first was told first, and what is told on having room is told at once: nothing is waited for.
            if slow.makeRoom(.max) { stage.resume(slow) }
            #expect(slow.told == (0..<entries).map { "complianceChanged compliant \($0)" })
        }
    }

    @Test func `room that comes before anybody notes that a follower waits is not overlooked`() async throws {
        try await Stage.run { stage async throws in
            let probe = StatusProbe(hasRoomSoon: true)
            _ = probe.makeRoom(0)
            let admission = try await stage.admission()
            try await stage.live.open(admission.head)
            stage.enter(probe, admission, after: nil)
            let quick = try await stage.followTenant()
            try await stage.commitChange(1)
            #expect(await quick.next() == "complianceChanged compliant 1")
            #expect(probe.told == ["complianceChanged compliant 1"])
        }
    }

    @Test func `a follower whose missed events are not kept any more is told to look at everything anew`() async throws
    {
        try await Stage.run(window: 10) { stage async throws in
            let slow = StatusProbe()
            _ = slow.makeRoom(0)
            let admission = try await stage.admission()
            try await stage.live.open(admission.head)
            stage.enter(slow, admission, after: nil)
            let quick = try await stage.followTenant()
            for number in 0..<30 { try await stage.commitChange(number) }
            for _ in 0..<30 { _ = await quick.next() }
            #expect(slow.isEmpty && slow.makeRoom(.max))
            stage.resume(slow)
            try await stage.commitChange(30)
            #expect(await quick.next() != nil)
            #expect(slow.told == ["end resync"])
        }
    }

    @Test func `a stream ends with its token, its account or its client's permission`() async throws {
        try await Stage.run { stage async throws in
            let world = stage.world
            let alice = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let bob = try await world.compliantApp(TestApp(World.bob), identity: world.identities.issue())
            let first = try await stage.follow(world.caller(alice.token, by: alice.app))
            let second = try await stage.follow(world.caller(bob.token, by: bob.app))
            let service = try await stage.followTenant()
            // At once, since the journal says so.
            #expect(
                try await world.administration.setEnabled(false, World.alice, in: World.tenant, reason: "left").isDone)
            #expect(await first.next() == "end")
            #expect(await stage.live.checkAuthorities() == 0)
            #expect(second.isEmpty)
            world.advance(.seconds(bob.token.lifetime - 2))
            stage.live.endExpired()
            #expect(second.isEmpty)
            world.advance(.seconds(2))
            stage.live.endExpired()
            #expect(await second.next() == "end")
            _ = try await world.administration.apply(Stage.contents(world, readsEvents: false), to: World.tenant)
            #expect(await service.next() == "end")
        }
    }

    @Test func `a grant that was revoked while nothing was read ends its stream at the next check`() async throws {
        try await Stage.run(runs: false) { stage async throws in
            let world = stage.world
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let follower = try await stage.follow(world.caller(app.token, by: app.app))
            #expect(await stage.live.checkAuthorities() == 0)
            let change = StateChange.grant(.killGrant(app.token.grant, .revoked, at: world.now))
            _ = try await world.store.commit(
                GatewayWrite(
                    tenant: World.tenant, changes: [change], entries: [JournalEntry(.grantRevoked, at: world.now)]))
            #expect(await stage.live.checkAuthorities() == 1)
            #expect(await follower.next() == "end")
        }
    }

    @Test func `only a service that the directory names follows the tenant`() async throws {
        try await Stage.run { stage async throws in
            func admit(_ credential: ClientCredential) async throws -> Result<StatusAdmission, StatusRefusal> {
                try await stage.live.admit(
                    credential, tenant: stage.world.head(),
                    circumstances: stage.world.circumstances("https://gateway.example/events"))
            }
            let good = PresentedSecret(World.secret)
            #expect(try await admit(.basic("reader", good)).isAdmitted)
            #expect(
                try await admit(.basic("reader", PresentedSecret("wrong"))).refusal
                    == .credential(.invalidClient(.wrongSecret)))
            #expect(try await admit(.basic("nobody", good)).refusal == .credential(.invalidClient(.unknownClient)))
            _ = try await stage.world.administration.apply(
                Stage.contents(stage.world, readsEvents: false), to: World.tenant)
            #expect(try await admit(.basic("reader", good)).refusal == .notAllowed)
        }
    }
}

// MARK: Support

/// A follower that keeps what it is told.
private final class StatusProbe: StatusReceiver {
    private struct State {
        var told: [String] = []
        var place = StatusEventID(epoch: 0, sequence: 0)
        var missed = false
        var isEntered = false
        /// How many more offers are taken.
        var room = Int.max
        var isAwaited = false
    }

    /// Whether there is room as soon as an offer was turned away, before anybody has looked at that answer.
    let hasRoomSoon: Bool
    let ticket = Lock<StatusTicket?>(nil)
    private let state = Lock(State())
    private let bell = JournalBell()

    init(hasRoomSoon: Bool = false) {
        self.hasRoomSoon = hasRoomSoon
    }

    var place: StatusEventID { state.withLock { $0.place } }
    var missed: Bool { state.withLock { $0.missed } }
    var isEntered: Bool { state.withLock { $0.isEntered } }
    var told: [String] { state.withLock { $0.told } }
    var isEmpty: Bool { told.isEmpty }

    func begin(_ place: StatusEventID, _ missed: Bool) {
        state.withLock { state in
            state.place = place
            state.missed = missed
            state.isEntered = true
        }
    }

    func take(_ text: String) {
        state.withLock { $0.told += text.split(separator: "\n").map(String.init) }
        bell.ring()
    }

    func offer(_ bytes: [UInt8]) -> StatusFollower.Reception {
        let hasRoom = state.withLock { state in
            if state.room > 0 { state.room -= 1 } else { state.isAwaited = true }
            return !state.isAwaited
        }
        guard hasRoom else {
            if hasRoomSoon { _ = makeRoom(.max) }
            return .full
        }
        take(String(decoding: bytes, as: UTF8.self))
        return .taken
    }

    func end(_ end: StatusFollower.End) { take(end == .resync ? "end resync" : "end") }

    /// Makes room for so many more offers; whether one was turned away before.
    func makeRoom(_ count: Int) -> Bool {
        state.withLock { state in
            defer { (state.room, state.isAwaited) = (count, false) }
            return state.isAwaited
        }
    }

    /// The next thing that it is told; waits for it.
    func next() async -> String? {
        let rings = bell.rings()
        if let text = pop() { return text }
        for await _ in rings {
            if let text = pop() { return text }
        }
        return nil
    }

    private func pop() -> String? { state.withLock { $0.told.isEmpty ? nil : $0.told.removeFirst() } }
}

/// A world in which compliance is told as it changes.
private struct Stage: Sendable {
    let world: World
    let live: LiveStatus

    static func contents(_ world: World, readsEvents: Bool) throws -> DirectoryContents {
        var contents = try World.contents(world.identities)
        for index in contents.clients.indices where contents.clients[index].id == "reader" {
            contents.clients[index].readsEvents = readsEvents
        }
        return contents
    }

    static func run(window: Int = 100, runs: Bool = true, _ body: (Stage) async throws -> Void) async throws {
        try await World.run { world async throws in
            _ = try await world.administration.apply(contents(world, readsEvents: true), to: World.tenant)
            let live = LiveStatus(
                world.environment, directory: world.directory, store: world.store, bell: world.bell, window: window,
                encode: { event, _, _ in
                    Array("\(event.kind) \(event.status?.name ?? "-") \(event.instance?.rawValue ?? "-")\n".utf8)
                }, trouble: { Issue.record("\($0)") })
            let stage = Stage(world: world, live: live)
            let telling = Task { if runs { await live.run() } }
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await body(stage))
            } catch {
                outcome = .failure(error)
            }
            telling.cancel()
            await telling.value
            try outcome.get()
        }
    }

    func enter(_ probe: StatusProbe, _ admission: StatusAdmission, after last: StatusEventID?) {
        let follower = StatusFollower(admission, language: .english, receiver: probe)
        let ticket = live.follow(follower, World.tenant, after: last) { place, missed in
            probe.begin(place, missed)
            return []
        }
        probe.ticket.withLock { $0 = ticket }
        // What was committed before is told with the next ring.
        world.bell.ring()
    }

    func follow(_ caller: ComplianceCaller, after last: StatusEventID? = nil) async throws -> StatusProbe {
        let admission = live.admit(caller)
        try await live.open(admission.head)
        let probe = StatusProbe()
        enter(probe, admission, after: last)
        return probe
    }

    /// Lets the numbered instance become compliant.
    func commitChange(_ number: Int) async throws {
        let entry = JournalEntry(
            .complianceChanged, at: world.now,
            subject: JournalSubject(account: World.alice, instance: AppInstanceID("\(number)")),
            details: [("to", .string("compliant"))])
        _ = try await world.store.commit(GatewayWrite(tenant: World.tenant, changes: [], entries: [entry]))
        world.bell.ring()
    }

    func resume(_ probe: StatusProbe) {
        if let ticket = probe.ticket.withLock({ $0 }) { live.resume(ticket) }
    }

    func admission() async throws -> StatusAdmission {
        try await live.admit(
            .basic("reader", PresentedSecret(World.secret)), tenant: world.head(),
            circumstances: world.circumstances("https://gateway.example/events")
        ).get()
    }

    func followTenant() async throws -> StatusProbe {
        let admission = try await admission()
        try await live.open(admission.head)
        let probe = StatusProbe()
        enter(probe, admission, after: nil)
        return probe
    }
}

extension Result where Success == StatusAdmission, Failure == StatusRefusal {
    fileprivate var isAdmitted: Bool { if case .success = self { true } else { false } }
    fileprivate var refusal: StatusRefusal? { if case .failure(let refusal) = self { refusal } else { nil } }
}
