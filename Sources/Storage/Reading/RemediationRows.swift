public import AccessModel
public import Compliance
public import ComplianceGateway
import SQLDatabase

extension RemediationSession {
    static let columns: StaticString = """
        id, account, client, instance, declared, opened_at, expires_at, closure
        """

    init(_ row: SQLRow) throws {
        let instance = try row.text(3)
        self.init(
            id: try row.identifier(0), account: try row.identifier(1), client: try row.identifier(2),
            instance: instance.isEmpty ? nil : AppInstanceID(instance),
            declaredCapability: try row.optionalInteger(4).map { $0 != 0 }, openedAt: try row.timestamp(5),
            expiresAt: try row.timestamp(6), closure: try row.optionalRawValue(7))
    }
}

/// How expired remediation sessions are read.
enum RemediationRows {
    static func expired(in tenant: TenantID, at now: Timestamp, limit: Int) -> SQLStatement {
        """
        SELECT \(raw: RemediationSession.columns) FROM remediation_sessions WHERE tenant = \(tenant.rawValue) \
        AND closure IS NULL AND expires_at <= \(now.milliseconds) ORDER BY expires_at LIMIT \(Int64(limit))
        """
    }
}

extension SQLGatewayStore: RemediationStore {
    /// A tenant's sessions that have expired and that nobody has closed, the oldest first.
    public func expiredRemediations(
        in tenant: TenantID, at now: Timestamp, limit: Int
    ) async throws(StoreError) -> [RemediationSession] {
        let statement = RemediationRows.expired(in: tenant, at: now, limit: min(max(limit, 1), 1000))
        return try await read([statement]) { try $0[0].map(RemediationSession.init) }
    }
}
