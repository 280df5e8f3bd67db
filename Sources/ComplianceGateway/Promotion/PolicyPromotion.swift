public import AccessModel
import AccessPolicy
public import AuthorizationServer

/// The intent to put a report-only policy in force once it has been watched long enough and would have refused little.
public struct PolicyPromotion: Sendable, Hashable {
    /// The policy.
    public var policy: PolicyID
    /// How long it must have been published in its present content.
    public var after: Duration
    /// The most would-be denials in ten thousand of the sign-ins that it applied to.
    public var maximumDenials: Int
    /// Who asked for it.
    public var actor: String
    /// Why; nil when nothing was said.
    public var reason: String?
    /// What was seen so far.
    public var observation: PromotionObservation

    /// Makes a promotion.
    public init(
        policy: PolicyID, after: Duration, maximumDenials: Int, actor: String, reason: String?,
        observation: PromotionObservation
    ) {
        self.policy = policy
        self.after = after
        self.maximumDenials = maximumDenials
        self.actor = actor
        self.reason = reason
        self.observation = observation
    }
}

/// What was seen of a report-only policy since it was published in its present content.
public struct PromotionObservation: Sendable, Hashable {
    /// The SHA-256 of the policy's canonical document; another content is watched anew.
    public var contentHash: SecretHash
    /// When that content was first published, without having been another one since.
    public var since: Timestamp
    /// The sequence of the last journal entry that was looked at.
    public var cursor: Int64
    /// The recorded sign-ins that the policy applied to.
    public var evaluated: Int64
    /// Those of them that it would have refused.
    public var denied: Int64

    /// Makes an observation; by default nothing was seen yet.
    public init(contentHash: SecretHash, since: Timestamp, cursor: Int64, evaluated: Int64 = 0, denied: Int64 = 0) {
        self.contentHash = contentHash
        self.since = since
        self.cursor = cursor
        self.evaluated = evaluated
        self.denied = denied
    }

    /// Takes a sign-in into account.
    ///
    /// A refusal or block is a denial, and so is what could not be evaluated: in force, that is refused. A prompt is
    /// none: whoever is asked can go on.
    public mutating func add(_ record: SignInRecord, of policy: PolicyID) {
        guard let result = record.reportOnly.first(where: { $0.policy == policy })?.result else { return }
        evaluated += 1
        if result == .reportOnlyFailure || result == .unknown { denied += 1 }
    }
}

extension PolicyPromotion {
    /// What keeps a policy from being promoted.
    public enum Standing: Sendable, Hashable {
        /// Nothing.
        case due
        /// It has not been watched long enough; it will have been then.
        case waits(until: Timestamp)
        /// No recorded sign-in was one that it applies to.
        case nothingSeen
        /// It would have refused too many.
        case deniesTooMuch
    }

    /// Where the promotion stands at a time.
    public func standing(at now: Timestamp) -> Standing {
        let due = observation.since + after
        if now < due { return .waits(until: due) }
        if observation.evaluated == 0 { return .nothingSeen }
        // Both counts stay far below what the product could overflow.
        let isTooMuch = observation.denied * 10_000 > Int64(maximumDenials) * observation.evaluated
        return isTooMuch ? .deniesTooMuch : .due
    }
}
