import AccessModel

/// Redeeming a device code (RFC 8628 section 3.4).
public enum DeviceCodeGrant {
    /// Whether the device code is good: the user confirmed, and nobody redeemed it yet.
    ///
    /// Policy is decided at redemption as for every other grant, whatever was decided when the user signed in.
    ///
    /// - Parameters:
    ///   - authorization: what the store has under the hash of the presented code.
    ///   - account: the standing of the account that confirmed; anything while none did.
    ///   - context: the request.
    /// - Returns: the grant, or why it is refused.
    public static func validate(
        _ authorization: DeviceAuthorization?, account: AccountStanding, context: GrantContext
    ) -> GrantValidation {
        guard let authorization, authorization.tenant == context.tenant else {
            return .refused(.invalidGrant(.unknown), writes: [])
        }
        guard authorization.client == context.client.id else {
            return .refused(.invalidGrant(.otherClient), writes: [])
        }
        if case .consumed = authorization.state {
            let kill = GrantChange.killGrant(authorization.grant, .codeReused, at: context.now)
            return .refused(.invalidGrant(.reused), writes: [kill])
        }
        guard context.now < authorization.expiresAt else { return .refused(.deviceCodeExpired, writes: []) }
        switch authorization.state {
        case .pending: return poll(authorization, now: context.now)
        case .denied: return .refused(.deviceDeclined, writes: [])
        case .approved(let approval):
            return redeem(authorization, approval: approval, account: account, context: context)
        case .consumed: return .refused(.invalidGrant(.reused), writes: [])
        }
    }

    private static func poll(_ authorization: DeviceAuthorization, now: Timestamp) -> GrantValidation {
        let isEarly = authorization.polledAt.map { now < $0 + authorization.interval } ?? false
        guard isEarly else {
            let interval = authorization.interval
            return .refused(
                .authorizationPending(interval: interval),
                writes: [.recordPoll(authorization.hash, at: now, interval: interval)])
        }
        // Bounded by the code's own life: past it there is nothing left to wait for.
        let interval = min(
            authorization.interval + DeviceAuthorization.slowDownIncrement, DeviceAuthorization.lifetime)
        return .refused(
            .slowDown(interval: interval), writes: [.recordPoll(authorization.hash, at: now, interval: interval)])
    }

    private static func redeem(
        _ authorization: DeviceAuthorization, approval: DeviceApproval, account: AccountStanding,
        context: GrantContext
    ) -> GrantValidation {
        let consume = GrantChange.consumeDeviceCode(
            authorization.hash, grant: authorization.grant, at: context.now)
        guard case .active(let userPrincipalName, let displayName) = account else {
            return .refused(.invalidGrant(.dead(.accountDisabled)), writes: [consume])
        }
        if let refusal = ScopeSubset.refusal(of: context.scope, within: authorization.scope) {
            return .refused(refusal, writes: [consume])
        }
        let grant = Grant(
            id: authorization.grant, tenant: authorization.tenant, account: approval.account,
            client: authorization.client, session: approval.session, origin: .deviceCode, scope: authorization.scope,
            declaredCapabilities: authorization.declaredCapabilities,
            authenticationMethods: approval.authenticationMethods, authenticatedAt: approval.authenticatedAt,
            createdAt: context.now)
        return .valid(
            ValidatedGrant(
                grant: grant, scope: context.scope ?? authorization.scope,
                declaredCapabilities: authorization.declaredCapabilities.union(context.declaredCapabilities ?? []),
                userPrincipalName: userPrincipalName, displayName: displayName, nonce: nil,
                keyThumbprint: context.keyThumbprint, isConfidential: context.client.isConfidential,
                presented: .deviceCode(authorization.hash)))
    }
}
