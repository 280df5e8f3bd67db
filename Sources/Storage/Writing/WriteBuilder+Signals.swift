import AccessModel
import Compliance
import ComplianceGateway
import JSONCoding
import SQLDatabase

extension WriteBuilder {
    mutating func add(_ change: DeviceChange) {
        switch change {
        case .insert(let device):
            add(
                """
                INSERT INTO devices (tenant, id, reevaluate_at, version, state) VALUES (\(tenantText), \
                \(device.id.rawValue), \(device.result?.dueAt?.milliseconds), 1, \(device.jsonBytes())) \
                ON CONFLICT DO NOTHING
                """, expecting: .exactly(1))
            add(device.identifiers, of: device.id)
        case .update(let device, let identifiers, let version):
            add(
                """
                UPDATE devices SET reevaluate_at = \(device.result?.dueAt?.milliseconds), \
                version = version + 1, state = \(device.jsonBytes()) WHERE tenant = \(tenantText) \
                AND id = \(device.id.rawValue) AND version = \(version)
                """, expecting: .exactly(1))
            add(identifiers, of: device.id)
        }
    }

    private mutating func add(_ identifiers: Set<DeviceIdentifier>, of device: DeviceID) {
        for identifier in identifiers.sorted() {
            add(
                """
                INSERT INTO device_identifiers (tenant, kind, value, device) VALUES (\(tenantText), \
                \(identifier.kind.rawValue), \(identifier.value), \(device.rawValue)) ON CONFLICT DO NOTHING
                """, expecting: .exactly(1))
        }
    }

    mutating func insert(_ record: SignalSourceRecord) {
        raiseDirectoryRevision()
        add(
            """
            INSERT INTO signal_sources (tenant, id, name, version, document) VALUES (\(tenantText), \
            \(record.source.id.rawValue), \(record.source.name), 1, \(StoredSource(record).jsonBytes())) \
            ON CONFLICT DO NOTHING
            """, expecting: .exactly(1))
        if let pull = record.pull { insert(pull, of: record.source.id, at: record.createdAt) }
    }

    mutating func update(_ record: SignalSourceRecord, expecting version: Int64) {
        raiseDirectoryRevision()
        add(
            """
            UPDATE signal_sources SET version = version + 1, document = \(StoredSource(record).jsonBytes()) \
            WHERE tenant = \(tenantText) AND id = \(record.source.id.rawValue) AND version = \(version)
            """, expecting: .exactly(1))
    }

    mutating func remove(_ source: SignalSourceID) {
        raiseDirectoryRevision()
        removePull(of: source)
        add(
            "DELETE FROM signal_sources WHERE tenant = \(tenantText) AND id = \(source.rawValue)",
            expecting: .exactly(1))
    }
}
