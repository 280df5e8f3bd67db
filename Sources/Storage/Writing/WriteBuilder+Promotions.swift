import AccessModel
import AuthorizationServer
import ComplianceGateway
import SQLDatabase

extension WriteBuilder {
    mutating func schedule(_ promotion: PolicyPromotion, at: Timestamp) {
        let seen = promotion.observation
        add(
            """
            INSERT INTO policy_promotions (tenant, policy, after_seconds, maximum_denials, actor, reason, scheduled_at, \
            content_hash, since, journal_cursor, evaluated, denied) VALUES (\(tenantText), \
            \(promotion.policy.rawValue), \(promotion.after.components.seconds), \
            \(Int64(promotion.maximumDenials)), \(promotion.actor), \(promotion.reason), \(at.milliseconds), \
            \(seen.contentHash.bytes), \(seen.since.milliseconds), \(seen.cursor), \(seen.evaluated), \
            \(seen.denied)) ON CONFLICT (tenant, policy) DO UPDATE SET after_seconds = excluded.after_seconds, \
            maximum_denials = excluded.maximum_denials, actor = excluded.actor, reason = excluded.reason, \
            scheduled_at = excluded.scheduled_at, content_hash = excluded.content_hash, since = excluded.since, \
            journal_cursor = excluded.journal_cursor, evaluated = excluded.evaluated, denied = excluded.denied
            """)
    }

    mutating func observe(_ promotion: PolicyPromotion, expecting cursor: Int64) {
        let seen = promotion.observation
        add(
            """
            UPDATE policy_promotions SET content_hash = \(seen.contentHash.bytes), since = \(seen.since.milliseconds), \
            journal_cursor = \(seen.cursor), evaluated = \(seen.evaluated), denied = \(seen.denied) \
            WHERE tenant = \(tenantText) AND policy = \(promotion.policy.rawValue) AND journal_cursor = \(cursor)
            """, expecting: .exactly(1))
    }

    mutating func cancelPromotion(of policy: PolicyID) {
        add(
            "DELETE FROM policy_promotions WHERE tenant = \(tenantText) AND policy = \(policy.rawValue)",
            expecting: .exactly(1))
    }
}
