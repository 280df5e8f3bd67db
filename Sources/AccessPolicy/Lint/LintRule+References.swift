import AccessModel

extension LintRule {
    /// What policies refer to and nothing holds.
    static let references = [
        LintRule(each: .unknownUser, check: unknownUsers),
        LintRule(each: .unknownGroup, check: unknownGroups),
        LintRule(each: .roleHeldByNobody, check: rolesHeldByNobody),
        LintRule(each: .unknownApplication, check: unknownApplications),
        LintRule(each: .unknownClient, check: unknownClients),
        LintRule(each: .unknownApplicationGroup, check: unknownApplicationGroups),
        LintRule(each: .unknownLocation, check: unknownLocations),
        LintRule(each: .unknownStrength, check: unknownStrength),
    ]

    private static func unknownUsers(_ context: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard context.input.directory != nil else { return [] }
        let users = policy.conditions.users
        return sides(users.include.accounts, users.exclude.accounts) { id in
            context.memberships[id] != nil
        } found: { id, side in
            unresolved(policy, .unknownUser, "conditions.users.\(side)Users", "user `\(id)`", side)
        }
    }

    private static func unknownGroups(_ context: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard let directory = context.input.directory else { return [] }
        let users = policy.conditions.users
        return sides(users.include.groups, users.exclude.groups) { id in
            directory.groups[id] != nil
        } found: { id, side in
            unresolved(policy, .unknownGroup, "conditions.users.\(side)Groups", "group `\(id)`", side)
        }
    }

    private static func rolesHeldByNobody(_ context: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard context.input.directory != nil else { return [] }
        let users = policy.conditions.users
        return sides(users.include.roles, users.exclude.roles, isKnown: context.heldRoles.contains) { id, side in
            policy.finding(
                .roleHeldByNobody, .advice, at: "conditions.users.\(side)Roles",
                "\(context.names.phrase(id)) is \(side)d, and no account of the directory has it active",
                fix: "correct the role's template identifier, or give the role to somebody")
        }
    }

    private static func unknownApplications(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard let directory = context.input.directory, let target = policy.applications else { return [] }
        let catalogue = context.input.set.compiled.catalogue
        return sides(target.include, target.exclude) { id in
            directory.applications[id] != nil || WellKnownNames.applications[id.rawValue] != nil
                || !catalogue.groups(of: id).isEmpty
        } found: { id, side in
            unresolved(
                policy, .unknownApplication, "conditions.applications.\(side)Applications", "application `\(id)`", side)
        }
    }

    private static func unknownClients(_ context: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard let directory = context.input.directory, let target = policy.conditions.servicePrincipals else {
            return []
        }
        return sides(target.include.clients, target.exclude.clients) { id in
            directory.clients[id] != nil
        } found: { id, side in
            unresolved(
                policy, .unknownClient, "conditions.clientApplications.\(side)ServicePrincipals", "client `\(id)`", side
            )
        }
    }

    private static func unknownApplicationGroups(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard let target = policy.applications else { return [] }
        return sides(
            target.includeGroups, target.excludeGroups, isKnown: context.referable.applicationGroups.contains
        ) { word, side in
            broken(
                policy, .unknownApplicationGroup, "conditions.applications.\(side)Applications",
                "no application group says which applications `\(word)` are",
                fix: "add an application group of that name to the policies")
        }
    }

    private static func unknownLocations(_ context: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard let locations = policy.conditions.locations else { return [] }
        return sides(
            locations.include.named, locations.exclude.named, isKnown: context.referable.locations.contains
        ) { id, side in
            broken(
                policy, .unknownLocation, "conditions.locations.\(side)Locations",
                "there is no named location `\(id)` among the policies", fix: "add the named location to the policies")
        }
    }

    private static func unknownStrength(_ context: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        SetReferences(of: policy).subtracting(context.referable).strengths.map { strength in
            broken(
                policy, .unknownStrength, "grantControls.authenticationStrength",
                "there is no authentication strength `\(strength)` among the policies",
                fix: "add the authentication strength to the policies, or name a built-in one")
        }
    }

    private static func broken(
        _ policy: ConditionalAccessPolicy, _ id: LintID, _ path: String, _ reason: String, fix: String
    ) -> LintFinding {
        policy.finding(
            id, .error, at: path, reason + "; every sign-in that the policy could reach fails once it is enforced",
            fix: fix)
    }

    /// An exclusion that spares nobody locks out; an inclusion that reaches nobody lets in.
    private static func unresolved(
        _ policy: ConditionalAccessPolicy, _ id: LintID, _ path: String, _ named: String, _ side: String
    ) -> LintFinding {
        policy.finding(
            id, side == "exclude" ? .error : .warning, at: path,
            "the directory holds no \(named), so \(side == "exclude" ? "excluding it spares nothing" : "including it reaches nothing")",
            fix: "correct the identifier, or take it out")
    }

    /// Findings about what either side names and is not known.
    private static func sides<Subject>(
        _ include: Set<Identifier<Subject>>, _ exclude: Set<Identifier<Subject>>,
        isKnown: (Identifier<Subject>) -> Bool, found: (Identifier<Subject>, String) -> LintFinding
    ) -> [LintFinding] {
        include.sorted().filter { !isKnown($0) }.map { found($0, "include") }
            + exclude.sorted().filter { !isKnown($0) }.map { found($0, "exclude") }
    }
}
