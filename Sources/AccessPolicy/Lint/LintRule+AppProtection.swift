import AccessModel

extension LintRule {
    /// What app protection is demanded and cannot be had.
    static let appProtection = [
        LintRule(each: .appProtectionNotAssigned, check: appProtectionNotAssigned),
        LintRule(each: .appNotProtected, check: appNotProtected),
        LintRule(each: .protappNeverDeclared, check: protappNeverDeclared),
    ]

    private static func appProtectionNotAssigned(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        guard let protection = context.input.protection, let reached = context.accountsAskedForProtection(by: policy)
        else { return [] }
        let left = reached.filter { account in !protection.contains { $0.target.matches(account.membership) } }
        guard !left.isEmpty else { return [] }
        let names = left.map { context.names.name($0.membership.account) }
        return [
            policy.finding(
                .appProtectionNotAssigned, .error, at: "grantControls.builtInControls",
                "app protection is demanded of \(Phrases.count(reached.count, "account")), and no app-protection policy is "
                    + "assigned to \(left.count == reached.count ? "any" : "\(left.count)") of them: \(Phrases.some(of: names))",
                fix: "assign an app-protection policy to them, or exclude them from the policy")
        ]
    }

    private static func appNotProtected(_ context: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        guard let protection = context.input.protection else { return [] }
        return context.clients(of: policy, .appNotProtected) { use, membership in
            !protection.contains { $0.applies(to: membership, client: use.client) }
                && protection.contains { $0.target.matches(membership) }
        } reason: { client, count in
            "\(Phrases.count(count, "account")) of whom app protection is demanded use\(count == 1 ? "s" : "") \(client), "
                + "which no app-protection policy that is assigned to them is for"
        } fix: {
            "add the client to an app-protection policy"
        }
    }

    private static func protappNeverDeclared(
        _ context: LintContext, _ policy: ConditionalAccessPolicy
    ) -> [LintFinding] {
        let declaring = Set((context.input.clientUses ?? []).filter(\.declaresProtection).map(\.client))
        return context.clients(of: policy, .protappNeverDeclared) { use, _ in
            !declaring.contains(use.client)
        } reason: { client, count in
            "\(Phrases.count(count, "account")) of whom app protection is demanded use\(count == 1 ? "s" : "") \(client), "
                + "which never declared the capability `protapp`"
        } fix: {
            "update the client to one that declares `protapp`, or exclude its users"
        }
    }
}

extension LintContext {
    /// The accounts of which a policy demands app protection; nil if it demands none, or no directory is known.
    fileprivate func accountsAskedForProtection(
        by policy: ConditionalAccessPolicy
    ) -> [DirectoryExtract.Account]? {
        guard let directory = input.directory, !policy.isForWorkloads, policy.insists(on: .compliantApplication) else {
            return nil
        }
        return directory.accounts.filter { $0.isEnabled && policy.conditions.users.matches($0.membership) }
    }

    /// A finding for each client that is used in a way by accounts of which a policy demands app protection.
    fileprivate func clients(
        of policy: ConditionalAccessPolicy, _ id: LintID,
        where isOpen: (LintInput.ClientUse, AccountMembership) -> Bool, reason: (String, Int) -> String,
        fix: () -> String
    ) -> [LintFinding] {
        guard let uses = input.clientUses, let reached = accountsAskedForProtection(by: policy) else { return [] }
        let asked = Set(reached.map(\.membership.account))
        var users: [ClientID: Set<AccountID>] = [:]
        for use in uses where asked.contains(use.account) {
            guard let membership = memberships[use.account], isOpen(use, membership) else { continue }
            users[use.client, default: []].insert(use.account)
        }
        return users.sorted { $0.key < $1.key }.map { client, accounts in
            policy.finding(
                id, .warning, at: "grantControls.builtInControls",
                reason(names.phrase(client), accounts.count), fix: fix())
        }
    }
}
