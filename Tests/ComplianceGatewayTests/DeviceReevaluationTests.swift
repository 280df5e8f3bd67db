import AccessModel
import Compliance
import JSONCoding
import Storage
import Testing

@testable import ComplianceGateway

/// Devices that are evaluated again because something beside them has changed, and whoever is told of it.
@Suite struct DeviceReevaluationTests {
    /// So many devices that a source called compliant.
    private static func tell(_ count: Int, _ world: World, _ source: TestSource) async throws {
        for start in stride(from: 0, to: count, by: 100) {
            let signals = (start..<min(start + 100, count)).map {
                TestSource.signal("e\($0)", serial: "serial-\($0)", at: world.now)
            }
            let body = #"{"signals":[\#(signals.joined(separator: ","))]}"#
            #expect(try await world.send(body, from: source).fates.allSatisfy { $0 == "applied" })
        }
    }

    private static func changes(_ world: World, after sequence: Int64) async throws -> [World.Entry] {
        try await world.journal(after: sequence).filter { $0.kind == "deviceComplianceChanged" }
    }

    @Test func `a change of a source or of the rules reaches every device, in batches, once`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            try await Self.tell(450, world, source)
            try await world.settle()
            let acts: [@Sendable (World) async throws -> Void] = [
                { _ = try await $0.administration.setSource("mdm", enabled: false, in: World.tenant) },
                { _ = try await $0.administration.setSource("mdm", enabled: true, in: World.tenant) },
                {
                    _ = try await $0.administration.publishProtection(
                        [World.protection()], exemptions: [], devices: DeviceRules(requiresManagement: true),
                        to: $0.head())
                },
                {
                    _ = try await $0.administration.publishProtection(
                        [World.protection()], exemptions: [], to: $0.head())
                },
                { _ = try await $0.administration.removeSource("mdm", in: World.tenant) },
            ]
            for act in acts {
                let before = try await world.head().sequence
                try await act(world)
                let done = try await world.settle()
                #expect(done.compactMap(\.devices) == [450])
                let changes = try await Self.changes(world, after: before)
                #expect(changes.count == 450 && Set(changes.compactMap(\.device)).count == 450)
                #expect(changes.allSatisfy { $0.details["cause"] == .string("change") })
            }
        }
    }

    @Test func `a change that changes nothing for a device writes nothing of it`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            try await Self.tell(3, world, source)
            _ = try await world.source("other")
            try await world.settle()
            let before = try await world.head().sequence
            #expect(try await world.administration.setSource("other", enabled: false, in: World.tenant))
            try await world.settle()
            #expect(
                try await world.journal(after: before).map(\.kind) == ["signalSourceDisabled", "reevaluationCompleted"])
        }
    }

    @Test func `each of many apps on a device is told of it once, wherever the work was broken off`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let app = try await world.compliantApp(TestApp(), identity: world.identities.issue("C02XK1"))
            let template = try await world.instance(app.instance)
            for number in 0..<449 {
                let copy = AppInstance(
                    id: AppInstanceID("copy-\(number)"), account: template.account, client: template.client,
                    platform: template.platform, keyThumbprint: "key-\(number)",
                    enrolledAt: template.enrolledAt, device: template.device, evidence: template.evidence,
                    posture: template.posture,
                    lastCheckIn: template.lastCheckIn, confirmedRevision: template.confirmedRevision,
                    result: template.result)
                _ = try await world.store.commit(
                    GatewayWrite(tenant: World.tenant, changes: [.instance(.insert(copy))], entries: []))
            }
            try await world.settle()
            let before = try await world.head().sequence
            _ = try await world.send(TestSource.signal("e1", at: world.now), from: source)
            let due = try await world.journal(after: before).filter { $0.kind == "deviceReevaluationDue" }
            #expect(due.first?.details["instances"] == .integer(450))
            // Each step begins from the stored cursor, as after a crash.
            for _ in 0..<20 { _ = try await world.reevaluation.step(in: World.tenant, from: nil) }
            let told = try await Self.changes(world, after: before).filter { $0.instance != nil }
            #expect(told.count == 450 && Set(told.compactMap(\.instance)).count == 450)
            #expect(told.allSatisfy { $0.account == World.alice.rawValue && $0.details["to"] == .string("compliant") })
        }
    }

    @Test func `tokens on a device are cut when the rules no longer let it pass`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let document = World.policies(state: "enabled", control: "compliantDevice")
            #expect(try await world.administration.publishPolicies(document, to: world.head()).isPublished)
            let app = try await world.enrolled(TestApp(), identity: world.identities.issue("C02XK1"))
            _ = try await world.send(TestSource.signal("e1", at: world.now), from: source)
            let mail = try await world.signIn(app.app, scope: World.mailScope).issued()
            try await world.settle()
            #expect(try await world.isActive(mail))
            _ = try await world.administration.publishProtection(
                [World.protection()], exemptions: [], devices: DeviceRules(requiresEncryption: true), to: world.head())
            try await world.settle()
            #expect(try await world.isActive(mail) == false)
        }
    }
}

extension ReevaluationEvent {
    fileprivate var devices: Int64? {
        if case .completed(_, _, _, _, _, let devices) = self { devices } else { nil }
    }
}
