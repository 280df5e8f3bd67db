import AccessModel
import AccessPolicy
import JSONCoding

extension PolicyMapper {
    /// Notes what controls and conditions demand of each other.
    mutating func checkConstraints(
        _ conditions: PolicyConditions, _ grant: GrantRequirement?, _ session: SessionDirectives
    ) {
        if grant == nil, session.isEmpty, !isHeld(.grant), !isHeld(.session) {
            hold(
                .incomplete, .grant, "grantControls",
                "the policy has neither grant nor session controls; say what it demands")
        }
        if let grant {
            checkCombinations(grant)
            if grant.controls.contains(.passwordChange) { checkPasswordChange(conditions, grant) }
            checkDeviceRegistration(conditions, grant)
        }
        checkSession(conditions, session)
    }

    private mutating func checkCombinations(_ grant: GrantRequirement) {
        let document = document["grantControls"]
        let path = "grantControls.builtInControls"
        let others = ["termsOfUse", "customAuthenticationFactors"].contains { !strings(document, $0).isEmpty }
        if grant.controls.contains(.block),
            strings(document, "builtInControls").count > 1 || grant.strength != nil || others
        {
            hold(.contradiction, .grant, path, "`block` stands beside other controls; keep one or the others")
        }
        if grant.controls.isSuperset(of: [.mfa, .authenticationStrength]) {
            hold(
                .contradiction, .grant, path,
                "`mfa` stands beside an authentication strength; keep one of them")
        }
    }

    private mutating func checkPasswordChange(_ conditions: PolicyConditions, _ grant: GrantRequirement) {
        let path = "grantControls.builtInControls"
        if grant.controls != [.passwordChange, .mfa] || grant.combination != .all {
            hold(
                .contradiction, .grant, path,
                "`passwordChange` goes with `mfa` under `AND` and with nothing else; demand both")
        }
        if conditions.userRisks == nil {
            hold(
                .contradiction, .grant, path,
                "`passwordChange` needs `userRiskLevels`; say at which risk it is demanded")
        }
        if conditions.resources != .applications(ApplicationTarget(includesAll: true)) {
            hold(
                .contradiction, .grant, path,
                "`passwordChange` goes with all applications without exception; include `All` and exclude none")
        }
        if !conditions.others(than: .userRisk).isEmpty {
            hold(
                .contradiction, .grant, path,
                "`passwordChange` goes with no condition but users and `userRiskLevels`; take the others out")
        }
    }

    private mutating func checkDeviceRegistration(_ conditions: PolicyConditions, _ grant: GrantRequirement) {
        for conflict in conditions.deviceRegistrationConflicts(grant) {
            switch conflict {
            case .clientApps:
                hold(
                    .contradiction, .condition(.clientApps), "conditions.clientAppTypes",
                    "registering a device goes with every kind of client; take the condition out")
            case .devices:
                hold(
                    .contradiction, .condition(.devices), "conditions.devices",
                    "a device that is being registered cannot be filtered; take the condition out")
            case .grant:
                hold(
                    .contradiction, .grant, "grantControls.builtInControls",
                    "registering a device goes with `mfa` or an authentication strength alone; take the others out")
            }
        }
    }

    private mutating func checkSession(_ conditions: PolicyConditions, _ session: SessionDirectives) {
        var target: ApplicationTarget?
        if case .applications(let applications) = conditions.resources { target = applications }
        if session.persistentBrowser != nil, target?.includesAll != true {
            hold(
                .contradiction, .session, "sessionControls.persistentBrowser",
                "a browser stays signed in or not for all applications; include `All`")
        }
        if session.continuousAccessEvaluation == .strictLocation {
            hold(
                .unsupportedValue, .session, "sessionControls.continuousAccessEvaluation.mode",
                "`strictLocation` is not enforceable: resources do not tell the gateway where they are called from")
        }
        if session.continuousAccessEvaluation == .disabled,
            target != ApplicationTarget(includesAll: true) || !conditions.others(than: .users).isEmpty
        {
            hold(
                .contradiction, .session, "sessionControls.continuousAccessEvaluation",
                "it can be disabled for all applications and without other conditions only; include `All`, take the conditions out"
            )
        }
    }
}

extension PolicyConditions {
    /// The conditions that are configured beside users, what the policy is about, and one.
    fileprivate func others(than condition: PolicyCondition) -> [PolicyCondition] {
        let configured: [(PolicyCondition, Bool)] = [
            (.workloadIdentities, servicePrincipals != nil), (.devicePlatform, platforms != nil),
            (.devices, devices != nil), (.clientApps, clientApps != nil), (.location, locations != nil),
            (.signInRisk, signInRisks != nil), (.userRisk, userRisks != nil),
            (.servicePrincipalRisk, servicePrincipalRisks != nil), (.insiderRisk, insiderRisks != nil),
            (.authenticationFlow, transferMethods != nil),
        ]
        return configured.filter { $0.1 && $0.0 != condition }.map(\.0)
    }
}
