import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import JSONCoding
import Storage
import Testing

/// What every engine's store does with devices, their identifiers, and the sources that tell of them.
@Suite struct DeviceConformanceTests {
    private static func identifier(_ text: String, _ kind: DeviceIdentifier.Kind = .serialNumber) throws
        -> DeviceIdentifier
    {
        try #require(DeviceIdentifier(kind, text))
    }

    private static func device(_ id: DeviceID = "device-1", _ texts: String...) throws -> Device {
        Device(id: id, identifiers: Set(try texts.map { try identifier($0) }), registeredAt: .start)
    }

    @Test(arguments: StoreDriver.all)
    func `a device is found by each of its identifiers, and has them for itself`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let device = try Self.device("device-1", "serial-1", "serial-2")
            try await tenant.commit(.device(.insert(device)))
            try await tenant.refuses(.device(.insert(try Self.device("device-2", "serial-3", "serial-2"))))
            try await tenant.refuses(.device(.insert(try Self.device("device-1", "serial-4"))))
            for text in ["serial-1", "serial-2", "SERIAL-2"] {
                let found = try await tenant.devices([try Self.identifier(text)])
                #expect(found.devices.map(\.value.device) == [device])
                #expect(found.owners[try Self.identifier(text)] == "device-1")
            }
            #expect(try await tenant.devices([try Self.identifier("serial-1", .udid)]).devices.isEmpty)
            #expect(try await tenant.devices([]).devices.isEmpty)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a device is replaced only at the version that was read, and gets only free identifiers`(
        driver: StoreDriver
    ) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(
                .device(.insert(try Self.device("device-1", "serial-1"))),
                .device(.insert(try Self.device("device-2", "serial-2"))))
            let more = try Self.device("device-1", "serial-1", "serial-3")
            let added: Set = [try Self.identifier("serial-3")]
            try await tenant.refuses(.device(.update(more, adding: added, expecting: 2)))
            try await tenant.refuses(
                .device(.update(more, adding: [try Self.identifier("serial-2")], expecting: 1)))
            try await tenant.commit(.device(.update(more, adding: added, expecting: 1)))
            let found = try await tenant.devices(added)
            #expect(found.devices["device-1"]?.device == more)
            #expect(found.devices["device-1"]?.version == 2)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `an instance comes with its device, and a device with its enrolled instances`(
        driver: StoreDriver
    ) async throws {
        try await driver.withTenant { tenant async throws in
            let device = try Self.device("device-1", "serial-1")
            try await tenant.commit(.device(.insert(device)))
            for number in 1...50 {
                let id = AppInstanceID("i\(number)")
                try await tenant.commit(
                    .instance(.insert(tenant.instance(id, key: "k\(number)", device: "device-1"))))
            }
            try await tenant.commit(
                .instance(.insert(tenant.instance("left", key: nil, device: "device-1", lifecycle: .wiped(.start)))),
                .instance(.insert(tenant.instance("elsewhere", key: nil))))
            #expect(try await tenant.facts(presented: .id("i7")).presentedInstance?.device == device)
            #expect(try await tenant.facts(.instance("i7")).boundInstance?.device == device)
            #expect(try await tenant.facts(presented: .id("elsewhere")).presentedInstance?.device == nil)
            let query: Set = [try Self.identifier("serial-1")]
            guard case .all(let subjects) = try await tenant.devices(query).instances["device-1"] else {
                Issue.record("too many")
                return
            }
            #expect(subjects.count == 50)
            #expect(subjects.allSatisfy { $0.account == TestTenant.alice && $0.device == "device-1" })
            try await tenant.commit(.instance(.insert(tenant.instance("i51", key: nil, device: "device-1"))))
            guard case .many(51) = try await tenant.devices(query).instances["device-1"] else {
                Issue.record("told one by one")
                return
            }
        }
    }

    @Test(arguments: StoreDriver.all)
    func `signals that were taken are found, and only they`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            func use(_ text: String) -> OneTimeUse {
                OneTimeUse(.signal, tenant: tenant.id, owner: "source-1", identifier: text)
            }
            try await tenant.commit(.grant(.useOnce(use("e1"), until: .start + .seconds(60))))
            let found = try await tenant.devices([], signals: [use("e1"), use("e2")])
            #expect(found.taken == [use("e1").hash])
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a source has its name for itself, and changes only at its version`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let record = SignalSourceRecord(
                source: SignalSource(
                    id: "source-1", name: "mdm", attributes: [.compliance, .identity], freshFor: .seconds(60),
                    holdFor: .zero), signalsPerMinute: 5,
                secrets: [SignalSecretRecord(sealed: [1, 2, 255], createdAt: .start, expiresAt: .start)],
                createdAt: .start)
            let before = try await tenant.head().revisions.directory
            try await tenant.commit(.administration(.insertSource(record)))
            #expect(try await tenant.head().revisions.directory == before + 1)
            var other = record
            other.source.id = "source-2"
            try await tenant.refuses(.administration(.insertSource(other)))
            func stored() async throws -> [SignalSourceRecord]? {
                try await tenant.store.configuration(of: tenant.id)?.signalSources
            }
            #expect(try await stored() == [record])
            var disabled = record
            disabled.source.isEnabled = false
            try await tenant.refuses(.administration(.updateSource(disabled, expecting: 2)))
            try await tenant.commit(.administration(.updateSource(disabled, expecting: 1)))
            disabled.version = 2
            #expect(try await stored() == [disabled])
            try await tenant.refuses(.administration(.removeSource("source-2")))
            try await tenant.commit(.administration(.removeSource("source-1")))
            #expect(try await stored() == [])
        }
    }

    @Test(arguments: StoreDriver.all)
    func `what is asked of devices is published with app protection`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let rules = DeviceRules(
                withoutVerdict: .compliant, minimumOSVersion: [.iOS: try #require(Version("18.4"))],
                requiresManagement: true, blocksRooted: true, requiresEncryption: true, seenWithin: .seconds(600),
                responses: [.rooted: CheckResponse(action: .warn, grace: .seconds(5))])
            try await tenant.commit(
                .administration(
                    .publishProtection([], exemptions: [], devices: rules, expecting: 0, at: .start)))
            #expect(try await tenant.store.configuration(of: tenant.id)?.deviceRules == rules)
        }
    }

    @Test func `a device is read back as it was written`() throws {
        var report = DeviceReport()
        report.platform = .iOS
        report.osVersion = Version("18.4.1")
        report.model = "iPhone17,1"
        report.manufacturer = "Apple"
        report.displayName = "phone"
        report.ownership = .company
        report.trustType = .hybridJoined
        report.isManaged = true
        report.verdict = .inGracePeriod
        report.isRooted = false
        report.isEncrypted = true
        report.lastSeen = .start
        report.accounts = [TestTenant.alice]
        let device = Device(
            id: "device-1", identifiers: [try Self.identifier("serial-1"), try Self.identifier("udid-1", .udid)],
            registeredAt: .start,
            records: [
                "source-1": SourceRecord(observedAt: .start, verdictAt: .start, report: report),
                "source-2": SourceRecord(observedAt: .start, report: DeviceReport()),
            ], failingSince: [.rooted: .start],
            result: ComplianceResult(status: .compliant, reasons: [], evaluatedAt: .start))
        #expect(try Device(jsonBytes: device.jsonBytes()) == device)
    }
}

extension TestTenant {
    /// What the store knows of devices.
    fileprivate func devices(
        _ identifiers: Set<DeviceIdentifier>, signals: [OneTimeUse] = []
    ) async throws -> DeviceSnapshot {
        let store = try #require(store as? any DeviceStore)
        return try #require(
            try await store.devices(of: id, DeviceQuery(identifiers: identifiers, signals: signals)))
    }
}
