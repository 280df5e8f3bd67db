import AccessModel
import Compliance
import ComplianceGateway
import Cryptography
import JSONCoding
import ServiceRuntime
import Storage
import Testing

/// What destinations are told, how often, in which order, and what becomes of what does not arrive.
@Suite(.timeLimit(.minutes(10))) struct DeliveryTests {
    @Test func `what happens is told once, in order, with the secret that belongs to the destination`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.put("hook", secret: "one")
            try await post.put("other", events: [.wipeRequested], secret: "two")
            try await post.settle()
            #expect(post.sent.isEmpty)
            for pin in [false, true] {
                world.advance(.seconds(1))
                _ = try await world.report(app, pin: pin)
            }
            try await post.settle()
            #expect(post.sent == ["hook complianceLost one", "hook complianceGained one"])
            let message = try #require(post.messages.first)
            #expect(message.userPrincipalName == "alice@contoso.example" && message.clientName == "app")
            #expect(message.status == .interactionRequired && message.reasons == [.pinNotSet])
            #expect(Set(post.messages.map(\.id)).count == 2)
            let journal = try await world.journal(after: 0).filter { $0.kind == "deliveryCompleted" }
            #expect(journal.map { $0.details["event"]?.stringValue } == ["complianceLost", "complianceGained"])
            // A process that starts now tells nothing again.
            try await post.settle()
            #expect(post.sent.count == 2)
        }
    }

    @Test func `a destination is told of nothing that happened before it was there`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            world.advance(.seconds(1))
            _ = try await world.report(app, pin: false)
            try await post.settle()
            try await post.put("hook", secret: "one")
            try await post.settle()
            #expect(post.sent.isEmpty)
        }
    }

    @Test func `what does not arrive is tried again later and later, and those behind it wait`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            let alice = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let bob = try await world.compliantApp(TestApp(World.bob), identity: world.identities.issue())
            try await post.put("hook", secret: "one")
            try await post.put("healthy", secret: "two")
            try await post.settle()
            post.fail("hook", .failed("answered 500"))
            for pin in [false, true] {
                world.advance(.seconds(1))
                _ = try await world.report(alice, pin: pin)
            }
            _ = try await world.report(bob, pin: false)
            try await post.settle()
            // Of two accounts and one destination that fails, each account's first is tried, and nothing twice.
            #expect(post.sent.filter { $0.hasPrefix("hook") }.count == 2)
            #expect(post.sent.filter { $0.hasPrefix("healthy") }.count == 3)
            let waiting = try await world.store.deliveries(of: World.tenant, .pending, limit: 10)
            #expect(waiting.map(\.attempts).sorted() == [0, 1, 1])
            #expect(waiting.compactMap(\.lastError) == ["answered 500", "answered 500"])
            post.fail("hook", nil)
            try await post.settle()
            #expect(post.sent.filter { $0.hasPrefix("hook") }.count == 2)
            world.advance(.seconds(5))
            try await post.settle()
            #expect(try await world.store.deliveries(of: World.tenant, nil, limit: 10).isEmpty)
            let told = post.messages.filter { $0.account == World.alice }.map(\.event)
            #expect(told.suffix(2) == [.complianceLost, .complianceGained])
        }
    }

    @Test func `after the last try a message is dead, is seen, and can be tried anew or given up`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.put("hook", secret: "one")
            try await post.settle()
            post.fail("hook", .failed("no answer"))
            world.advance(.seconds(1))
            _ = try await world.report(app, pin: false)
            for _ in 0..<DeliveryRetry.attempts {
                try await post.settle()
                world.advance(.seconds(3600))
            }
            #expect(Int64(post.sent.count) == DeliveryRetry.attempts)
            let dead = try #require(try await world.store.deliveries(of: World.tenant, .dead, limit: 10).first)
            #expect(dead.lastError == "no answer")
            #expect(try await world.journal(after: 0).last?.kind == "deliveryFailed")
            #expect(try await world.administration.reviveDelivery(dead.id, in: World.tenant))
            #expect(try await !world.administration.reviveDelivery(dead.id, in: World.tenant))
            post.fail("hook", .refused("answered 400"))
            try await post.settle()
            #expect(Int64(post.sent.count) == DeliveryRetry.attempts + 1)
            #expect(try await world.administration.discardDelivery(dead.id, in: World.tenant))
            #expect(try await !world.administration.discardDelivery(dead.id, in: World.tenant))
            #expect(try await world.store.deliveries(of: World.tenant, nil, limit: 10).isEmpty)
        }
    }

    @Test func `an account is told about one thing no more often than the destination wants`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            try await post.put("mail", events: [.complianceLost], quietFor: .seconds(60), secret: "one")
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.settle()
            for round in 0..<3 {
                for pin in [false, true] {
                    world.advance(.seconds(1))
                    _ = try await world.report(app, pin: pin)
                }
                if round == 1 { try await post.settle() }
            }
            try await post.settle()
            #expect(post.sent.count == 1)
            world.advance(.seconds(60))
            _ = try await world.report(app, pin: false)
            try await post.settle()
            #expect(post.sent.count == 2)
        }
    }

    @Test func `a removed destination is told nothing more, and a secret is sent to no other address`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.put("hook", secret: "one")
            try await post.settle()
            post.fail("hook", .failed("no answer"))
            world.advance(.seconds(1))
            _ = try await world.report(app, pin: false)
            try await post.settle()
            #expect(try await world.administration.removeDestination("hook", in: World.tenant))
            #expect(try await !world.administration.removeDestination("hook", in: World.tenant))
            world.advance(.seconds(60))
            try await post.settle()
            #expect(post.sent.count == 1)
            try await post.put("hook", secret: "one")
            let same = Destination(name: "hook", kind: .webhook, url: "https://hook.example/", events: [.wipeRequested])
            #expect(
                try await world.administration.putDestination(
                    same, secret: nil, in: world.head(), store: world.store, directory: world.directory))
            var moved = same
            moved.url = "https://elsewhere.example/"
            await #expect(throws: UnusableContents.self) {
                try await world.administration.putDestination(
                    moved, secret: nil, in: world.head(), store: world.store, directory: world.directory)
            }
        }
    }

    @Test func `each destination is due by itself, and its messages come by it alone`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.put("first", secret: "one")
            try await post.put("second", secret: "two")
            try await post.settle()
            world.advance(.seconds(1))
            _ = try await world.report(app, pin: false)
            let deliveries = post.deliveries
            #expect(try await world.store.dueLanes(at: world.now).isEmpty)
            _ = try await deliveries.collect(in: world.head(), from: nil)
            let lanes = try await world.store.dueLanes(at: world.now)
            #expect(lanes.map(\.destination) == ["first", "second"])
            #expect(try await deliveries.deliverDue(in: lanes[1]) == (1, 1))
            #expect(post.sent == ["second complianceLost two"])
            #expect(try await world.store.dueLanes(at: world.now) == [lanes[0]])
            #expect(try await deliveries.deliverDue(in: lanes[1]) == (0, 0))
        }
    }

    @Test func `a process that goes on collects from the place that it has reached, step by step`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.put("hook", secret: "one")
            let deliveries = post.deliveries
            var place: DeliveryPlace?
            var stored: [Int] = []
            for pin in [nil, false, true, false] {
                world.advance(.seconds(1))
                if let pin { _ = try await world.report(app, pin: pin) }
                let step = try await deliveries.collect(in: world.head(), from: place)
                place = step.place
                stored.append(step.stored)
            }
            #expect(stored == [0, 1, 1, 1])
            #expect(try await world.store.deliveries(of: World.tenant, .pending, limit: 10).count == 3)
        }
    }

    @Test func `what a wrong clock noted in the future silences and delays nothing`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.put("hook", events: [.complianceLost], quietFor: .seconds(60), secret: "one")
            try await post.settle()
            let ahead = world.now + .seconds(6 * 3600)
            func note(_ change: DeliveryChange) async throws {
                let write = GatewayWrite(tenant: World.tenant, changes: [.delivery(change)], entries: [])
                guard case .committed = try await world.store.commit(write) else { throw Unexpected("not noted") }
            }
            try await note(.noteTold(destination: "hook", World.alice, .complianceLost, at: ahead))
            world.advance(.seconds(1))
            _ = try await world.report(app, pin: false)
            post.fail("hook", .failed("no answer"))
            try await post.settle()
            #expect(post.sent.count == 1, "what was told in the future keeps nothing quiet")
            let failed = try #require(try await world.store.deliveries(of: World.tenant, nil, limit: 1).first)
            try await note(.fail(failed.id, attempts: 1, .pending, nextAt: ahead, error: "no answer"))
            post.fail("hook", nil)
            try await post.settle()
            #expect(post.sent.count == 2, "the try that is too far off is made now")
        }
    }

    @Test func `an entry that a message is still to be made of is not pruned`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.put("hook", secret: "one")
            try await post.settle()
            for outcome in [DeliveryOutcome.failed("no answer"), .refused("no")] {
                post.fail("hook", outcome)
                world.advance(.seconds(60))
                _ = try await world.report(app, pin: false)
                try await post.settle()
                let oldest = try #require(
                    try await world.store.deliveries(of: World.tenant, nil, limit: 10).map(\.id.sequence).min())
                let extent = try #require(try await world.store.journalExtent(of: World.tenant))
                #expect(extent.lowestCursor == oldest - 1)
            }
        }
    }

    @Test func `a destination that ends sessions is told each time`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            var destination = Destination(
                name: "hydra", kind: .hydra, url: "https://hydra.example/", quietFor: .seconds(3600))
            #expect(destination.fault?.contains("each time") == true)
            // One that was stored before this was refused.
            let write = GatewayWrite(
                tenant: World.tenant,
                changes: [.delivery(.put(DestinationRecord(destination: destination, sealedSecret: nil)))],
                entries: [JournalEntry(.destinationChanged, at: world.now)])
            _ = try await world.store.commit(write)
            destination.quietFor = .zero
            #expect(destination.fault == nil)
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.settle()
            for pin in [false, true, false] {
                world.advance(.seconds(1))
                _ = try await world.report(app, pin: pin)
            }
            try await post.settle()
            #expect(post.sent.count == 2)
        }
    }

    @Test(
        arguments: [
            ("postern@contoso.example", nil, true), ("postern@localhost", "a@b.example; c.d@e.example", true),
            ("o'neil+x@contoso.example", "пост@пример.рф", true), ("Postern <postern@contoso.example>", nil, false),
            ("nonsense", nil, false), ("a@b@c", nil, false), ("a..b@c", nil, false), (".a@c", nil, false),
            ("a@", nil, false), ("a@c", ";;", false), ("a@c", "Ops <ops@c>", false), ("a@c", "x@y;", false),
            ("a@c", "x@y;z", false), ("a b@c", nil, false), ("a>@c", nil, false), ("\"a\"@c", nil, false),
        ] as [(String, String?, Bool)])
    func `mail is sent from and to addresses that a mail can name`(_ from: String, _ to: String?, _ isRight: Bool) {
        var settings = ["from": from]
        settings["to"] = to
        let destination = Destination(name: "mail", kind: .mail, url: "smtp://mail.example", settings: settings)
        #expect((destination.fault == nil) == isRight, "\(destination.fault ?? "")")
    }

    @Test func `pauses grow, end, and are spread`() {
        let pauses = (1..<DeliveryRetry.attempts).compactMap { DeliveryRetry.pause(after: $0, random: 0) }
        #expect(pauses.count == Int(DeliveryRetry.attempts) - 1)
        #expect(pauses.first == .seconds(5) && pauses.last == .seconds(3600))
        #expect(pauses == pauses.sorted())
        #expect(DeliveryRetry.pause(after: 1, random: 255) == .milliseconds(3750))
        #expect(DeliveryRetry.pause(after: DeliveryRetry.attempts, random: 0) == nil)
        #expect(DeliveryRetry.pause(after: 1000, random: 0) == nil)
    }
}

/// A world whose destinations are told by a sender that keeps what it was given.
struct Post: Sendable {
    let world: World
    private let sender = KeepingSender()

    var sent: [String] { sender.sent }
    var messages: [DeliveryMessage] { sender.messages }

    static func run(_ body: (Post) async throws -> Void) async throws {
        try await World.run { world async throws in
            let post = Post(world: world)
            try await post.settle()
            try await body(post)
        }
    }

    private init(world: World) { self.world = world }

    func fail(_ destination: String, _ outcome: DeliveryOutcome?) { sender.fail(destination, outcome) }

    func put(
        _ name: String, events: Set<DeliveryEvent>? = nil, quietFor: Duration = .zero, secret: String
    ) async throws {
        let destination = Destination(
            name: name, kind: .webhook, url: "https://hook.example/", events: events, quietFor: quietFor)
        #expect(
            try await world.administration.putDestination(
                destination, secret: SecretBytes(Array(secret.utf8)), in: world.head(), store: world.store,
                directory: world.directory))
    }

    func putMail(_ name: String, to recipients: String?, quietFor: Duration = .zero) async throws {
        var settings = ["from": "postern@contoso.example"]
        settings["to"] = recipients
        let destination = Destination(
            name: name, kind: .mail, url: "smtp://mail.example", settings: settings, quietFor: quietFor)
        #expect(
            try await world.administration.putDestination(
                destination, secret: nil, in: world.head(), store: world.store, directory: world.directory))
    }

    /// The use case, as a process that has just started has it.
    var deliveries: Deliveries {
        Deliveries(world.environment, store: world.store, directory: world.directory, sender: sender)
    }

    /// Takes every step there is to take, as a process that has just started.
    func settle() async throws {
        let deliveries = deliveries
        var place: DeliveryPlace?
        for _ in 0..<100 {
            let step = try await deliveries.collect(in: world.head(), from: place)
            place = step.place
            var tried = 0
            for lane in try await world.store.dueLanes(at: world.now) {
                tried += try await deliveries.deliverDue(in: lane).tried
            }
            if !step.hasMore, step.stored == 0, tried == 0 { return }
        }
        throw Unexpected("there is no end to it")
    }
}

final class KeepingSender: DeliverySender {
    private struct State {
        var sent: [String] = []
        var messages: [DeliveryMessage] = []
        var failing: [String: DeliveryOutcome] = [:]
    }

    private let state = Lock(State())

    var sent: [String] { state.withLock { $0.sent } }
    var messages: [DeliveryMessage] { state.withLock { $0.messages } }

    func fail(_ destination: String, _ outcome: DeliveryOutcome?) {
        state.withLock { $0.failing[destination] = outcome }
    }

    func send(
        _ message: DeliveryMessage, to destination: Destination, secret: SecretBytes?
    ) async -> DeliveryOutcome {
        let word = secret.map { String(decoding: $0.copiedBytes, as: UTF8.self) }
        return state.withLock { state in
            state.sent.append("\(destination.name) \(message.event.rawValue) \(word ?? "-")")
            state.messages.append(message)
            return state.failing[destination.name] ?? .delivered
        }
    }
}
