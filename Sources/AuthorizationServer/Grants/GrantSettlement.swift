public import AccessModel

/// Turns a validated grant and what was decided about it into the outcome and its changes: the one way to a token of an
/// account, for every grant type.
///
/// | presented | issued | refused by policy | not decided |
/// |---|---|---|---|
/// | code, device code | consumed, grant made | consumed | untouched |
/// | refresh token | rotated | untouched: it works again after the fix | untouched |
public enum GrantSettlement {
    /// Settles a request.
    ///
    /// - Parameters:
    ///   - validated: the grant.
    ///   - evaluation: what was decided.
    ///   - refreshTokenBytes: 32 fresh random bytes, used if a refresh token is issued.
    ///   - now: the time of the request.
    /// - Returns: the outcome; without 32 bytes nothing is issued.
    public static func settle(
        _ validated: ValidatedGrant, _ evaluation: GrantEvaluation, refreshTokenBytes: [UInt8], now: Timestamp
    ) -> GrantOutcome {
        if let refusal = PolicyRefusal.of(evaluation.decision, grant: validated) {
            return .refused(refusal, writes: writes(refusing: validated, refusal, evaluation, now: now))
        }
        guard let token = OpaqueToken(.refreshToken, randomBytes: refreshTokenBytes) else {
            return .refused(
                .temporarilyUnavailable(.evaluationFailed, retryAfter: PolicyRefusal.failureRetry), writes: [])
        }
        return issue(validated, evaluation, token: token, now: now)
    }

    // MARK: Issuing

    private static func issue(
        _ validated: ValidatedGrant, _ evaluation: GrantEvaluation, token: OpaqueToken, now: Timestamp
    ) -> GrantOutcome {
        let next = RefreshToken(
            hash: token.hash, tenant: validated.grant.tenant, grant: validated.grant.id,
            keyThumbprint: keyThumbprint(validated), issuedAt: now, expiresAt: now + RefreshToken.idleLifetime)
        var grant = validated.grant
        grant.instance = evaluation.binding.bound
        let writes: [GrantChange]
        let issuesRefreshToken: Bool
        switch validated.presented {
        case .code(let hash):
            issuesRefreshToken = evaluation.scope.offlineAccess
            writes =
                [.consumeCode(hash, grant: grant.id, at: now), .createGrant(grant)]
                + (issuesRefreshToken ? [.insertRefreshToken(next)] : [])
        case .deviceCode(let hash):
            issuesRefreshToken = evaluation.scope.offlineAccess
            writes =
                [.consumeDeviceCode(hash, grant: grant.id, at: now), .createGrant(grant)]
                + (issuesRefreshToken ? [.insertRefreshToken(next)] : [])
        case .refreshToken(let current):
            issuesRefreshToken = true
            writes =
                binding(validated, evaluation)
                + [.rotateRefreshToken(current.hash, grant: grant.id, at: now, replacement: next)]
        }
        return .issued(
            result(validated, evaluation, refreshToken: issuesRefreshToken ? token : nil), writes: writes)
    }

    /// A public client's token is bound to the key that it proves, from its first proof on.
    private static func keyThumbprint(_ validated: ValidatedGrant) -> String? {
        if case .refreshToken(let current) = validated.presented, let bound = current.keyThumbprint { return bound }
        return validated.isConfidential ? nil : validated.keyThumbprint
    }

    private static func result(
        _ validated: ValidatedGrant, _ evaluation: GrantEvaluation, refreshToken: OpaqueToken?
    ) -> TokenGrantResult {
        let grant = validated.grant
        let account = TokenAccount(
            id: grant.account, userPrincipalName: validated.userPrincipalName, displayName: validated.displayName,
            grant: grant.id, instance: evaluation.binding.instance, device: evaluation.device,
            authenticationMethods: grant.authenticationMethods, authenticatedAt: grant.authenticatedAt,
            nonce: validated.nonce)
        return TokenGrantResult(
            tenant: grant.tenant, subject: .account(account), client: grant.client, target: evaluation.target,
            scope: evaluation.scope,
            capabilities: EarnedCapabilities.of(
                declared: validated.declaredCapabilities, earnsProtapp: evaluation.earnsProtapp,
                target: evaluation.target),
            keyThumbprint: validated.keyThumbprint, refreshToken: refreshToken)
    }

    // MARK: Refusing

    private static func writes(
        refusing validated: ValidatedGrant, _ refusal: TokenRequestRefusal, _ evaluation: GrantEvaluation,
        now: Timestamp
    ) -> [GrantChange] {
        if case .temporarilyUnavailable = refusal { return [] }
        let grant = validated.grant
        let record = refusal.reason.map { reason in
            GrantChange.recordRefusal(
                RefusalRecord(
                    tenant: grant.tenant, account: grant.account, client: grant.client,
                    instance: evaluation.binding.instance, reason: reason, at: now))
        }
        let records = record.map { [$0] } ?? []
        switch validated.presented {
        case .code(let hash): return [.consumeCode(hash, grant: grant.id, at: now)] + records
        case .deviceCode(let hash): return [.consumeDeviceCode(hash, grant: grant.id, at: now)] + records
        case .refreshToken: return binding(validated, evaluation) + records
        }
    }

    /// The change that binds an unbound grant at its first redemption with a valid proof, refused or not.
    private static func binding(_ validated: ValidatedGrant, _ evaluation: GrantEvaluation) -> [GrantChange] {
        guard let bound = evaluation.binding.bound, validated.grant.instance == nil else { return [] }
        return [.bindGrant(validated.grant.id, to: bound, expecting: nil)]
    }
}
