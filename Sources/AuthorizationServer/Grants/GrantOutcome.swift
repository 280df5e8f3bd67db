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
