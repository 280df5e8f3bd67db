import AccessModel
import AccessPolicy
import AuthorizationServer
import Compliance
import Directory

/// One token request with everything it is decided on: from here on nothing is read, and the outcome is a function.
struct TokenRun {
    let request: TokenRequest
    let configuration: TenantConfiguration
    let client: AuthenticatedClient
    let registered: ClientApp
    let proof: RequestProof
    let facts: Facts
    /// What authenticating the client uses up.
    let uses: [GrantChange]
    let circumstances: RequestCircumstances
    let now: Timestamp

    /// What becomes of the request, and the policies' decision where one was made.
    func settle(refreshTokenBytes: [UInt8]) -> TokenSettlement {
        if case .clientCredentials = request.grant { return settleClientCredentials() }
        switch validate() {
        case .refused(let refusal, let writes): return TokenSettlement(.refused(refusal, writes: writes))
        case .valid(let grant):
            switch target(of: grant.scope) {
            case .failure(let refusal): return TokenSettlement(.refused(refusal, writes: []))
            case .success(let scope): return settle(grant, scope, refreshTokenBytes: refreshTokenBytes)
            }
        }
    }

    // MARK: The grant

    private func validate() -> GrantValidation {
        let context = GrantContext(
            request: request, tenant: facts.head.id, client: client, keyThumbprint: proof.keyThumbprint,
            now: now)
        let standing = facts.account.standing
        return switch request.grant {
        case .authorizationCode(_, let redirectURI, let verifier):
            AuthorizationCodeGrant.validate(
                facts.code, redirectURI: redirectURI, codeVerifier: verifier, account: standing, context: context)
        case .refreshToken:
            RefreshTokenGrant.validate(
                facts.refreshToken, grant: facts.grant, account: standing, context: context)
        case .deviceCode:
            DeviceCodeGrant.validate(facts.deviceAuthorization, account: standing, context: context)
        case .clientCredentials: .refused(.unsupportedGrantType, writes: [])
        }
    }

    private func target(of scope: String, appOnly: Bool = false) -> Result<ResolvedScope, TokenRequestRefusal> {
        ScopeRequest.parse(scope)
            .flatMap { $0.resolve(resources: configuration.resources, client: registered, appOnly: appOnly) }
            .mapError { .invalidScope(named: $0.scope) }
    }

    private func settle(
        _ grant: ValidatedGrant, _ scope: ResolvedScope, refreshTokenBytes: [UInt8]
    ) -> TokenSettlement {
        guard let account = facts.account else {
            return TokenSettlement(.refused(.invalidGrant(.unknown), writes: []))
        }
        let binding = GrantBinding.redeeming(presented(by: grant), bound: grant.grant.instance)
        let instance = binding.instance.flatMap { id in
            [facts.presentedInstance, facts.boundInstance].compactMap(\.self).first { $0.instance.id == id }
        }
        let evaluation = AccessEvaluation(
            configuration, account: account, client: registered, instance: instance, resource: scope.resource,
            signIn: SignInEvidence(grant.grant, isTokenBound: proof.keyThumbprint != nil, now: now),
            signInPlatform: grant.grant.platform, declared: grant.declaredCapabilities, circumstances: circumstances,
            now: now)
        let outcome = GrantSettlement.settle(
            grant,
            GrantEvaluation(
                decision: evaluation.decision,
                // What the compliance API gives rests on no compliance, and who follows their status there waits for its end.
                target: scope.target(
                    until: scope.resource.isComplianceResource ? nil : evaluation.reevaluateAt, now: now),
                scope: scope.granted, binding: binding, earnsProtapp: evaluation.compliance.earnsProtapp,
                device: instance?.instance.device),
            refreshTokenBytes: refreshTokenBytes, now: now)
        return TokenSettlement(outcome, decided: evaluation.decided)
    }

    /// The instance that the request shows: a foreign one counts as unknown, and raises no alarm.
    private func presented(by grant: ValidatedGrant) -> PresentedInstance {
        let isShown =
            switch registered.instanceProof {
            case .key: proof.keyThumbprint != nil
            case .enrollmentId: request.enrollmentID != nil
            }
        guard isShown else { return .nothing }
        guard let instance = facts.presentedInstance?.instance, instance.account == grant.grant.account,
            instance.client == grant.grant.client
        else { return .unknown }
        return .instance(instance.id)
    }

    // MARK: The client for itself

    private func settleClientCredentials() -> TokenSettlement {
        guard let text = request.scope else {
            return TokenSettlement(.refused(.invalidScope(named: nil), writes: []))
        }
        switch target(of: text, appOnly: true) {
        case .failure(let refusal): return TokenSettlement(.refused(refusal, writes: []))
        case .success(let scope):
            let access = AccessRequest(
                subject: .servicePrincipal(ServicePrincipal(client.id)), resource: .application(scope.resource.id),
                context: AccessContext(
                    platform: circumstances.platform, ipAddress: circumstances.ipAddress,
                    country: circumstances.country,
                    authentication: AuthenticationFacts(isTokenBound: proof.keyThumbprint != nil)))
            let decision = configuration.policies.evaluate(access)
            let outcome = ClientCredentialsGrant.settle(
                client: client, tenant: facts.head.id, decision: decision, target: scope.target(until: nil, now: now),
                scope: scope.granted, declaredCapabilities: request.declaredCapabilities ?? [],
                keyThumbprint: proof.keyThumbprint)
            return TokenSettlement(outcome, decided: DecidedRequest(request: access, decision: decision))
        }
    }
}

/// An outcome with the policies' decision that led to it; nil when it never came to one.
struct TokenSettlement {
    let outcome: GrantOutcome
    let decided: DecidedRequest?

    init(_ outcome: GrantOutcome, decided: DecidedRequest? = nil) {
        self.outcome = outcome
        self.decided = decided
    }
}

extension RequestProof {
    /// The thumbprint of the proved key; nil when there was no proof.
    var keyThumbprint: String? {
        guard case .proved(let thumbprint, _) = self else { return nil }
        return thumbprint
    }
}

extension AccountFacts? {
    /// The account gate's view.
    var standing: AccountStanding {
        guard let account = self?.account else { return .missing }
        guard account.isEnabled else { return .disabled }
        return .active(
            userPrincipalName: account.userPrincipalName.description, displayName: account.displayName)
    }
}

extension ResolvedScope {
    /// The token's target.
    ///
    /// A token never outlives the instant at which time alone may end what it was given for.
    func target(until reevaluation: Timestamp?, now: Timestamp) -> TokenTarget {
        let whole = resource.tokenLifetime.duration
        let lifetime = reevaluation.map { min(whole, max(.seconds(1), now.duration(to: $0))) } ?? whole
        return TokenTarget(
            application: resource.id, audience: resource.identifier,
            isComplianceResource: resource.isComplianceResource,
            wantsClientCapabilities: resource.wantsClientCapabilities,
            lifetime: .seconds(max(1, lifetime.wholeSeconds)))
    }

    /// What the answer grants.
    var granted: GrantedScope {
        GrantedScope(
            scopes: scopes, text: grantedText, openID: reserved.contains(.openid), profile: reserved.contains(.profile),
            offlineAccess: reserved.contains(.offlineAccess))
    }
}

extension ScopeRefusal {
    /// The scope that an error names; nil when the fault is not one scope's.
    var scope: String? {
        switch self {
        case .unknownScope(let scope), .notPermitted(let scope), .defaultOnly(let scope): scope
        default: nil
        }
    }
}
