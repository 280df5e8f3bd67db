import AccessModel
import Authentication
import AuthorizationServer
import Compliance
import ComplianceGateway

extension TestTenant {
    func code(_ secret: String = "code", grant: GrantID = "grant-1") -> AuthorizationCode {
        AuthorizationCode(
            hash: SecretHash(of: secret), tenant: id, client: "mail", account: Self.alice, session: "session-1",
            grant: grant, redirectURI: "http://127.0.0.1/", codeChallenge: "challenge", scope: "openid a/b",
            declaredCapabilities: [.protapp, .cp1], nonce: "n", keyThumbprint: "jkt",
            authenticationMethods: ["mfa", "pwd"], authenticatedAt: .start, platform: .iOS,
            expiresAt: .start + .seconds(60))
    }

    func grant(
        _ id: GrantID = "grant-1", account: AccountID = Self.alice, instance: AppInstanceID? = nil,
        session: SessionID? = "session-1"
    ) -> Grant {
        Grant(
            id: id, tenant: self.id, account: account, client: "mail", session: session, origin: .deviceCode,
            scope: "a/b offline_access", declaredCapabilities: [.protapp], authenticationMethods: ["pwd"],
            authenticatedAt: .start, platform: .android, createdAt: .start + .seconds(1), instance: instance)
    }

    func refreshToken(_ secret: String = "refresh", grant: GrantID = "grant-1", key: String? = nil) -> RefreshToken {
        RefreshToken(
            hash: SecretHash(of: secret), tenant: id, grant: grant, keyThumbprint: key, issuedAt: .start,
            expiresAt: .start + RefreshToken.idleLifetime)
    }

    func device(
        _ secret: String = "device", userCode: String = "BCDFGHJK", grant: GrantID = "grant-d",
        issuedAt: Timestamp = .start
    ) -> DeviceAuthorization {
        DeviceAuthorization(
            hash: SecretHash(of: secret), userCode: userCode, tenant: id, client: "mail", grant: grant,
            scope: "a/b", declaredCapabilities: [.protapp], issuedAt: issuedAt,
            expiresAt: issuedAt + DeviceAuthorization.lifetime)
    }

    var approval: DeviceApproval {
        DeviceApproval(
            account: Self.alice, session: "session-1", authenticationMethods: ["mfa", "pwd"],
            authenticatedAt: .start + .seconds(5))
    }

    func session(_ secret: UInt8 = 1, id: SessionID = "session-1", account: AccountID = Self.alice) -> SignInSession {
        guard let secret = SessionSecret(randomBytes: Array(repeating: secret, count: 32)) else {
            preconditionFailure("32 bytes make a secret")
        }
        return SignInSession.start(
            id: id, secret: secret, tenant: self.id, account: account, methods: [.password, .multipleFactors],
            now: .start)
    }

    func instance(
        _ id: AppInstanceID = "instance-1", account: AccountID = Self.alice, key: String? = "key-1",
        device: DeviceID? = nil, lifecycle: AppInstance.Lifecycle = .enrolled, enrolledAt: Timestamp = .start
    ) -> AppInstance {
        AppInstance(
            id: id, account: account, client: "mail", platform: .iOS, keyThumbprint: key, enrolledAt: enrolledAt,
            device: device, evidence: Evidence(.managedSecret), lifecycle: lifecycle,
            result: ComplianceResult(
                status: .interactionRequired, reasons: [.postureMissing], evaluatedAt: enrolledAt))
    }

    func refusal(
        at: Timestamp, reason: ReasonCode = .pinNotSet, account: AccountID = Self.alice, client: ClientID = "mail",
        instance: AppInstanceID? = nil
    ) -> RefusalRecord {
        RefusalRecord(
            tenant: id, account: account, client: client, instance: instance, reason: reason, at: at)
    }

    func claim(
        _ certificate: String, by instance: AppInstanceID, account: AccountID = Self.alice, client: ClientID = "mail",
        expecting: AppInstanceID? = nil
    ) -> StateChange {
        .instance(
            .claimIdentity(
                fingerprint: SecretHash(of: certificate), instance, account: account, client: client,
                expecting: expecting, at: .start))
    }
}
