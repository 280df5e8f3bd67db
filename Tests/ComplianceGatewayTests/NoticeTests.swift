import AccessModel
import Compliance
import ComplianceGateway
import Cryptography
import Directory
import JSONCoding
import Storage
import Testing

/// Who is told before a step, when, and how often; and of devices.
@Suite(.timeLimit(.minutes(10))) struct NoticeTests {
    static let day = Duration.seconds(86_400)

    private static func protection(grace: Duration, action: CheckAction = .block) throws -> AppProtectionPolicy {
        try AppProtectionPolicy(
            id: "baseline", displayName: "Baseline", revision: 1, target: .init(include: .init(all: true)),
            rules: ProtectionRules(
                requiresPIN: true, checkInInterval: day * 30, revisionGrace: .zero,
                responses: [.pin: CheckResponse(action: action, grace: grace)]))
    }

    private func publish(_ grace: Duration, in world: World) async throws {
        #expect(
            try await world.administration.publishProtection(
                [Self.protection(grace: grace)], exemptions: [], to: world.head()) != nil)
    }

    /// Everything whose time has come is done, as by a process that has just started.
    private func wake(_ post: Post) async throws {
        while try await post.world.reevaluation.evaluateDue().due > 0 {}
        try await post.settle()
    }

    @Test func `a step is told at the beginning, again a day ahead, and when it comes; each once`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            try await publish(Self.day * 3, in: world)
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.put("hook", secret: "one")
            try await post.settle()
            world.advance(.seconds(1))
            let began = world.now
            _ = try await world.report(app, pin: false)
            try await wake(post)
            #expect(post.sent == ["hook checkFailing one"])
            let due = began + Self.day * 3
            #expect(
                post.messages.last?.steps
                    == [
                        DeliveryStep(
                            check: "pin", reason: .pinNotSet, action: .block, due: Timestamp(seconds: due.seconds))
                    ])
            #expect(try await world.store.nextDue() == began + Self.day * 2)
            for (wait, sent) in [
                (Self.day * 2 - .milliseconds(1), [String]()), (.milliseconds(1), ["hook checkStepNear one"]),
                (Self.day - .milliseconds(1), []), (.milliseconds(1), ["hook complianceLost one"]), (Self.day, []),
            ] {
                let before = post.sent.count
                world.advance(wait)
                try await wake(post)
                try await wake(post)
                #expect(Array(post.sent.dropFirst(before)) == sent)
            }
        }
    }

    @Test func `what is put right in time is told to be settled, and no more often than the destination wants`()
        async throws
    {
        try await Post.run { post async throws in
            let world = post.world
            try await publish(Self.day * 3, in: world)
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.put("hook", secret: "one")
            try await post.put("quiet", quietFor: .seconds(3600), secret: "two")
            try await post.settle()
            for pin in [false, true, false, true] {
                world.advance(.seconds(1))
                _ = try await world.report(app, pin: pin)
            }
            try await wake(post)
            #expect(
                post.sent.filter { $0.hasPrefix("hook") } == [
                    "hook checkFailing one", "hook checkSettled one", "hook checkFailing one", "hook checkSettled one",
                ])
            #expect(post.sent.filter { $0.hasPrefix("quiet") } == ["quiet checkFailing two", "quiet checkSettled two"])
        }
    }

    @Test func `a device's users are told, those whom the directory does not hold get no mail`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            #expect(
                try await world.administration.publishProtection(
                    [Self.protection(grace: Self.day)], exemptions: [],
                    devices: DeviceRules(
                        requiresEncryption: true,
                        responses: [.encryption: CheckResponse(action: .block, grace: Self.day)]),
                    to: world.head()) != nil)
            let source = try await world.source()
            try await post.put("hook", secret: "one")
            try await post.putMail("mail", to: nil)
            try await post.putMail("desk", to: "desk@contoso.example")
            try await post.settle()
            func say(_ id: String, _ rest: String) async throws {
                world.advance(.seconds(1))
                let body = TestSource.signal(id, at: world.now, rest)
                #expect(try await world.send(body, from: source).fates == ["applied"])
                try await post.settle()
            }
            let users = #""accounts":["\#(World.alice.rawValue)","99999999-0000-4000-8000-000000000009"]"#
            try await say("1", #""compliance":"compliant","encrypted":true,"displayName":"phone","# + users)
            #expect(post.sent.isEmpty)
            try await say("2", #""encrypted":false"#)
            func told(_ event: String) -> [String] {
                ["desk \(event) -", "desk \(event) -", "hook \(event) one", "hook \(event) one", "mail \(event) -"]
            }
            #expect(post.sent.sorted() == told("checkFailing"))
            let message = try #require(post.messages.first { $0.account == World.alice })
            #expect(message.deviceName == "phone" && message.device != nil && message.instance == nil)
            #expect(message.steps.map(\.check) == ["encryption"])
            let before = post.sent.count
            try await say("3", #""compliance":"noncompliant""#)
            // Mail tells of a loss, and leaves the rest to those who want it.
            #expect(post.sent.dropFirst(before).sorted() == told("deviceComplianceLost"))
            #expect(post.messages.last?.reasons == [.deviceNotCompliant])
        }
    }

    @Test func `a device that nobody uses is told of once, to those who look after devices`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            let source = try await world.source()
            try await post.putMail("mail", to: nil)
            try await post.putMail("desk", to: "desk@contoso.example")
            try await post.settle()
            for verdict in ["compliant", "noncompliant"] {
                world.advance(.seconds(1))
                let body = TestSource.signal(verdict, at: world.now, #""compliance":"\#(verdict)""#)
                _ = try await world.send(body, from: source)
            }
            try await post.settle()
            #expect(post.sent == ["desk deviceComplianceLost -"])
        }
    }

    @Test func `people are told in the language that they prefer`() async throws {
        try await Post.run { post async throws in
            let world = post.world
            try await publish(Self.day, in: world)
            var contents = try World.contents(world.identities)
            contents.accounts[0].preferredLanguage = "ko-KR"
            #expect(try await world.administration.apply(contents, to: World.tenant).isDone)
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await post.put("hook", secret: "one")
            try await post.settle()
            world.advance(.seconds(1))
            _ = try await world.report(app, pin: false)
            try await post.settle()
            #expect(post.messages.map(\.preferredLanguage) == ["ko-KR"])
        }
    }

    @Test func `the use of a break-glass account is told by every channel, each time, even if one is broken`()
        async throws
    {
        try await Post.run { post async throws in
            let world = post.world
            try await post.put("broken", events: [.breakGlassUsed], quietFor: Self.day, secret: "one")
            try await post.putMail("mail", to: "desk@contoso.example", quietFor: Self.day)
            try await post.settle()
            post.fail("broken", .refused("answered 400"))
            for _ in 0..<2 {
                world.advance(.seconds(1))
                let entry = JournalEntry(.breakGlassUsed, at: world.now, subject: JournalSubject(account: World.bob))
                _ = try await world.store.commit(GatewayWrite(tenant: World.tenant, changes: [], entries: [entry]))
                try await post.settle()
            }
            #expect(
                post.sent.sorted()
                    == Array(repeating: "broken breakGlassUsed one", count: 2)
                    + Array(repeating: "mail breakGlassUsed -", count: 2))
            #expect(
                try await world.store.deliveries(of: World.tenant, .dead, limit: 10).map(\.id.destination) == [
                    "broken", "broken",
                ])
        }
    }
}

/// Exemptions that need two administrators.
@Suite struct ExemptionApprovalTests {
    private struct Acts: Sendable {
        let world: World
        let name: String

        private var administration: Administration { Administration(world.environment, actor: name) }

        func request(_ id: String, check: ProtectionCheck = .pin, ends: Duration = .seconds(3600)) async throws
            -> ExemptionOutcome
        {
            try await administration.requestExemption(
                id, for: .account(World.alice), from: check, reason: "broken screen", ends: world.now + ends,
                in: World.tenant)
        }

        func approve(_ id: String) async throws -> ExemptionOutcome {
            try await administration.approveExemption(id, in: World.tenant, store: world.store)
        }

        func withdraw(_ id: String) async throws -> ExemptionOutcome {
            try await administration.withdrawExemption(id, in: World.tenant, store: world.store)
        }

        func publish(_ exemptions: [Exemption], guarded: Bool) async throws {
            #expect(
                try await administration.publishProtection(
                    [World.protection()], exemptions: exemptions,
                    settings: ProtectionSettings(exemptionsNeedApproval: guarded), to: world.head()) != nil)
        }
    }

    @Test func `an exemption holds once somebody else approves it, and shows who that was`() async throws {
        try await World.run { world async throws in
            let (ada, bob) = (Acts(world: world, name: "os:ada"), Acts(world: world, name: "os:bob"))
            #expect(try await ada.request("x1") == .notGuarded)
            try await ada.publish([], guarded: true)
            let app = try await world.enrolled(TestApp(), identity: world.identities.issue())
            world.advance(.seconds(1))
            #expect(try await ada.request("x1") == .done)
            #expect(try await ada.request("x1") == .taken)
            #expect(try await world.store.exemptionRequests(of: World.tenant).map(\.requestedBy) == ["os:ada"])
            // Asked for alone it changes nothing.
            #expect(try await world.report(app, pin: false).report().result.reasons == [.pinNotSet])
            #expect(try await ada.approve("x1") == .refused(.sameAdministrator))
            #expect(try await bob.approve("x2") == .unknown)
            let before = try await world.head().sequence
            #expect(try await bob.approve("x1") == .done)
            #expect(try await bob.approve("x1") == .unknown)
            world.advance(.seconds(1))
            let result = try await world.report(app, pin: false).report().result
            #expect(result.status == .compliant)
            let trace = try #require(result.checks.first { $0.check == .pin }?.detail)
            #expect(trace.contains("`x1`") && trace.contains("`os:bob`") && trace.hasSuffix(": broken screen"))
            let entries = try await world.journal(after: before)
            #expect(entries.first?.kind == "exemptionApproved" && entries.first?.actor == "os:bob")
            #expect(entries.first?.account == World.alice.rawValue)
            #expect(entries.first?.details["requestedBy"]?.stringValue == "os:ada")
            #expect(try await world.store.exemptionRequests(of: World.tenant).isEmpty)
            #expect(try await ada.withdraw("x1") == .done)
            world.advance(.seconds(1))
            #expect(try await world.report(app, pin: false).report().result.reasons == [.pinNotSet])
            #expect(try await ada.withdraw("x1") == .unknown)
        }
    }

    @Test func `nobody approves what they asked for, whatever they read before`() async throws {
        try await World.run { world async throws in
            let ada = Acts(world: world, name: "os:ada")
            try await ada.publish([], guarded: true)
            #expect(try await ada.request("x1") == .done)
            // The statement itself refuses, not only the look before it.
            let write = GatewayWrite(
                tenant: World.tenant, changes: [.administration(.approveExemption("x1", by: "os:ada"))], entries: [])
            #expect(try await world.store.commit(write) == .refused(change: 0))
            #expect(try await world.store.exemptionRequests(of: World.tenant).count == 1)
        }
    }

    @Test func `a request that has ended, or is taken back, is not approved`() async throws {
        try await World.run { world async throws in
            let (ada, bob) = (Acts(world: world, name: "os:ada"), Acts(world: world, name: "os:bob"))
            try await ada.publish([], guarded: true)
            #expect(try await ada.request("short", ends: .seconds(60)) == .done)
            #expect(try await ada.request("back") == .done)
            await #expect(throws: AppProtectionPolicyError.self) { try await ada.request("never", check: .evidence) }
            world.advance(.seconds(60))
            #expect(try await bob.approve("short") == .refused(.ended))
            #expect(try await ada.withdraw("back") == .done)
            #expect(try await bob.approve("back") == .unknown)
        }
    }

    @Test func `no document brings an exemption past the second administrator`() async throws {
        try await World.run { world async throws in
            let ada = Acts(world: world, name: "os:ada")
            func exemption(_ id: String) throws -> Exemption {
                try Exemption(
                    id: id, scope: .account(World.alice), check: .pin, reason: "r", approver: "os:bob",
                    grantedAt: Timestamp(seconds: world.now.seconds), ends: Timestamp(seconds: world.now.seconds + 3600)
                )
            }
            func inForce() async throws -> [String] {
                try #require(try await world.store.configuration(of: World.tenant)).exemptions.map(\.id)
            }
            let (old, new) = (try exemption("old"), try exemption("new"))
            try await ada.publish([old], guarded: false)
            // Those in force stay, named or not.
            try await ada.publish([], guarded: true)
            #expect(try await inForce() == ["old"])
            try await ada.publish([old], guarded: true)
            #expect(try await inForce() == ["old"])
            for guarded in [true, false] {
                await #expect(throws: UnusableContents.self) { try await ada.publish([old, new], guarded: guarded) }
            }
            #expect(try await inForce() == ["old"])
            try await ada.publish([], guarded: false)
            #expect(try await inForce().isEmpty)
        }
    }
}
