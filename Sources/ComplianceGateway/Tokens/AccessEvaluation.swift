import AccessModel
import AccessPolicy
import AuthorizationServer
import Compliance
import Directory

/// Policy and compliance of one request, decided together: compliance gives the controls, the policies weigh them.
struct AccessEvaluation {
    /// What is decided on, and what the policies decide.
    let decided: DecidedRequest
    /// The app instance's compliance.
    let compliance: ComplianceResult

    /// Decides a request of an account.
    ///
    /// - Parameters:
    ///   - configuration: the tenant's configuration.
    ///   - account: the account.
    ///   - client: the client.
    ///   - instance: the app instance that the request showed and may act as.
    ///   - resource: what access is asked for.
    ///   - signIn: how and when the account has signed in.
    ///   - signInPlatform: the platform that the sign-in's headers named, for a request whose own name none.
    ///   - declared: what the client declared.
    ///   - circumstances: address, its country, and platform.
    ///   - now: the time.
    init(
        _ configuration: TenantConfiguration, account: AccountFacts, client: ClientApp, instance: AppInstance?,
        resource: ResourceApp, signIn: SignInEvidence, signInPlatform: DevicePlatform? = nil,
        declared: Set<ClientCapability>, circumstances: RequestCircumstances, now: Timestamp
    ) {
        let facts = configuration.complianceFacts(
            account: account, client: client, declared: declared.contains(.protapp))
        compliance = facts.evaluate(instance, at: now)
        let request = AccessRequest(
            subject: .account(account.membership), resource: .application(resource.id),
            context: AccessContext(
                clientAppType: client.kind.clientAppType,
                platform: instance?.platform ?? circumstances.platform ?? signInPlatform,
                ipAddress: circumstances.ipAddress, country: circumstances.country,
                transferMethod: signIn.transferMethod,
                authentication: signIn.authentication),
            controls: ControlFacts(
                // There is no second factor and no way to change a password yet: nobody can come to satisfy these.
                mfa: signIn.isMultifactor ? .met : .unmet(.mfaRequired, satisfiable: false),
                authenticationStrength: .unmet(.authenticationStrengthRequired, satisfiable: false),
                // Devices report through signal sources, of which there are none yet.
                compliantDevice: .unmet(.deviceUnknown, satisfiable: false),
                compliantApplication: Self.appProtection(compliance, declared: declared),
                passwordChange: .unmet(.passwordChangeRequired, satisfiable: false)),
            purpose: resource.isComplianceResource ? .becomeCompliant : .ordinary)
        decided = DecidedRequest(request: request, decision: configuration.policies.evaluate(request))
    }

    /// What the policies decide.
    var decision: Decision { decided.decision }

    static func appProtection(
        _ compliance: ComplianceResult, declared: Set<ClientCapability>
    ) -> ControlState {
        let reason = compliance.reasons.first ?? .notEnrolled
        switch compliance.status {
        case .serviceFailure, .networkFailure:
            return .undetermined(reason)
        case .compliant where compliance.earnsProtapp:
            return .met
        case .compliant, .notCompliant, .interactionRequired, .userCancelled:
            return .unmet(
                reason, satisfiable: declared.contains(.protapp) && compliance.status != .notCompliant)
        }
    }
}
