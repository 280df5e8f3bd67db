import AccessModel
import Authentication
import AuthorizationServer
import SQLDatabase

extension WriteBuilder {
    mutating func add(_ change: GrantChange) {
        switch change {
        case .insertCode(let code): insert(code)
        case .consumeCode(let hash, let grant, let at):
            add(
                """
                UPDATE authorization_codes SET consumed_at = \(at.milliseconds) WHERE tenant = \(tenantText) \
                AND hash = \(hash.bytes) AND grant_id = \(grant.rawValue) AND consumed_at IS NULL
                """, expecting: .exactly(1))
        case .createGrant(let grant): insert(grant)
        case .bindGrant(let grant, let instance, let expected): bind(grant, to: instance, expecting: expected)
        case .killGrant(let grant, let death, let at): kill(grant, death, at: at)
        case .insertRefreshToken(let token): insert(token)
        case .rotateRefreshToken(let hash, let grant, let at, let replacement):
            rotate(hash, of: grant, at: at)
            insert(replacement)
        case .insertDeviceAuthorization(let authorization): insert(authorization)
        case .recordPoll(let hash, let at, let interval):
            add(
                """
                UPDATE device_authorizations SET polled_at = \(at.milliseconds), \
                poll_interval = \(interval.wholeMilliseconds) WHERE tenant = \(tenantText) AND hash = \(hash.bytes)
                """, expecting: .exactly(1))
        case .decideDeviceAuthorization(let hash, let state, let at): decide(hash, state, at: at)
        case .consumeDeviceCode(let hash, let grant, _):
            add(
                """
                UPDATE device_authorizations SET state = 'consumed' WHERE tenant = \(tenantText) \
                AND hash = \(hash.bytes) AND grant_id = \(grant.rawValue) AND state = 'approved'
                """, expecting: .exactly(1))
        case .useOnce(let use, let until):
            add(
                """
                INSERT INTO used_once (tenant, kind, hash, expires_at) \
                VALUES (\(tenantText), \(use.kind.rawValue), \(use.hash.bytes), \(until.milliseconds)) \
                ON CONFLICT (tenant, kind, hash) DO NOTHING
                """, expecting: .exactly(1))
        case .recordRefusal(let refusal):
            add(
                """
                INSERT INTO refusals (tenant, account, client, instance, reason, at) \
                VALUES (\(tenantText), \(refusal.account.rawValue), \(refusal.client.rawValue), \
                \(refusal.instance?.rawValue), \(refusal.reason.rawValue), \(refusal.at.milliseconds))
                """)
        }
    }

    private mutating func insert(_ code: AuthorizationCode) {
        add(
            """
            INSERT INTO authorization_codes (tenant, \(raw: AuthorizationCode.columns)) VALUES (\(tenantText), \
            \(code.hash.bytes), \(code.client.rawValue), \(code.account.rawValue), \(code.session.rawValue), \
            \(code.grant.rawValue), \(code.redirectURI), \(code.codeChallenge), \(code.scope), \
            \(SpacedList.join(code.declaredCapabilities.map(\.rawValue))), \(code.nonce), \(code.keyThumbprint), \
            \(SpacedList.join(code.authenticationMethods)), \(code.authenticatedAt.milliseconds), \
            \(code.platform?.rawValue), \(code.expiresAt.milliseconds), \(code.consumedAt?.milliseconds))
            """)
    }

    /// What ended since the request was read, ends the new grant too: a disabled account, a revoked grant, an instance
    /// that left.
    ///
    /// So does a new password or a disabled account since the sign-in that the grant comes from: codes that were given
    /// out or approved before are worth nothing after. Otherwise a redemption that overlaps with any of it would leave a
    /// living grant behind.
    private mutating func insert(_ grant: Grant) {
        let instance = grant.instance?.rawValue
        let isUnbound = instance == nil
        add(
            """
            INSERT INTO grants (tenant, id, account, client, session, origin, scope, capabilities, methods, \
            authenticated_at, platform, created_at, instance) SELECT \(tenantText), \(grant.id.rawValue), \
            \(grant.account.rawValue), \(grant.client.rawValue), \(grant.session?.rawValue), \(grant.origin.rawValue), \
            \(grant.scope), \(SpacedList.join(grant.declaredCapabilities.map(\.rawValue))), \
            \(SpacedList.join(grant.authenticationMethods)), \(grant.authenticatedAt.milliseconds), \
            \(grant.platform?.rawValue), \(grant.createdAt.milliseconds), \(instance) FROM accounts WHERE tenant = \(tenantText) \
            AND id = \(grant.account.rawValue) AND is_enabled = 1 AND NOT EXISTS (SELECT 1 FROM revocations \
            WHERE tenant = \(tenantText) AND (scope = \(RevocationScope.grant(grant.id).storedText) \
            OR (scope = \(RevocationScope.account(grant.account).storedText) \
            AND at > \(grant.authenticatedAt.milliseconds)))) \
            AND (\(isUnbound) = 1 OR EXISTS (SELECT 1 FROM instances WHERE tenant = \(tenantText) \
            AND id = \(instance) AND is_enrolled = 1)) ON CONFLICT DO NOTHING
            """, expecting: .exactly(1))
    }

    private mutating func bind(_ grant: GrantID, to instance: AppInstanceID, expecting expected: AppInstanceID?) {
        let free = expected == nil ? 1 : 0
        add(
            """
            UPDATE grants SET instance = \(instance.rawValue) WHERE tenant = \(tenantText) \
            AND id = \(grant.rawValue) AND death IS NULL \
            AND ((\(free) = 1 AND instance IS NULL) OR instance = \(expected?.rawValue)) \
            AND NOT EXISTS (SELECT 1 FROM instances WHERE tenant = \(tenantText) AND id = \(instance.rawValue) \
            AND is_enrolled = 0)
            """, expecting: .exactly(1))
    }

    private mutating func kill(_ grant: GrantID, _ death: GrantDeath, at: Timestamp) {
        add(
            """
            UPDATE grants SET death = \(death.rawValue), died_at = \(at.milliseconds) WHERE tenant = \(tenantText) \
            AND id = \(grant.rawValue) AND death IS NULL
            """)
        revoke(.grant(grant), at: at)
    }

    private mutating func rotate(_ hash: SecretHash, of grant: GrantID, at: Timestamp) {
        add(
            """
            UPDATE refresh_tokens SET rotated_at = \(at.milliseconds) WHERE tenant = \(tenantText) \
            AND hash = \(hash.bytes) AND rotated_at IS NULL AND grant_id = (SELECT id FROM grants \
            WHERE tenant = \(tenantText) AND id = \(grant.rawValue) AND death IS NULL)
            """, expecting: .exactly(1))
    }

    private mutating func insert(_ token: RefreshToken) {
        add(
            """
            INSERT INTO refresh_tokens (tenant, \(raw: RefreshToken.columns)) VALUES (\(tenantText), \
            \(token.hash.bytes), \(token.grant.rawValue), \(token.keyThumbprint), \(token.issuedAt.milliseconds), \
            \(token.expiresAt.milliseconds), \(token.rotatedAt?.milliseconds))
            """)
    }
}
