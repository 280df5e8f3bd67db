public import AccessModel

/// Finds out who could still administer a tenant under a set of policies.
///
/// What a person can do at a prompt counts as done: multifactor authentication, a strength, a new sign-in, a changed
/// password. What nobody can do in a browser counts as impossible: app protection, a compliant or joined device, a
/// bound token.
public struct LockOutGuard: Sendable {
    private let set: PolicySet
    private let resource: ApplicationID
    private let circumstances: [AdministratorCircumstances]

    /// Makes a guard.
    ///
    /// - Parameters:
    ///   - set: the policies.
    ///   - resource: the application that administrators sign in to.
    public init(_ set: PolicySet, resource: ApplicationID) {
        self.set = set
        self.resource = resource
        circumstances = AdministratorCircumstances.all(for: set)
    }

    /// What the set means for these accounts.
    ///
    /// - Parameter accounts: every enabled administrator and every enabled break-glass account.
    /// - Returns: which administrators could still sign in, and which policies reach accounts for emergencies.
    public func verdict(on accounts: [GuardedAccount]) -> LockOutVerdict {
        let sorted = accounts.sorted { ($0.name, $0.membership.account) < ($1.name, $1.membership.account) }
        return LockOutVerdict(
            administrators: sorted.filter(\.isAdministrator).map {
                LockOutVerdict.Standing(
                    account: $0, lockOut: lockOut(of: $0.membership),
                    lockOutWithoutPrompts: lockOut(of: $0.membership, answersPrompts: false))
            },
            breakGlassReach: sorted.filter(\.isBreakGlass).flatMap(reach),
            hasBreakGlass: sorted.contains(where: \.isBreakGlass))
    }

    /// Conditions other than who it is do not count: in an emergency nothing about the sign-in is as usual.
    private func reach(_ account: GuardedAccount) -> [LockOutVerdict.BreakGlassReach] {
        let enforced = set.policies.filter { $0.effectiveState == .enabled && $0.conditions.servicePrincipals == nil }
        return enforced.filter { $0.conditions.matches(account.membership) != .noMatch }.map {
            LockOutVerdict.BreakGlassReach(account: account, policy: $0.id, displayName: $0.displayName)
        }
    }

    private func lockOut(
        of membership: AccountMembership, answersPrompts: Bool = true
    ) -> LockOutVerdict.LockOut? {
        var best: (decision: Decision, circumstances: AdministratorCircumstances)?
        for circumstances in circumstances {
            let decision = set.evaluate(request(membership, circumstances, answersPrompts))
            if decision.outcome.isAllowed { return nil }
            if let best, best.decision.unmet.count <= decision.unmet.count { continue }
            best = (decision, circumstances)
        }
        guard let best else { return nil }
        return LockOutVerdict.LockOut(
            circumstances: best.circumstances, demands: best.decision.unmet.map(demand),
            reason: best.decision.outcome.reasonCode ?? .evaluationFailed)
    }

    private func request(
        _ membership: AccountMembership, _ circumstances: AdministratorCircumstances, _ answersPrompts: Bool
    ) -> AccessRequest {
        var controls = ControlFacts(compliantApplication: .unmet(.notEnrolled, satisfiable: false))
        if answersPrompts {
            controls.mfa = .met
            controls.authenticationStrength = .met
            controls.passwordChange = .met
        }
        return AccessRequest(
            subject: .account(membership), resource: .application(resource),
            context: AccessContext(
                clientAppType: .browser, platform: circumstances.platform, ipAddress: circumstances.ipAddress,
                country: circumstances.country,
                authentication: AuthenticationFacts(
                    secondsSinceSignIn: 0, secondsSinceSecondFactor: answersPrompts ? 0 : nil)),
            controls: controls)
    }

    private func demand(_ unmet: UnmetRequirement) -> LockOutVerdict.Demand {
        LockOutVerdict.Demand(
            policy: unmet.policy, displayName: set.policies.first { $0.id == unmet.policy }?.displayName ?? "",
            control: unmet.control, reason: unmet.reason)
    }
}

extension AccessOutcome {
    fileprivate var reasonCode: ReasonCode? {
        switch self {
        case .allowed, .allowedNoPolicyApplied: nil
        case .blocked(let reason), .failed(let reason), .requires(_, let reason): reason
        }
    }
}
