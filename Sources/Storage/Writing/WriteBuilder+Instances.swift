import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import JSONCoding
import SQLDatabase

extension WriteBuilder {
    mutating func add(_ change: InstanceChange) {
        switch change {
        case .insert(let instance): insert(instance)
        case .update(let instance, let version): update(instance, expecting: version)
        case .replaceEnrollmentID(let hash, let instance, let at):
            add(
                """
                INSERT INTO enrollment_ids (tenant, hash, instance, issued_at) \
                VALUES (\(tenantText), \(hash.bytes), \(instance.rawValue), \(at.milliseconds)) \
                ON CONFLICT (tenant, instance) DO UPDATE SET hash = excluded.hash, issued_at = excluded.issued_at
                """, expecting: .exactly(1))
        case .retireEnrollmentIDs(let instance):
            add("DELETE FROM enrollment_ids WHERE tenant = \(tenantText) AND instance = \(instance.rawValue)")
        case .claimIdentity(let fingerprint, let instance, let account, let client, let expected, let at):
            add(
                """
                INSERT INTO managed_identities (tenant, fingerprint, account, client, instance, claimed_at) \
                VALUES (\(tenantText), \(fingerprint.bytes), \(account.rawValue), \(client.rawValue), \
                \(instance.rawValue), \(at.milliseconds)) ON CONFLICT (tenant, fingerprint) DO UPDATE SET \
                instance = excluded.instance, claimed_at = excluded.claimed_at \
                WHERE managed_identities.account = excluded.account AND managed_identities.client = excluded.client \
                AND managed_identities.instance = \(expected?.rawValue)
                """, expecting: .exactly(1))
        case .revoke(let scope, let at): revoke(scope, at: at)
        case .killGrants(let instance, let death, let at): killGrants(of: instance, death, at: at)
        case .clearRefusals(let account, let client):
            add(
                """
                DELETE FROM refusals WHERE tenant = \(tenantText) AND account = \(account.rawValue) \
                AND client = \(client.rawValue)
                """)
        }
    }

    mutating func revoke(_ scope: RevocationScope, at: Timestamp) {
        add(
            """
            INSERT INTO revocations (tenant, scope, sequence, at) \
            VALUES (\(tenantText), \(scope.storedText), \(lastSequence), \(at.milliseconds)) \
            ON CONFLICT (tenant, scope) DO UPDATE SET sequence = excluded.sequence, at = excluded.at
            """)
    }

    /// Each grant gets a pair of its own: a token that it gave out before it was bound names no instance.
    private mutating func killGrants(of instance: AppInstanceID, _ death: GrantDeath, at: Timestamp) {
        add(
            """
            INSERT INTO revocations (tenant, scope, sequence, at) \
            SELECT tenant, \(RevocationScope.grantPrefix) || id, \(lastSequence), \(at.milliseconds) FROM grants \
            WHERE tenant = \(tenantText) AND instance = \(instance.rawValue) AND death IS NULL \
            ON CONFLICT (tenant, scope) DO UPDATE SET sequence = excluded.sequence, at = excluded.at
            """)
        add(
            """
            UPDATE grants SET death = \(death.rawValue), died_at = \(at.milliseconds) \
            WHERE tenant = \(tenantText) AND instance = \(instance.rawValue) AND death IS NULL
            """)
    }

    private mutating func insert(_ instance: AppInstance) {
        add(
            """
            INSERT INTO instances (tenant, id, account, client, key_thumbprint, device, is_enrolled, enrolled_at, \
            reevaluate_at, version, state) VALUES (\(tenantText), \(instance.id.rawValue), \
            \(instance.account.rawValue), \(instance.client.rawValue), \(instance.keyThumbprint), \
            \(instance.device?.rawValue), \(instance.isEnrolled), \(instance.enrolledAt.milliseconds), \
            \(instance.result.dueAt?.milliseconds), 1, \(instance.jsonBytes())) ON CONFLICT DO NOTHING
            """, expecting: .exactly(1))
    }

    private mutating func update(_ instance: AppInstance, expecting version: Int64) {
        add(
            """
            UPDATE instances SET is_enrolled = \(instance.isEnrolled), device = \(instance.device?.rawValue), \
            reevaluate_at = \(instance.result.dueAt?.milliseconds), version = version + 1, \
            state = \(instance.jsonBytes()) WHERE tenant = \(tenantText) AND id = \(instance.id.rawValue) \
            AND version = \(version)
            """, expecting: .exactly(1))
    }
}
