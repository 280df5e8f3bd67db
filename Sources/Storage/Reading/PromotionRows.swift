public import AccessModel
public import ComplianceGateway
import SQLDatabase

/// How scheduled promotions are read.
enum PromotionRows {
    static func list(of tenant: TenantID) -> SQLStatement {
        """
        SELECT policy, after_seconds, maximum_denials, actor, reason, content_hash, since, journal_cursor, evaluated, \
        denied FROM policy_promotions WHERE tenant = \(tenant.rawValue) ORDER BY policy
        """
    }

    static func promotion(_ row: SQLRow) throws -> PolicyPromotion {
        PolicyPromotion(
            policy: try row.identifier(0), after: .seconds(try row.integer(1)),
            maximumDenials: Int(try row.integer(2)), actor: try row.text(3), reason: try row.optionalText(4),
            observation: PromotionObservation(
                contentHash: try row.hash(5), since: try row.timestamp(6), cursor: try row.integer(7),
                evaluated: try row.integer(8), denied: try row.integer(9)))
    }
}

extension SQLGatewayStore: PromotionStore {
    /// A tenant's promotions, ordered by policy.
    public func promotions(of tenant: TenantID) async throws(StoreError) -> [PolicyPromotion] {
        try await read([PromotionRows.list(of: tenant)]) { try $0[0].map(PromotionRows.promotion) }
    }
}
