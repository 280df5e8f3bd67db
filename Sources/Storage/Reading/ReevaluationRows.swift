public import AccessModel
public import ComplianceGateway
import SQLDatabase

/// How the app instances are found that have to be evaluated again.
enum ReevaluationRows {
    static func enrolled(
        of tenant: TenantID, _ selection: InstanceSelection, after last: AppInstanceID?, limit: Int
    ) -> SQLStatement {
        let from = last?.rawValue ?? ""
        if selection.isEverything {
            return """
                SELECT id FROM instances WHERE tenant = \(tenant.rawValue) AND id > \(from) AND is_enrolled = 1 \
                ORDER BY id LIMIT \(Int64(limit))
                """
        }
        return """
            SELECT id FROM instances WHERE tenant = \(tenant.rawValue) AND id > \(from) AND is_enrolled = 1 \
            AND (client IN (\(list: selection.clients.map(\.rawValue).sorted())) \
            OR account IN (\(list: selection.accounts.map(\.rawValue).sorted()))) \
            ORDER BY id LIMIT \(Int64(limit))
            """
    }

    static func due(at now: Timestamp, limit: Int) -> SQLStatement {
        """
        SELECT tenant, id FROM instances WHERE is_enrolled = 1 AND reevaluate_at <= \(now.milliseconds) \
        ORDER BY reevaluate_at LIMIT \(Int64(limit))
        """
    }

    static func dueDevices(at now: Timestamp, limit: Int) -> SQLStatement {
        """
        SELECT tenant, id FROM devices WHERE reevaluate_at <= \(now.milliseconds) \
        ORDER BY reevaluate_at LIMIT \(Int64(limit))
        """
    }

    static func devices(of tenant: TenantID, after last: DeviceID?, limit: Int) -> SQLStatement {
        """
        SELECT id FROM devices WHERE tenant = \(tenant.rawValue) AND id > \(last?.rawValue ?? "") \
        ORDER BY id LIMIT \(Int64(limit))
        """
    }

    /// Found by the device: an engine that is to compare identifiers reads every instance of the tenant in their order.
    static func enrolled(
        of tenant: TenantID, on device: DeviceID, after last: AppInstanceID?, limit: Int
    ) -> SQLStatement {
        """
        SELECT account, client, id, device FROM instances WHERE tenant = \(tenant.rawValue) \
        AND device = \(device.rawValue) AND COALESCE(id, '') > \(last?.rawValue ?? "") AND is_enrolled = 1 \
        ORDER BY COALESCE(id, '') LIMIT \(Int64(limit))
        """
    }

    static let nextDevice: SQLStatement = """
        SELECT reevaluate_at FROM devices WHERE reevaluate_at IS NOT NULL ORDER BY reevaluate_at LIMIT 1
        """

    static let next: SQLStatement = """
        SELECT reevaluate_at FROM instances WHERE is_enrolled = 1 AND reevaluate_at IS NOT NULL \
        ORDER BY reevaluate_at LIMIT 1
        """
}

extension SQLGatewayStore: ReevaluationStore {
    /// Enrolled instances of a tenant, by identifier.
    public func enrolledInstances(
        of tenant: TenantID, _ selection: InstanceSelection, after last: AppInstanceID?, limit: Int
    ) async throws(StoreError) -> [AppInstanceID] {
        let limit = min(max(limit, 1), 1000)
        return try await read([ReevaluationRows.enrolled(of: tenant, selection, after: last, limit: limit)]) {
            try $0[0].map { try $0.identifier(0) }
        }
    }

    /// Enrolled instances of every tenant whose time has come, the longest overdue first.
    public func dueInstances(at now: Timestamp, limit: Int) async throws(StoreError) -> [DueInstance] {
        try await read([ReevaluationRows.due(at: now, limit: min(max(limit, 1), 1000))]) {
            try $0[0].map { DueInstance(tenant: try $0.identifier(0), instance: try $0.identifier(1)) }
        }
    }

    /// Devices of every tenant whose time has come, the longest overdue first.
    public func dueDevices(at now: Timestamp, limit: Int) async throws(StoreError) -> [DueDevice] {
        try await read([ReevaluationRows.dueDevices(at: now, limit: min(max(limit, 1), 1000))]) {
            try $0[0].map { DueDevice(tenant: try $0.identifier(0), device: try $0.identifier(1)) }
        }
    }

    /// Devices of a tenant, by identifier.
    public func devices(
        of tenant: TenantID, after last: DeviceID?, limit: Int
    ) async throws(StoreError) -> [DeviceID] {
        try await read([ReevaluationRows.devices(of: tenant, after: last, limit: min(max(limit, 1), 1000))]) {
            try $0[0].map { try $0.identifier(0) }
        }
    }

    /// Enrolled instances on a device, by identifier.
    public func enrolledInstances(
        of tenant: TenantID, on device: DeviceID, after last: AppInstanceID?, limit: Int
    ) async throws(StoreError) -> [JournalSubject] {
        let limit = min(max(limit, 1), 1000)
        return try await read([ReevaluationRows.enrolled(of: tenant, on: device, after: last, limit: limit)]) {
            try $0[0].map { row in
                JournalSubject(
                    account: try row.identifier(0), client: try row.identifier(1), instance: try row.identifier(2),
                    device: try row.identifier(3))
            }
        }
    }

    /// When the next enrolled instance or device of any tenant is due.
    public func nextDue() async throws(StoreError) -> Timestamp? {
        try await read([ReevaluationRows.next, ReevaluationRows.nextDevice]) { results in
            try results.compactMap { try $0.first?.timestamp(0) }.min()
        }
    }
}
