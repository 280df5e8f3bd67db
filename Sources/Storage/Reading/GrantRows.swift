import AccessModel
import Authentication
import AuthorizationServer
import SQLDatabase

extension Grant {
    static let columns: StaticString = """
        g.id, g.account, g.client, g.session, g.origin, g.scope, g.capabilities, g.methods, g.authenticated_at, \
        g.created_at, g.instance, g.death, g.platform
        """

    init(_ row: SQLRow, tenant: TenantID) throws {
        let death: GrantDeath? = try row.optionalRawValue(11)
        self.init(
            id: try row.identifier(0), tenant: tenant, account: try row.identifier(1), client: try row.identifier(2),
            session: try row.optionalIdentifier(3), origin: try row.rawValue(4), scope: try row.text(5),
            declaredCapabilities: try row.capabilities(6), authenticationMethods: SpacedList.split(try row.text(7)),
            authenticatedAt: try row.timestamp(8), platform: try row.optionalRawValue(12),
            createdAt: try row.timestamp(9),
            instance: try row.optionalIdentifier(10), state: death.map(GrantState.dead) ?? .active)
    }
}

extension AuthorizationCode {
    static let columns: StaticString = """
        hash, client, account, session, grant_id, redirect_uri, code_challenge, scope, capabilities, nonce, \
        key_thumbprint, methods, authenticated_at, platform, expires_at, consumed_at
        """

    init(_ row: SQLRow, tenant: TenantID) throws {
        self.init(
            hash: try row.hash(0), tenant: tenant, client: try row.identifier(1), account: try row.identifier(2),
            session: try row.identifier(3), grant: try row.identifier(4), redirectURI: try row.text(5),
            codeChallenge: try row.optionalText(6), scope: try row.text(7),
            declaredCapabilities: try row.capabilities(8), nonce: try row.optionalText(9),
            keyThumbprint: try row.optionalText(10), authenticationMethods: SpacedList.split(try row.text(11)),
            authenticatedAt: try row.timestamp(12), platform: try row.optionalRawValue(13),
            expiresAt: try row.timestamp(14), consumedAt: try row.optionalTimestamp(15))
    }
}

extension RefreshToken {
    static let columns: StaticString = "hash, grant_id, key_thumbprint, issued_at, expires_at, rotated_at"

    init(_ row: SQLRow, tenant: TenantID) throws {
        self.init(
            hash: try row.hash(0), tenant: tenant, grant: try row.identifier(1),
            keyThumbprint: try row.optionalText(2), issuedAt: try row.timestamp(3), expiresAt: try row.timestamp(4),
            rotatedAt: try row.optionalTimestamp(5))
    }
}

/// How the state of a device authorization is spelt in its column.
enum StoredDeviceState: String {
    case pending
    case approved
    case denied
    case consumed
}

extension DeviceAuthorization {
    static let columns: StaticString = """
        hash, user_code, client, grant_id, scope, capabilities, issued_at, expires_at, poll_interval, polled_at, \
        state, account, session, methods, authenticated_at
        """

    init(_ row: SQLRow, tenant: TenantID) throws {
        self.init(
            hash: try row.hash(0), userCode: try row.text(1), tenant: tenant, client: try row.identifier(2),
            grant: try row.identifier(3), scope: try row.text(4), declaredCapabilities: try row.capabilities(5),
            issuedAt: try row.timestamp(6), expiresAt: try row.timestamp(7),
            interval: .milliseconds(try row.integer(8)), polledAt: try row.optionalTimestamp(9),
            state: try Self.state(row))
    }

    private static func state(_ row: SQLRow) throws -> DeviceAuthorizationState {
        let stored: StoredDeviceState = try row.rawValue(10)
        switch stored {
        case .pending: return .pending
        case .denied: return .denied
        case .consumed: return .consumed
        case .approved:
            return .approved(
                DeviceApproval(
                    account: try row.identifier(11), session: try row.identifier(12),
                    authenticationMethods: SpacedList.split(try row.text(13)),
                    authenticatedAt: try row.timestamp(14)))
        }
    }
}

extension SignInSession {
    static let columns: StaticString = "id, secret_hash, account, methods, authenticated_at, expires_at"

    init(_ row: SQLRow, tenant: TenantID) throws {
        self.init(
            id: try row.identifier(0), secretHash: try row.blob(1), tenant: tenant, account: try row.identifier(2),
            methods: AuthenticationMethod.methods(in: SpacedList.split(try row.text(3))),
            authenticatedAt: try row.timestamp(4), expiresAt: try row.timestamp(5))
    }
}

extension RefusalRecord {
    static let columns: StaticString = "account, client, instance, reason, at"

    init(_ row: SQLRow, tenant: TenantID) throws {
        self.init(
            tenant: tenant, account: try row.identifier(0), client: try row.identifier(1),
            instance: try row.optionalIdentifier(2), reason: try row.rawValue(3), at: try row.timestamp(4))
    }
}
