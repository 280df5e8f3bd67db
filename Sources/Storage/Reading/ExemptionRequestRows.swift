public import AccessModel
public import Compliance
public import ComplianceGateway
import SQLDatabase

/// How exemptions are read that wait for a second administrator.
enum ExemptionRequestRows {
    static func list(of tenant: TenantID) -> SQLStatement {
        """
        SELECT id, scope, subject, failing_check, reason, ends, requested_by, requested_at FROM exemption_requests \
        WHERE tenant = \(tenant.rawValue) ORDER BY requested_at, id
        """
    }

    static func columns(of scope: Exemption.Scope) -> (scope: String, subject: String) {
        switch scope {
        case .account(let account): ("account", account.rawValue)
        case .device(let device): ("device", device.rawValue)
        case .instance(let instance): ("instance", instance.rawValue)
        }
    }

    static func request(_ row: SQLRow) throws -> ExemptionRequest {
        let scope: Exemption.Scope
        switch try row.text(1) {
        case "account": scope = .account(try row.identifier(2))
        case "device": scope = .device(try row.identifier(2))
        case "instance": scope = .instance(try row.identifier(2))
        default: throw DamagedRow(what: "whom an exemption is asked for")
        }
        return try ExemptionRequest(
            id: try row.text(0), scope: scope, check: try row.rawValue(3), reason: try row.text(4),
            ends: try row.timestamp(5), requestedBy: try row.text(6), requestedAt: try row.timestamp(7))
    }
}

extension SQLGatewayStore: ExemptionRequestStore {
    /// The tenant's requests for exemptions, the oldest first.
    public func exemptionRequests(of tenant: TenantID) async throws(StoreError) -> [ExemptionRequest] {
        try await read([ExemptionRequestRows.list(of: tenant)]) { try $0[0].map(ExemptionRequestRows.request) }
    }
}
