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
    /// The device's compliance.
    let device: DeviceAssessment

    /// Decides a request of an account.
    ///
    /// - Parameters:
    ///   - configuration: the tenant's configuration.
    ///   - account: the account.
    ///   - client: the client.
    ///   - stored: the app instance that the request showed and may act as, with its device.
    ///   - resource: what access is asked for.
    ///   - signIn: how and when the account has signed in.
    ///   - signInPlatform: the platform that the sign-in's headers named, for a request whose own name none.
    ///   - declared: what the client declared.
    ///   - circumstances: address, its country, and platform.
    ///   - now: the time.
    init(
        _ configuration: TenantConfiguration, account: AccountFacts, client: ClientApp,
        instance stored: VersionedInstance?,
        resource: ResourceApp, signIn: SignInEvidence, signInPlatform: DevicePlatform? = nil,
        declared: Set<ClientCapability>, circumstances: RequestCircumstances, now: Timestamp
    ) {
        let facts = configuration.complianceFacts(
            account: account, client: client, declared: declared.contains(.protapp))
        let instance = stored?.instance
        compliance = facts.evaluate(instance, at: now)
        let devices = configuration.devices
        let device = devices.evaluate(stored?.device, at: now)
        self.device = device
        let request = AccessRequest(
            subject: .account(account.membership), resource: .application(resource.id),
            context: AccessContext(
                clientAppType: client.kind.clientAppType,
                platform: instance?.platform ?? circumstances.platform ?? signInPlatform,
                ipAddress: circumstances.ipAddress, country: circumstances.country,
                transferMethod: signIn.transferMethod,
                device: stored?.device.map { devices.info(of: $0, device) },
                authentication: signIn.authentication),
            controls: ControlFacts(
                // There is no second factor and no way to change a password yet: nobody can come to satisfy these.
                mfa: signIn.isMultifactor ? .met : .unmet(.mfaRequired, satisfiable: false),
                authenticationStrength: .unmet(.authenticationStrengthRequired, satisfiable: false),
                compliantDevice: Self.compliantDevice(device),
                compliantApplication: Self.appProtection(compliance, declared: declared),
                passwordChange: .unmet(.passwordChangeRequired, satisfiable: false)),
            purpose: resource.isComplianceResource ? .becomeCompliant : .ordinary)
        decided = DecidedRequest(request: request, decision: configuration.policies.evaluate(request))
    }

    /// What the policies decide.
    var decision: Decision { decided.decision }

    /// The earliest instant at which time alone may end what was decided on.
    var reevaluateAt: Timestamp? {
        let isDeviceNeeded = device.result.status == .compliant
        return [compliance.reevaluateAt, isDeviceNeeded ? device.result.reevaluateAt : nil].compactMap(\.self).min()
    }

    static func compliantDevice(_ device: DeviceAssessment) -> ControlState {
        let result = device.result
        let reason = result.reasons.first ?? .deviceUnknown
        return switch result.status {
        case .compliant: .met
        case .networkFailure, .serviceFailure: .undetermined(reason)
        case .interactionRequired, .notCompliant, .userCancelled:
            .unmet(reason, satisfiable: result.status == .interactionRequired)
        }
    }

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
