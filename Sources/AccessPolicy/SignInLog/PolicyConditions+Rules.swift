import AccessModel

extension PolicyConditions {
    /// The conditions that the policy has, in the order in which the first one that fails is looked for.
    var configured: [PolicyCondition] {
        var conditions: [PolicyCondition] = [servicePrincipals == nil ? .users : .workloadIdentities]
        switch resources {
        case .applications: conditions.append(.application)
        case .userActions: conditions.append(.userActions)
        case .authenticationContexts: conditions.append(.authenticationContext)
        }
        let others: [(PolicyCondition, Bool)] = [
            (.devicePlatform, platforms != nil), (.devices, devices != nil), (.clientApps, clientApps != nil),
            (.location, locations != nil), (.signInRisk, signInRisks != nil), (.userRisk, userRisks != nil),
            (.servicePrincipalRisk, servicePrincipalRisks != nil), (.insiderRisk, insiderRisks != nil),
            (.authenticationFlow, transferMethods != nil),
        ]
        return conditions + others.filter(\.1).map(\.0)
    }

    /// The rules of one side of the conditions that a request is known to satisfy, as the sign-in log names them.
    func rulesSatisfied(by request: AccessRequest, excluding: Bool) -> [AppliedPolicy.Rule] {
        userRules(request.subject, excluding) + resourceRules(request.resource, excluding)
            + platformRules(request.context.platform, excluding) + placeRules(request.context, excluding)
            + (excluding ? [] : flowRules(request.context.transferMethod))
    }

    private func rules(_ condition: SignInCondition, _ rules: [(String, Bool)]) -> [AppliedPolicy.Rule] {
        rules.filter(\.1).map { AppliedPolicy.Rule(condition: condition, rule: $0.0) }
    }

    private func userRules(_ subject: AccessSubject, _ excluding: Bool) -> [AppliedPolicy.Rule] {
        guard case .account(let membership) = subject, servicePrincipals == nil else { return [] }
        let side = excluding ? users.exclude : users.include
        return rules(
            .users,
            [
                ("allUsers", side.all), ("guest", side.containsGuest(membership) == true),
                ("groupId", !side.groups.isDisjoint(with: membership.groups)),
                ("roleId", !side.roles.isDisjoint(with: membership.roles)),
                ("userId", side.accounts.contains(membership.account)),
            ])
    }

    private func resourceRules(_ resource: AccessResource, _ excluding: Bool) -> [AppliedPolicy.Rule] {
        switch (resources, resource) {
        case (.applications(let target), .application(let application)):
            let named = excluding ? target.exclude : target.include
            return rules(
                .application,
                [("allApps", !excluding && target.includesAll), ("appId", named.contains(application))])
        case (.authenticationContexts(let contexts), .authenticationContext(let context)):
            return rules(.application, [("acr", !excluding && contexts.contains(context))])
        default: return []
        }
    }

    private func platformRules(_ platform: DevicePlatform?, _ excluding: Bool) -> [AppliedPolicy.Rule] {
        guard let platforms else { return [] }
        let all = excluding ? platforms.excludesAll : platforms.includesAll
        let named = excluding ? platforms.exclude : platforms.include
        return rules(
            .devicePlatform,
            [("allDevicePlatforms", all), ("devicePlatform", platform.map(named.contains) ?? false)])
    }

    /// Which named location a request comes from is not told apart here: the log of a policy names the side alone.
    private func placeRules(_ context: AccessContext, _ excluding: Bool) -> [AppliedPolicy.Rule] {
        guard let locations else { return [] }
        let side = excluding ? locations.exclude : locations.include
        return rules(.location, [("allLocations", side.all)])
    }

    private func flowRules(_ method: TransferMethod?) -> [AppliedPolicy.Rule] {
        guard let transferMethods, let method, transferMethods.contains(method) else { return [] }
        return [AppliedPolicy.Rule(condition: .authenticationFlows, rule: method.rawValue)]
    }
}
