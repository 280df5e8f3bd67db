public import AccessModel

/// What a token request comes to, and the changes that must be durable before it is answered.
public enum GrantOutcome: Sendable, Hashable {
    /// Tokens are issued.
    case issued(TokenGrantResult, writes: [GrantChange])
    /// The request is refused.
    case refused(TokenRequestRefusal, writes: [GrantChange])

    /// The changes.
    public var writes: [GrantChange] {
        switch self {
        case .issued(_, let writes), .refused(_, let writes): writes
        }
    }
}

extension GrantOutcome {
    /// The outcome instead, when a change's precondition did not hold and so nothing was written: another request won.
    ///
    /// - Parameters:
    ///   - change: the change whose precondition did not hold.
    ///   - now: the time of the request.
    /// - Returns: the refusal and what it writes; nil for a change that has no precondition.
    public static func afterLosing(_ change: GrantChange, now: Timestamp) -> GrantOutcome? {
        switch change {
        case .consumeCode(_, let grant, _), .consumeDeviceCode(_, let grant, _):
            .refused(.invalidGrant(.reused), writes: [.killGrant(grant, .codeReused, at: now)])
        case .createGrant(let grant):
            .refused(.invalidGrant(.reused), writes: [.killGrant(grant.id, .codeReused, at: now)])
        case .rotateRefreshToken(_, let grant, _, _):
            .refused(.invalidGrant(.reused), writes: [.killGrant(grant, .refreshTokenReused, at: now)])
        case .useOnce(let use, _):
            switch use.kind {
            case .clientAssertion: .refused(.invalidClient(.assertionReplayed), writes: [])
            case .proof: .refused(.invalidProof(.replayed), writes: [])
            }
        case .bindGrant, .decideDeviceAuthorization, .insertDeviceAuthorization:
            // Nothing was issued and nothing is stolen: whoever tries again sees the state that won.
            .refused(.temporarilyUnavailable(.evaluationFailed, retryAfter: .seconds(1)), writes: [])
        case .insertCode, .killGrant, .insertRefreshToken, .recordPoll, .recordRefusal: nil
        }
    }
}
