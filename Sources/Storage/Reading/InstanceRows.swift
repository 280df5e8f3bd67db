import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import JSONCoding
import SQLDatabase

/// How app instances are read.
enum InstanceRows {
    static let columns: StaticString = """
        state, version, \
        (SELECT d.state FROM devices d WHERE d.tenant = instances.tenant AND d.id = instances.device)
        """

    static func instance(_ row: SQLRow) throws -> VersionedInstance {
        VersionedInstance(
            instance: try AppInstance(jsonBytes: row.blob(0)), version: try row.integer(1),
            device: try row.optionalBlob(2).map { try Device(jsonBytes: $0, limits: .stored) })
    }

    static func select(_ key: InstanceKey, tenant: TenantID) -> SQLStatement {
        switch key {
        case .id(let id):
            "SELECT \(raw: columns) FROM instances WHERE tenant = \(tenant.rawValue) AND id = \(id.rawValue)"
        case .keyThumbprint(let thumbprint):
            """
            SELECT \(raw: columns) FROM instances WHERE tenant = \(tenant.rawValue) \
            AND key_thumbprint = \(thumbprint) AND is_enrolled = 1
            """
        case .enrollmentID(let hash):
            """
            SELECT \(raw: columns) FROM instances WHERE tenant = \(tenant.rawValue) AND id = (\
            SELECT instance FROM enrollment_ids WHERE tenant = \(tenant.rawValue) AND hash = \(hash.bytes))
            """
        case .managedIdentity(let fingerprint):
            """
            SELECT \(raw: columns) FROM instances WHERE tenant = \(tenant.rawValue) AND id = (\
            SELECT instance FROM managed_identities WHERE tenant = \(tenant.rawValue) \
            AND fingerprint = \(fingerprint.bytes))
            """
        }
    }

    static func list(of tenant: TenantID, account: AccountID?, limit: Int) -> SQLStatement {
        if let account {
            return """
                SELECT \(raw: columns) FROM instances WHERE tenant = \(tenant.rawValue) \
                AND account = \(account.rawValue) ORDER BY enrolled_at DESC, id LIMIT \(limit)
                """
        }
        return """
            SELECT \(raw: columns) FROM instances WHERE tenant = \(tenant.rawValue) \
            ORDER BY enrolled_at DESC, id LIMIT \(limit)
            """
    }
}
