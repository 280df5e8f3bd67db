import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import SQLDatabase

extension WriteBuilder {
    mutating func add(_ change: RemediationChange) {
        switch change {
        case .open(let session, let hash): open(session, hash)
        case .use(let session, let at):
            add(
                """
                UPDATE remediation_sessions SET expires_at = \(session.expiresAt.milliseconds) \
                WHERE tenant = \(tenantText) AND id = \(session.id.rawValue) AND closure IS NULL \
                AND expires_at > \(at.milliseconds)
                """, expecting: .exactly(1))
        case .adopt(let session, let instance): adopt(session, by: instance)
        case .close(let session, let closure, let at):
            add(
                """
                UPDATE remediation_sessions SET closure = \(closure.rawValue), closed_at = \(at.milliseconds) \
                WHERE tenant = \(tenantText) AND id = \(session.rawValue) AND closure IS NULL
                """, expecting: .exactly(1))
        }
    }

    /// The index over open sessions has room for one of each account, app and installation.
    private mutating func open(_ session: RemediationSession, _ hash: SecretHash) {
        add(
            """
            INSERT INTO remediation_sessions (tenant, id, secret_hash, account, client, instance, declared, opened_at, \
            expires_at) VALUES (\(tenantText), \(session.id.rawValue), \(hash.bytes), \(session.account.rawValue), \
            \(session.client.rawValue), \(session.instance?.rawValue ?? ""), \(session.declaredCapability), \
            \(session.openedAt.milliseconds), \(session.expiresAt.milliseconds)) ON CONFLICT DO NOTHING
            """, expecting: .exactly(1))
    }

    private mutating func adopt(_ session: RemediationSessionID, by instance: AppInstanceID) {
        add(
            """
            UPDATE remediation_sessions SET instance = \(instance.rawValue) WHERE tenant = \(tenantText) \
            AND id = \(session.rawValue) AND instance = '' AND closure IS NULL AND NOT EXISTS (\
            SELECT 1 FROM remediation_sessions o WHERE o.tenant = remediation_sessions.tenant \
            AND o.account = remediation_sessions.account AND o.client = remediation_sessions.client \
            AND o.instance = \(instance.rawValue) AND o.closure IS NULL)
            """)
    }
}
