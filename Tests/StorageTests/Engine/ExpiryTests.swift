import AccessModel
import Authentication
import AuthorizationServer
import Compliance
import ComplianceGateway
import SQLDatabase
import Storage
import Testing

/// What is deleted because its time is over, and what stays.
@Suite struct ExpiryTests {
    private static let now = Timestamp.start + .seconds(1_000_000)
    private static let day = Duration.seconds(86_400)

    @Test func `what nothing can ask for any more is deleted and nothing else`() async throws {
        try await withSQLite { database async throws in
            let store = SQLGatewayStore(database)
            let tenant = try await TestTenant.make(in: store)
            try await tenant.commit(.instance(.insert(tenant.instance())), .grant(.createGrant(tenant.grant())))
            try await Self.fill(tenant)
            let before = try await Self.counts(database)
            try await store.deleteExpired(at: Self.now)
            // Of each pair the first is over and the second has a moment left.
            for table in [
                "used_once", "sessions", "refresh_tokens", "authorization_codes", "device_authorizations", "refusals",
                "sign_in_attempts", "revocations", "remediation_sessions",
            ] {
                #expect(before[table] == 2, "\(table)")
            }
            let after = try await Self.counts(database)
            let expected = before.mapValues { $0 == 2 ? 1 : $0 }
            #expect(after == expected)
            #expect(try await tenant.facts(.session(hash(Self.session(tenant, 2)))).session != nil)
            #expect(try await tenant.facts(.code(SecretHash(of: "alive"))).code != nil)
            #expect(try await tenant.facts(.refreshToken(SecretHash(of: "alive"))).refreshToken != nil)
            #expect(try await tenant.facts(.deviceCode(SecretHash(of: "alive"))).deviceAuthorization != nil)
            #expect(try await tenant.revocations(.client("alive"), .client("over")).map(\.scope) == [.client("alive")])
        }
    }

    private static func session(_ tenant: TestTenant, _ number: UInt8) -> SignInSession {
        var session = tenant.session(number, id: SessionID("session-\(number)"))
        session.expiresAt = now + .milliseconds(Int64(number) - 1)
        return session
    }

    private static func fill(_ tenant: TestTenant) async throws {
        for (secret, moment) in [("over", Duration.zero), ("alive", .milliseconds(1))] {
            var code = tenant.code(secret)
            code.expiresAt = now - day + moment
            var refresh = tenant.refreshToken(secret)
            refresh.expiresAt = now + moment
            var device = tenant.device(secret, userCode: secret)
            device.expiresAt = now - day + moment
            let use = OneTimeUse(.proof, tenant: tenant.id, owner: "o", identifier: secret)
            try await tenant.commit(
                .grant(.insertCode(code)), .grant(.insertRefreshToken(refresh)),
                .grant(.insertDeviceAuthorization(device)), .grant(.useOnce(use, until: now + moment)),
                .grant(.recordRefusal(tenant.refusal(at: now - day + moment))),
                .session(.insertSession(session(tenant, secret == "over" ? 1 : 2), passwordHash: nil)),
                .instance(.revoke(.client(ClientID(secret)), at: now - .seconds(30 * 3600) + moment)))
        }
        for (id, moment) in [("over", Duration.zero), ("alive", .milliseconds(1))] {
            let session = tenant.remediation(
                RemediationSessionID(id), instance: AppInstanceID(id),
                at: now - day + moment - RemediationSession.idleLimit)
            try await tenant.commit(
                .remediation(.open(session, SecretHash(of: id))), .remediation(.close(session.id, .left, at: now)))
        }
        // One subject's window is over, the other's is not.
        for (subject, moment) in [("over", Duration.zero), ("alive", .milliseconds(1))] {
            try await tenant.commit(
                .spendSignInAttempt(
                    account: subject, address: "address", budget: SignInBudget(), at: now - day + moment))
        }
    }

    /// The rows of every table of the schema.
    ///
    /// An address's attempts are one row more and left out.
    private static func counts(_ database: SQLiteDatabase) async throws -> [String: Int64] {
        let statements: [(String, SQLStatement)] = [
            ("used_once", "SELECT COUNT(*) FROM used_once"), ("sessions", "SELECT COUNT(*) FROM sessions"),
            ("refresh_tokens", "SELECT COUNT(*) FROM refresh_tokens"),
            ("authorization_codes", "SELECT COUNT(*) FROM authorization_codes"),
            ("device_authorizations", "SELECT COUNT(*) FROM device_authorizations"),
            ("refusals", "SELECT COUNT(*) FROM refusals"),
            ("sign_in_attempts", "SELECT COUNT(*) FROM sign_in_attempts WHERE subject LIKE 'account:%'"),
            ("remediation_sessions", "SELECT COUNT(*) FROM remediation_sessions"),
            ("revocations", "SELECT COUNT(*) FROM revocations"), ("grants", "SELECT COUNT(*) FROM grants"),
            ("instances", "SELECT COUNT(*) FROM instances"), ("journal", "SELECT COUNT(*) FROM journal"),
            ("accounts", "SELECT COUNT(*) + 10 FROM accounts"),
        ]
        var counts: [String: Int64] = [:]
        for (table, statement) in statements { counts[table] = try await database.read(statement).first?.integer(0) }
        return counts
    }
}
