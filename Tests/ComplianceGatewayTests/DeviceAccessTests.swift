import AccessModel
import AuthorizationServer
import Compliance
import Directory
import JSONCoding
import PolicyFormat
import Testing

@testable import ComplianceGateway

/// What devices do for tokens: bound by a certificate, made compliant by a source, cut when they are not.
@Suite struct DeviceAccessTests {
    /// The mail resource asks for a compliant device.
    private static func demand(_ world: World) async throws {
        let document = World.policies(state: "enabled", control: "compliantDevice")
        #expect(try await world.administration.publishPolicies(document, to: world.head()).isPublished)
    }

    private static func say(
        _ verdict: String, _ id: String, _ world: World, _ source: TestSource, serial: String = "C02XK1"
    ) async throws {
        let body = TestSource.signal(id, serial: serial, at: world.now, #""compliance":"\#(verdict)""#)
        #expect(try await !world.send(body, from: source).fates.isEmpty)
    }

    @Test func `the certificate binds an instance to its device, and to the one that a source tells of`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            try await Self.say("compliant", "e1", world, source)
            let known = try await world.enrolled(TestApp(), identity: world.identities.issue("C02XK1"))
            let device = try #require(try await world.instance(known.instance).device)
            let before = try await world.head().sequence
            let new = try await world.enrolled(TestApp(World.bob), identity: world.identities.issue("C02XK2"))
            let other = try #require(try await world.instance(new.instance).device)
            #expect(other != device)
            let kinds = try await world.journal(after: before).filter { $0.device == other.rawValue }.map(\.kind)
            #expect(kinds.contains("deviceRegistered"))
            let facts = try await world.environment.store.facts(
                FactsQuery(tenant: World.tenant, presented: .id(known.instance)))
            #expect(facts?.presentedInstance?.device?.id == device)
        }
    }

    @Test func `without a certificate an app is on no device, whatever it says`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope).issued()
            let report = try await world.enrol(app, with: token).report()
            let id = try #require(report.instance)
            #expect(try await world.instance(id).device == nil)
        }
    }

    @Test func `a token waits for a compliant device and is cut with it`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            try await Self.demand(world)
            let app = try await world.enrolled(TestApp(), identity: world.identities.issue("C02XK1"))
            #expect(
                try await world.signIn(app.app, scope: World.mailScope).deviceReason == .deviceUnknown)
            try await Self.say("compliant", "e1", world, source)
            let mail = try await world.signIn(app.app, scope: World.mailScope).issued()
            #expect(try await world.isActive(mail))
            let before = try await world.head().sequence
            try await Self.say("noncompliant", "e2", world, source)
            #expect(try await world.isActive(mail) == false)
            #expect(try await world.refresh(mail, by: app.app).deviceReason == .deviceNotCompliant)
            let entries = try await world.journal(after: before)
            #expect(
                entries.contains { $0.kind == "deviceComplianceChanged" && $0.instance == app.instance.rawValue })
            #expect(entries.contains { $0.kind == "tokensSuspended" })
            try await Self.say("compliant", "e3", world, source)
            let again = try await world.refresh(mail, by: app.app).issued()
            #expect(try await world.isActive(again))
            #expect(try await world.isActive(mail) == false)
        }
    }

    /// A device management server tells of a device again and again.
    @Test func `a bad verdict that is said again cuts nothing that it did not cut before`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue("C02XK1"))
            try await Self.say("noncompliant", "e1", world, source)
            let token = try await world.signIn(app.app, scope: World.mailScope).issued()
            let before = try await world.head().sequence
            world.advance(.seconds(1))
            try await Self.say("noncompliant", "e2", world, source)
            #expect(try await world.isActive(token))
            #expect(try await world.journal(after: before).map(\.kind) == ["deviceSignalReceived"])
        }
    }

    @Test func `people see beside each of their apps what is so of its device`() async throws {
        try await World.run { world async throws in
            let app = try await world.enrolled(TestApp(), identity: world.identities.issue("C02XK1"))
            let facts = try await world.environment.store.facts(
                FactsQuery(tenant: World.tenant, anchor: .account(app.app.account)))
            let owner = try #require(facts?.account)
            func device() async throws -> ComplianceResult? {
                let own = try await SelfService(world.environment, directory: world.directory)
                    .apps(of: owner, tenant: world.head())
                #expect(own.map(\.instance.id) == [app.instance])
                return own.first?.device
            }
            #expect(try await device() == nil)
            let source = try await world.source()
            try await Self.say("compliant", "e1", world, source)
            #expect(try await device()?.status == .compliant)
            try await Self.say("noncompliant", "e2", world, source)
            #expect(try await device()?.reasons == [.deviceNotCompliant])
        }
    }

    @Test func `one device's compliance is none of another's`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            try await Self.demand(world)
            let app = try await world.enrolled(TestApp(), identity: world.identities.issue("C02XK1"))
            try await Self.say("compliant", "e1", world, source, serial: "C02XK2")
            #expect(try await world.signIn(app.app, scope: World.mailScope).deviceReason == .deviceUnknown)
            try await Self.say("compliant", "e2", world, source)
            let mail = try await world.signIn(app.app, scope: World.mailScope).issued()
            try await Self.say("noncompliant", "e3", world, source, serial: "C02XK2")
            #expect(try await world.isActive(mail))
        }
    }

    @Test func `a token ends with the verdict that it rests on`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            try await Self.demand(world)
            let app = try await world.enrolled(TestApp(), identity: world.identities.issue("C02XK1"))
            try await Self.say("compliant", "e1", world, source)
            world.advance(.seconds(10_700))
            let mail = try await world.signIn(app.app, scope: World.mailScope).issued()
            #expect(mail.lifetime == 100)
            world.advance(.seconds(100))
            #expect(try await world.refresh(mail, by: app.app).deviceReason == .checkInOverdue)
        }
    }

    @Test func `time alone ends a verdict, and those who follow the app are told`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue("C02XK1"))
            try await Self.say("compliant", "e1", world, source)
            _ = try await world.reevaluation.evaluateDue()
            let before = try await world.head().sequence
            world.advance(.seconds(10_800))
            #expect(try await world.reevaluation.evaluateDue().changed > 0)
            let entries = try await world.journal(after: before).filter { $0.kind == "deviceComplianceChanged" }
            #expect(entries.map(\.instance) == [nil, app.instance.rawValue])
            #expect(entries.first?.details["reasons"]?.arrayValue?.first?.stringValue == "check_in_overdue")
            // It is due no longer, and nothing is said twice.
            let after = try await world.head().sequence
            _ = try await world.reevaluation.evaluateDue()
            #expect(try await world.head().sequence == after)
        }
    }

    @Test func `a source that is disabled or removed vouches for nobody`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            try await Self.demand(world)
            let app = try await world.enrolled(TestApp(), identity: world.identities.issue("C02XK1"))
            try await Self.say("compliant", "e1", world, source)
            let mail = try await world.signIn(app.app, scope: World.mailScope).issued()
            #expect(try await world.administration.setSource("mdm", enabled: false, in: World.tenant))
            #expect(try await world.refresh(mail, by: app.app).deviceReason == .deviceUnknown)
            #expect(try await world.administration.removeSource("mdm", in: World.tenant))
            _ = try await world.source()
            #expect(try await world.refresh(mail, by: app.app).deviceReason == .deviceUnknown)
        }
    }

    @Test func `the compliance resource asks for no device, and the status shows it`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            try await Self.demand(world)
            let app = try await world.enrolled(TestApp(), identity: world.identities.issue("C02XK1"))
            func device() async throws -> ComplianceResult? {
                let caller = try await world.caller(app.token, by: app.app, instance: app.instance)
                return try world.compliance.status(caller).report().device
            }
            #expect(try await device()?.reasons == [.deviceUnknown])
            try await Self.say("compliant", "e1", world, source)
            #expect(try await device()?.status == .compliant)
            let own = try await world.refresh(app.token, by: app.app).issued()
            try await Self.say("noncompliant", "e2", world, source)
            // The way back stays open to a token that names the device.
            #expect(try await world.admission(own, by: app.app, instance: app.instance).isAdmitted)
        }
    }

    @Test func `the organisation's own checks stand beside a source's verdict`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            try await Self.demand(world)
            _ = try await world.administration.publishProtection(
                [World.protection()], exemptions: [], devices: DeviceRules(blocksRooted: true), to: world.head())
            let app = try await world.enrolled(TestApp(), identity: world.identities.issue("C02XK1"))
            try await Self.say("compliant", "e1", world, source)
            #expect(try await world.signIn(app.app, scope: World.mailScope).deviceReason == .postureIncomplete)
            let rooted = TestSource.signal("e2", at: world.now, #""rooted":true"#)
            _ = try await world.send(rooted, from: source)
            #expect(try await world.signIn(app.app, scope: World.mailScope).deviceReason == .deviceRooted)
            let sound = TestSource.signal("e3", at: world.now, #""rooted":false"#)
            _ = try await world.send(sound, from: source)
            _ = try await world.signIn(app.app, scope: World.mailScope).issued()
        }
    }

    @Test func `a device filter sees what a source said`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let text = """
                {"id": "44444444-0000-4000-8000-000000000002", "displayName": "No personal devices", "state": "enabled",
                 "conditions": {"users": {"includeUsers": ["All"]},
                  "applications": {"includeApplications": ["\(World.mail)"]},
                  "devices": {"deviceFilter": {"mode": "include", "rule": "device.deviceOwnership -eq \\"Personal\\""}}},
                 "grantControls": {"operator": "OR", "builtInControls": ["block"]}}
                """
            let collection = PolicyCollection([PolicyReader().read(Array(text.utf8), named: "policies.json")])
            let document = PolicyPublication.bytes(of: collection)
            #expect(try await world.administration.publishPolicies(document, to: world.head()).isPublished)
            let app = try await world.enrolled(TestApp(), identity: world.identities.issue("C02XK1"))
            for (index, (ownership, isIssued)) in [("company", true), ("personal", false)].enumerated() {
                let body = TestSource.signal("e\(index)", at: world.now, #""ownership":"\#(ownership)""#)
                #expect(try await world.send(body, from: source).fates == ["applied"])
                let reply = try await world.signIn(app.app, scope: World.mailScope)
                #expect((reply.refusal == nil) == isIssued)
            }
        }
    }

    @Test(arguments: [
        ("CN=phone,serialNumber=C02XK1", "C02XK1"), ("serialNumber=C02XK1+CN=phone", "C02XK1"), ("CN=phone", nil),
        ("serialNumber=C02XK1,serialNumber=C02XK2", nil), (#"CN=x\,serialNumber=C02XK1"#, nil),
        (#"serialNumber=C02\,XK1"#, nil), ("serialNumber=#0403", nil), ("serialNumber=", nil),
        (#"CN=x\\,serialNumber=C02XK1"#, "C02XK1"),
    ])
    func `a subject names a device only where it can be read in one way`(_ subject: String, _ serial: String?) {
        #expect(DistinguishedName.value(of: "serialNumber", in: subject) == serial)
    }
}

extension Result {
    fileprivate var isAdmitted: Bool { if case .success = self { true } else { false } }
}

extension TokenReply {
    /// Why a device is asked for; nil when none is.
    fileprivate var deviceReason: ReasonCode? {
        guard case .refused(.deviceRequired(_, let reason, _, _)) = self else { return nil }
        return reason
    }
}
