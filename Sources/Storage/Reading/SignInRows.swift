public import AccessModel
public import ComplianceGateway
import JSONCoding
import SQLDatabase

/// How sign-ins are read from the journal, which is ordered by tenant and sequence.
enum SignInRows {
    static func page(of tenant: TenantID, _ page: SignInPage, limit: Int) -> SQLStatement {
        let kinds = JournaledSignIn.kinds.map(\.rawValue)
        switch page {
        case .after(let sequence):
            return """
                SELECT sequence, at, kind, account, client, correlation, details FROM journal \
                WHERE tenant = \(tenant.rawValue) AND sequence > \(sequence) AND kind IN (\(list: kinds)) \
                ORDER BY sequence LIMIT \(Int64(limit))
                """
        case .newest(let before):
            return """
                SELECT sequence, at, kind, account, client, correlation, details FROM journal \
                WHERE tenant = \(tenant.rawValue) AND sequence < \(before ?? .max) AND kind IN (\(list: kinds)) \
                ORDER BY sequence DESC LIMIT \(Int64(limit))
                """
        }
    }

    static func signIn(_ row: SQLRow) throws -> JournaledSignIn {
        JournaledSignIn(
            sequence: try row.integer(0), at: try row.timestamp(1), kind: try row.rawValue(2),
            account: try row.optionalIdentifier(3), client: try row.optionalIdentifier(4),
            correlation: try row.optionalIdentifier(5),
            details: try JSONValue.parse(Array(row.text(6).utf8), limits: .stored))
    }
}

extension SQLGatewayStore: SignInLogStore {
    /// A page of sign-ins.
    public func signIns(
        of tenant: TenantID, _ page: SignInPage, limit: Int
    ) async throws(StoreError) -> [JournaledSignIn] {
        let statement = SignInRows.page(of: tenant, page, limit: min(max(limit, 1), 10_000))
        return try await read([statement]) { try $0[0].map(SignInRows.signIn) }
    }
}
