import AccessModel
import Authentication
import AuthorizationServer
import SQLDatabase

extension WriteBuilder {
    /// A user code that is taken by a device code that still lives makes no row, so that the caller draws another.
    mutating func insert(_ authorization: DeviceAuthorization) {
        add(
            """
            DELETE FROM device_authorizations WHERE tenant = \(tenantText) AND user_code = \(authorization.userCode) \
            AND expires_at <= \(authorization.issuedAt.milliseconds)
            """)
        add(
            """
            INSERT INTO device_authorizations (tenant, hash, user_code, client, grant_id, scope, capabilities, \
            issued_at, expires_at, poll_interval, state) VALUES (\(tenantText), \(authorization.hash.bytes), \
            \(authorization.userCode), \(authorization.client.rawValue), \(authorization.grant.rawValue), \
            \(authorization.scope), \(SpacedList.join(authorization.declaredCapabilities.map(\.rawValue))), \
            \(authorization.issuedAt.milliseconds), \(authorization.expiresAt.milliseconds), \
            \(authorization.interval.wholeMilliseconds), 'pending') ON CONFLICT DO NOTHING
            """, expecting: .exactly(1))
    }

    mutating func decide(_ hash: SecretHash, _ state: DeviceAuthorizationState, at: Timestamp) {
        switch state {
        case .approved(let approval):
            add(
                """
                UPDATE device_authorizations SET state = 'approved', account = \(approval.account.rawValue), \
                session = \(approval.session.rawValue), \
                methods = \(SpacedList.join(approval.authenticationMethods)), \
                authenticated_at = \(approval.authenticatedAt.milliseconds) WHERE tenant = \(tenantText) \
                AND hash = \(hash.bytes) AND state = 'pending' AND expires_at > \(at.milliseconds)
                """, expecting: .exactly(1))
        case .denied:
            add(
                """
                UPDATE device_authorizations SET state = 'denied' WHERE tenant = \(tenantText) \
                AND hash = \(hash.bytes) AND state = 'pending' AND expires_at > \(at.milliseconds)
                """, expecting: .exactly(1))
        case .pending, .consumed:
            // A decision is one of the two above; anything else finds no row and refuses the write.
            add("UPDATE device_authorizations SET state = state WHERE 1 = 0", expecting: .exactly(1))
        }
    }

    mutating func add(_ change: SessionChange) {
        switch change {
        case .insertSession(let session, let passwordHash):
            add(
                """
                INSERT INTO sessions (tenant, id, secret_hash, account, methods, authenticated_at, expires_at) \
                SELECT \(tenantText), \(session.id.rawValue), \(session.secretHash), \(session.account.rawValue), \
                \(SpacedList.join(AuthenticationMethod.claim(session.methods))), \
                \(session.authenticatedAt.milliseconds), \(session.expiresAt.milliseconds) FROM accounts \
                WHERE tenant = \(tenantText) AND id = \(session.account.rawValue) AND is_enabled = 1 \
                AND COALESCE(password_hash, '') = \(passwordHash ?? "")
                """, expecting: .exactly(1))
        case .endSession(let session, _):
            add("DELETE FROM sessions WHERE tenant = \(tenantText) AND id = \(session.rawValue)")
        case .endOtherSessions(let account, let session, _):
            add(
                """
                DELETE FROM sessions WHERE tenant = \(tenantText) AND account = \(account.rawValue) \
                AND id <> \(session.rawValue)
                """)
        case .endSessions(let account, _):
            add("DELETE FROM sessions WHERE tenant = \(tenantText) AND account = \(account.rawValue)")
        }
    }
}
