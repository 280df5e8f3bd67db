import AccessModel
import AuthorizationServer
import Compliance
import Directory
import JSONCoding

extension TokenRun {
    /// The outcome as what is stored and journalled.
    ///
    /// What authenticating used up comes first, so that a refused write tells a replay from a change of the grant.
    func write(for settlement: TokenSettlement, issuanceEntries: IssuanceEntries) -> GatewayWrite {
        let changes = (uses + proofUses + settlement.outcome.writes).map(StateChange.grant)
        return GatewayWrite(tenant: facts.head.id, changes: changes, entries: entries(settlement, issuanceEntries))
    }

    /// What the caller is told when the change at the index was refused; nil when the grant changed meanwhile.
    func refusal(ofUse index: Int) -> TokenRequestRefusal? {
        if index < uses.count { return .invalidClient(.assertionReplayed) }
        if index < uses.count + proofUses.count { return .invalidProof(.replayed) }
        return nil
    }

    private var proofUses: [GrantChange] {
        guard case .proved(_, let use) = proof else { return [] }
        return [use]
    }

    // MARK: Journal

    private func entries(_ settlement: TokenSettlement, _ issuanceEntries: IssuanceEntries) -> [JournalEntry] {
        switch settlement.outcome {
        case .issued(let result, let writes):
            if case .client = result.subject, issuanceEntries == .omitted { return [] }
            return bindingEntries(writes) + [issued(result, settlement.decided)]
        case .refused(let refusal, let writes):
            // Whoever has shown neither a credential nor anything that was given out is only logged at the edge.
            if refusal.isPolling || (refusal == .invalidGrant(.unknown) && !client.isConfidential) { return [] }
            return bindingEntries(writes) + deathEntries(writes) + [refused(refusal, settlement.decided)]
        }
    }

    private func issued(_ result: TokenGrantResult, _ decided: DecidedRequest?) -> JournalEntry {
        var details: [(name: String, value: JSONValue)] = [
            ("grantType", .string(request.grant.type.rawValue)),
            ("resource", .string(result.target.application.rawValue)),
            ("scope", .string(result.scope.text)),
            ("capabilities", .array(result.capabilities.map { .string($0.rawValue) })),
            ("noPolicyApplied", .bool(decided?.decision.outcome == .allowedNoPolicyApplied)),
            ("expiresAt", .integer((now + result.target.lifetime).seconds)),
        ]
        if case .account(let account) = result.subject { details.append(("grant", .string(account.grant.rawValue))) }
        return entry(.tokenIssued, details, decided)
    }

    private func refused(_ refusal: TokenRequestRefusal, _ decided: DecidedRequest?) -> JournalEntry {
        let body = TokenErrorBody(refusal)
        return entry(
            .tokenRefused,
            [
                ("grantType", .string(request.grant.type.rawValue)), ("error", .string(body.error)),
                ("suberror", body.suberror.map(JSONValue.string) ?? .null),
                ("reason", refusal.reason.map { .string($0.rawValue) } ?? .null),
                ("unmetPolicies", .array((decided?.decision.unmet ?? []).map { .string($0.policy.rawValue) })),
            ], decided)
    }

    private func bindingEntries(_ writes: [GrantChange]) -> [JournalEntry] {
        writes.compactMap { change in
            guard case .bindGrant(let grant, let instance, _) = change else { return nil }
            return entry(.grantBound, [("grant", .string(grant.rawValue)), ("instance", .string(instance.rawValue))])
        }
    }

    private func deathEntries(_ writes: [GrantChange]) -> [JournalEntry] {
        writes.compactMap { change in
            guard case .killGrant(let grant, let death, _) = change else { return nil }
            let kind: JournalKind =
                switch death {
                case .refreshTokenReused: .refreshTokenReused
                case .codeReused: .authorizationCodeReused
                case .wiped, .unenrolled, .revoked, .accountDisabled: .grantRevoked
                }
            return entry(kind, [("grant", .string(grant.rawValue)), ("reason", .string(death.rawValue))])
        }
    }

    private func entry(
        _ kind: JournalKind, _ details: [(name: String, value: JSONValue)], _ decided: DecidedRequest? = nil
    ) -> JournalEntry {
        let account = facts.account?.account.id
        let instance = facts.presentedInstance?.instance ?? facts.boundInstance?.instance
        let own = instance.flatMap { $0.account == account && $0.client == client.id ? $0.id : nil }
        return JournalEntry(
            kind, at: now, subject: JournalSubject(account: account, client: client.id, instance: own),
            correlation: circumstances.correlation, details: details, signIn: decided?.record(configuration))
    }
}

extension TokenRequestRefusal {
    /// Whether it only says that a device code is not decided yet.
    var isPolling: Bool {
        switch self {
        case .authorizationPending, .slowDown: true
        default: false
        }
    }
}
