import AccessModel
import AuthorizationServer
import Cryptography
import JOSE
import JSONCoding
import Testing

/// One tenant, one account, one client: what every test starts from.
enum Fixture {
    static let tenant = TenantID("11111111-1111-4111-8111-111111111111")
    static let otherTenant = TenantID("22222222-2222-4222-8222-222222222222")
    static let account = AccountID("aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa")
    static let app = ClientID("cccccccc-cccc-4ccc-8ccc-cccccccccccc")
    static let daemon = ClientID("dddddddd-dddd-4ddd-8ddd-dddddddddddd")
    static let grantID = GrantID("99999999-9999-4999-8999-999999999999")
    static let session = SessionID("55555555-5555-4555-8555-555555555555")
    static let instance = AppInstanceID("77777777-7777-4777-8777-777777777777")
    static let otherInstance = AppInstanceID("88888888-8888-4888-8888-888888888888")
    static let issuer = "https://id.example/11111111-1111-4111-8111-111111111111/v2.0"
    static let tokenURL = "https://id.example/11111111-1111-4111-8111-111111111111/oauth2/v2.0/token"
    static let redirectURI = "http://127.0.0.1/callback"
    static let scope = "api://contoso-mail/Mail.Read offline_access openid profile"
    static let now = Timestamp(seconds: 1_800_000_000)
    static let point = DecisionPoint(epoch: 3, sequence: 40)
    static let active = AccountStanding.active(userPrincipalName: "ana@contoso.example", displayName: "Ana")
    static let randomBytes = Array(UInt8(100)..<132)

    // RFC 7636 appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    static let target = TokenTarget(
        application: ApplicationID("mail"), audience: "api://contoso-mail", isComplianceResource: false,
        wantsClientCapabilities: true, lifetime: .seconds(600))
    static let granted = GrantedScope(
        scopes: ["Mail.Read"], text: "api://contoso-mail/Mail.Read offline_access openid profile", openID: true,
        profile: true, offlineAccess: true)

    static func publicClient(_ id: ClientID = app) -> AuthenticatedClient {
        client(ClientRegistration(id: id, isConfidential: false, actsForItself: false), credential: .none(id))
    }

    static func confidentialClient(actsForItself: Bool = false) -> AuthenticatedClient {
        let id = actsForItself ? daemon : app
        let registration = ClientRegistration(
            id: id, secretHashes: [SecretHash(of: "secret")], isConfidential: true, actsForItself: actsForItself)
        return client(registration, credential: .post(id, PresentedSecret("secret")))
    }

    private static func client(
        _ registration: ClientRegistration, credential: ClientCredential
    ) -> AuthenticatedClient {
        let outcome = ClientAuthenticator.authenticate(
            credential, registration: registration, tenant: tenant, audiences: [issuer], now: now)
        guard case .authenticated(let client, _) = outcome else {
            preconditionFailure("the fixture's client is refused")
        }
        return client
    }

    static func context(
        client: AuthenticatedClient = publicClient(), tenant: TenantID = tenant, keyThumbprint: String? = nil,
        scope: String? = nil, declared: Set<ClientCapability>? = nil, now: Timestamp = now
    ) -> GrantContext {
        GrantContext(
            tenant: tenant, client: client, keyThumbprint: keyThumbprint, scope: scope,
            declaredCapabilities: declared, now: now)
    }

    static func code(
        challenge: String? = challenge, declared: Set<ClientCapability> = [], keyThumbprint: String? = nil,
        consumedAt: Timestamp? = nil
    ) -> AuthorizationCode {
        AuthorizationCode(
            hash: SecretHash(of: "code"), tenant: tenant, client: app, account: account, session: session,
            grant: grantID, redirectURI: redirectURI, codeChallenge: challenge, scope: scope,
            declaredCapabilities: declared, nonce: "n-1", keyThumbprint: keyThumbprint,
            authenticationMethods: ["pwd"], authenticatedAt: now - .seconds(30),
            expiresAt: now + AuthorizationCode.lifetime, consumedAt: consumedAt)
    }

    static func grant(
        state: GrantState = .active, instance: AppInstanceID? = nil, declared: Set<ClientCapability> = [],
        origin: GrantOrigin = .authorizationCode
    ) -> Grant {
        Grant(
            id: grantID, tenant: tenant, account: account, client: app, session: session, origin: origin,
            scope: scope, declaredCapabilities: declared, authenticationMethods: ["pwd"],
            authenticatedAt: now - .seconds(3600), createdAt: now - .seconds(3600), instance: instance, state: state)
    }

    static func refreshToken(
        keyThumbprint: String? = nil, rotatedAt: Timestamp? = nil, tenant: TenantID = tenant
    ) -> RefreshToken {
        RefreshToken(
            hash: SecretHash(of: "refresh"), tenant: tenant, grant: grantID, keyThumbprint: keyThumbprint,
            issuedAt: now - .seconds(60), expiresAt: now - .seconds(60) + RefreshToken.idleLifetime,
            rotatedAt: rotatedAt)
    }

    static func deviceAuthorization(
        _ state: DeviceAuthorizationState, polledAt: Timestamp? = nil, interval: Duration = .seconds(5)
    ) -> DeviceAuthorization {
        DeviceAuthorization(
            hash: SecretHash(of: "device"), userCode: "BCDFGHJK", tenant: tenant, client: app, grant: grantID,
            scope: scope, declaredCapabilities: [.protapp], issuedAt: now - .seconds(60),
            expiresAt: now + .seconds(840), interval: interval, polledAt: polledAt, state: state)
    }

    static let approval = DeviceApproval(
        account: account, session: session, authenticationMethods: ["pwd"], authenticatedAt: now - .seconds(10))

    /// A validated grant of each kind that can be settled.
    static func validated(
        _ origin: GrantTestOrigin, declared: Set<ClientCapability> = [.protapp], instance: AppInstanceID? = nil,
        keyThumbprint: String? = nil, client: AuthenticatedClient = publicClient()
    ) throws -> ValidatedGrant {
        let context = context(client: client, keyThumbprint: keyThumbprint)
        let validation: GrantValidation =
            switch origin {
            case .code:
                AuthorizationCodeGrant.validate(
                    code(declared: declared), redirectURI: redirectURI, codeVerifier: PresentedSecret(verifier),
                    account: active, context: context)
            case .refresh:
                RefreshTokenGrant.validate(
                    refreshToken(), grant: grant(instance: instance, declared: declared), account: active,
                    context: context)
            case .device:
                DeviceCodeGrant.validate(
                    deviceAuthorization(.approved(approval)), account: active, context: context)
            }
        guard case .valid(let grant) = validation else { throw Unexpected() }
        return grant
    }

    static func evaluation(
        _ outcome: AccessOutcome = .allowed, unmet: [UnmetRequirement] = [], target: TokenTarget = target,
        scope: GrantedScope = granted, presented: PresentedInstance = .nothing, bound: AppInstanceID? = nil,
        earnsProtapp: Bool = false
    ) -> GrantEvaluation {
        GrantEvaluation(
            decision: Decision(outcome: outcome, unmet: unmet), target: target, scope: scope,
            binding: .redeeming(presented, bound: bound), earnsProtapp: earnsProtapp)
    }

    static func settle(_ grant: ValidatedGrant, _ evaluation: GrantEvaluation) -> GrantOutcome {
        GrantSettlement.settle(grant, evaluation, refreshTokenBytes: randomBytes, now: now)
    }
}

enum GrantTestOrigin: String, Sendable, CaseIterable {
    case code
    case refresh
    case device
}

struct Unexpected: Error {}

extension GrantOutcome {
    var refusal: TokenRequestRefusal? {
        if case .refused(let refusal, _) = self { refusal } else { nil }
    }

    var result: TokenGrantResult? {
        if case .issued(let result, _) = self { result } else { nil }
    }
}
