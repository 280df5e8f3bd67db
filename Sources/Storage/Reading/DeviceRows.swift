public import AccessModel
import AuthorizationServer
import Compliance
public import ComplianceGateway
import JSONCoding
import SQLDatabase

/// One question about devices as a list of statements that are read in one snapshot.
struct DeviceReader {
    private let tenant: TenantID
    private let query: DeviceQuery
    private let kinds: [DeviceIdentifier.Kind]

    init(_ query: DeviceQuery, tenant: TenantID) {
        self.tenant = tenant
        self.query = query
        kinds = DeviceIdentifier.Kind.allCases.filter { kind in query.identifiers.contains { $0.kind == kind } }
    }

    var statements: [SQLStatement] {
        [TenantRows.head(.id(tenant)), taken, named, instancesOfNamed]
            + kinds.flatMap { [devices(by: $0), instances(by: $0)] }
    }

    /// The snapshot that the rows hold; nil when there is no such tenant.
    func snapshot(_ results: [SQLRows]) throws -> DeviceSnapshot? {
        guard results.count == 4 + 2 * kinds.count, let head = try results[0].first.map(TenantRows.head) else {
            return nil
        }
        var snapshot = DeviceSnapshot(head: head)
        snapshot.taken = Set(try results[1].map { try $0.hash(0) })
        for row in results[2] { try add(row, to: &snapshot) }
        try addInstances(results[3], to: &snapshot)
        for (index, kind) in kinds.enumerated() {
            for row in results[4 + 2 * index] { try add(row, kind, to: &snapshot) }
            try addInstances(results[5 + 2 * index], to: &snapshot)
        }
        return snapshot
    }

    private func values(of kind: DeviceIdentifier.Kind) -> [String] {
        query.identifiers.filter { $0.kind == kind }.map(\.value).sorted()
    }

    private var taken: SQLStatement {
        """
        SELECT hash FROM used_once WHERE tenant = \(tenant.rawValue) AND kind = \(OneTimeUse.Kind.signal.rawValue) \
        AND hash IN (\(list: query.signals.map(\.hash.bytes)))
        """
    }

    private var named: SQLStatement {
        """
        SELECT '', d.id, d.version, d.state, (SELECT COUNT(*) FROM instances n WHERE n.tenant = d.tenant \
        AND n.device = d.id AND n.is_enrolled = 1) FROM devices d WHERE d.tenant = \(tenant.rawValue) \
        AND d.id IN (\(list: query.devices.map(\.rawValue).sorted()))
        """
    }

    private var instancesOfNamed: SQLStatement {
        """
        SELECT n.device, n.account, n.client, n.id FROM instances n WHERE n.tenant = \(tenant.rawValue) \
        AND n.device IN (\(list: query.devices.map(\.rawValue).sorted())) AND n.is_enrolled = 1 \
        AND (SELECT COUNT(*) FROM instances m WHERE m.tenant = n.tenant AND m.device = n.device \
        AND m.is_enrolled = 1) <= \(DeviceQuery.maximumInstances)
        """
    }

    private func devices(by kind: DeviceIdentifier.Kind) -> SQLStatement {
        """
        SELECT i.value, d.id, d.version, d.state, (SELECT COUNT(*) FROM instances n WHERE n.tenant = d.tenant \
        AND n.device = d.id AND n.is_enrolled = 1) FROM device_identifiers i \
        JOIN devices d ON d.tenant = i.tenant AND d.id = i.device WHERE i.tenant = \(tenant.rawValue) \
        AND i.kind = \(kind.rawValue) AND i.value IN (\(list: values(of: kind)))
        """
    }

    /// The instances of each device that has no more than are told one by one.
    private func instances(by kind: DeviceIdentifier.Kind) -> SQLStatement {
        """
        SELECT n.device, n.account, n.client, n.id FROM device_identifiers i \
        JOIN instances n ON n.tenant = i.tenant AND n.device = i.device AND n.is_enrolled = 1 \
        WHERE i.tenant = \(tenant.rawValue) AND i.kind = \(kind.rawValue) \
        AND i.value IN (\(list: values(of: kind))) AND (SELECT COUNT(*) FROM instances m \
        WHERE m.tenant = i.tenant AND m.device = i.device AND m.is_enrolled = 1) \
        <= \(DeviceQuery.maximumInstances)
        """
    }

    private func add(
        _ row: SQLRow, _ kind: DeviceIdentifier.Kind, to snapshot: inout DeviceSnapshot
    ) throws {
        guard let identifier = DeviceIdentifier(kind, try row.text(0)) else {
            throw DamagedRow(what: "an identifier of a device")
        }
        snapshot.owners[identifier] = try row.identifier(1)
        try add(row, to: &snapshot)
    }

    private func add(_ row: SQLRow, to snapshot: inout DeviceSnapshot) throws {
        let id: DeviceID = try row.identifier(1)
        if snapshot.devices[id] != nil { return }
        let device = try Device(jsonBytes: row.blob(3), limits: .stored)
        snapshot.devices[id] = VersionedDevice(device: device, version: try row.integer(2))
        // A device is found by some of its texts; the others are its own, too.
        for other in device.identifiers { snapshot.owners[other] = id }
        let count = try row.integer(4)
        if count > Int64(DeviceQuery.maximumInstances) { snapshot.instances[id] = .many(Int(count)) }
    }

    private func addInstances(_ rows: SQLRows, to snapshot: inout DeviceSnapshot) throws {
        var found: [DeviceID: Set<JournalSubject>] = [:]
        for row in rows {
            let device: DeviceID = try row.identifier(0)
            let subject = JournalSubject(
                account: try row.identifier(1), client: try row.identifier(2), instance: try row.identifier(3),
                device: device)
            // A device that was asked for by two texts comes twice.
            found[device, default: []].insert(subject)
        }
        // Sorted here: asked to sort, an engine reads every instance of the tenant in the order of its key.
        for (device, subjects) in found {
            snapshot.instances[device] = .all(
                subjects.sorted { ($0.instance?.rawValue ?? "") < ($1.instance?.rawValue ?? "") })
        }
    }
}

extension SQLGatewayStore: DeviceStore {
    /// What is known of devices, and of signals that were taken, read in one snapshot.
    public func devices(of tenant: TenantID, _ query: DeviceQuery) async throws(StoreError) -> DeviceSnapshot? {
        let reader = DeviceReader(query, tenant: tenant)
        return try await read(reader.statements, reader.snapshot)
    }
}
