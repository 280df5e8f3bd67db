import AccessModel

/// What the checks look at: the input, and what several of them work out of it.
struct LintContext: Sendable {
    let input: LintInput
    /// The policies that are not disabled, ordered by identifier.
    let active: [ConditionalAccessPolicy]
    /// What everything is called.
    let names: PolicyNames
    /// The members of each group of the directory, nested ones included.
    let members: [GroupID: Set<AccountID>]
    /// The memberships of the directory's accounts.
    let memberships: [AccountID: AccountMembership]
    /// What the set's policies can refer to.
    let referable: SetReferences
    /// The policies that decide.
    let enforced: [ConditionalAccessPolicy]
    /// The outlines of what is active.
    let outlines: [PolicyID: ConditionsOutline]
    /// The roles that accounts of the directory have.
    let heldRoles: Set<RoleID>

    init(_ input: LintInput) {
        self.input = input
        active = input.set.policies.filter { $0.state != .disabled }
        names = PolicyNames(input.set, input.directory)
        referable = input.set.referable
        enforced = active.filter { $0.effectiveState == .enabled }
        outlines = Self.outlines(of: active)
        heldRoles = (input.directory?.accounts ?? []).reduce(into: []) { $0.formUnion($1.membership.roles) }
        var members: [GroupID: Set<AccountID>] = [:]
        var memberships: [AccountID: AccountMembership] = [:]
        for account in input.directory?.accounts ?? [] {
            memberships[account.membership.account] = account.membership
            for group in account.membership.groups { members[group, default: []].insert(account.membership.account) }
        }
        self.members = members
        self.memberships = memberships
    }

    /// The accounts that are for emergencies, as far as they are named themselves or by a group of the directory.
    var breakGlassAccounts: Set<AccountID> {
        input.breakGlass.reduce(into: []) { accounts, id in
            if let members = members[GroupID(id)] {
                accounts.formUnion(members)
            } else if input.directory?.groups[GroupID(id)] == nil {
                accounts.insert(AccountID(id))
            }
        }
    }
}

extension ConditionalAccessPolicy {
    func finding(
        _ id: LintID, _ severity: LintSeverity, at path: String = "", beside others: [PolicyID] = [], _ reason: String,
        fix: String
    ) -> LintFinding {
        LintFinding(id, severity, policies: [self.id] + others, path: path, reason, fix: fix)
    }

    /// Whether it is for service principals.
    var isForWorkloads: Bool { conditions.servicePrincipals != nil }

    /// Whether it refuses access.
    var blocks: Bool { grant?.controls.contains(.block) ?? false }

    /// Whether nobody gets by without showing the control.
    func insists(on control: PolicyControl) -> Bool { insists(onOneOf: [control]) }

    /// Whether nobody gets by without showing one of the controls.
    func insists(onOneOf controls: Set<PolicyControl>) -> Bool {
        guard let grant, !grant.controls.isEmpty else { return false }
        switch grant.combination {
        case .all: return !grant.controls.isDisjoint(with: controls)
        case .any: return grant.controls.isSubset(of: controls)
        }
    }

    /// Whether it demands anything at all.
    var demandsSomething: Bool { !(grant?.controls.isEmpty ?? true) || !session.isEmpty }

    /// Whether a legacy client is always refused.
    var refusesLegacyClients: Bool {
        insists(onOneOf: [
            .block, .mfa, .authenticationStrength, .compliantDevice, .domainJoinedDevice, .passwordChange,
        ])
    }

    /// Whether it can never apply to an account, whoever it is.
    var targetsNothing: Bool {
        guard !isForWorkloads else { return false }
        return conditions.users.include.isEmpty || conditions.users.exclude.covers(conditions.users.include)
    }

    /// Whether every application is included.
    var includesEveryApplication: Bool { applications?.includesAll ?? false }

    /// The applications that it is about; nil when it is about something else.
    var applications: ApplicationTarget? {
        if case .applications(let target) = conditions.resources { target } else { nil }
    }
}
