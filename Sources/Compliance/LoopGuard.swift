public import AccessModel

/// Ends a loop of refusals: the client holds a compliant report, asks, is refused, remediates, asks again.
///
/// Three refusals for the same account, app, device and reason within ten minutes close the loop for thirty minutes
/// from the third. Refusals before a new posture, a new policy revision or an administrator's act do not count: the
/// effect ``ComplianceEffect/clearRefusals`` says when.
public enum LoopGuard {
    /// How many refusals make a loop.
    public static let limit = 3
    /// The time within which they make one.
    public static let window = Duration.seconds(600)
    /// How long a loop stays closed.
    public static let cooling = Duration.seconds(1800)
    /// How many refusals are looked at, the newest ones; more need not be kept, nor those of a closed loop.
    public static let historyLimit = 64

    /// What the guard finds.
    public enum Verdict: Sendable, Hashable {
        /// The refusal is an ordinary one.
        case open
        /// The loop is closed until the instant.
        case closed(until: Timestamp)
    }

    /// Looks at the refusals of one account, app, device and reason.
    ///
    /// - Parameters:
    ///   - refusals: When it was refused, in any order, this refusal included.
    ///   - clearedAt: When the instance last became compliant by a report, or its posture, the policy or an administrator
    ///     last cleared the count, whichever is later; nil when it never was compliant, so that there is no loop.
    ///   - now: The instant.
    /// - Returns: Whether the loop is closed.
    public static func verdict(refusals: [Timestamp], clearedAt: Timestamp?, at now: Timestamp) -> Verdict {
        guard let clearedAt else { return .open }
        let counted = refusals.filter { $0 > clearedAt && $0 <= now }.sorted().suffix(historyLimit)
        var recent: [Timestamp] = []
        var closedUntil: Timestamp?
        for refusal in counted {
            // Refusals of a closed loop are its own answer and do not keep it closed.
            if let closedUntil, refusal < closedUntil { continue }
            recent = recent.filter { $0 + window >= refusal } + [refusal]
            guard recent.count >= limit else { continue }
            closedUntil = refusal + cooling
            recent = []
        }
        guard let closedUntil, now < closedUntil else { return .open }
        return .closed(until: closedUntil)
    }
}

extension ComplianceResult {
    /// The result that ends a loop: not compliant, with an identifier for support, until the guard opens again.
    public func closingLoop(supportID: String, until: Timestamp) -> ComplianceResult {
        var result = self
        result.status = .notCompliant
        result.reasons = [.refusalLoop] + reasons.filter { $0 != .refusalLoop }
        result.earnsProtapp = false
        result.supportID = supportID
        result.reevaluateAt = until
        return result
    }
}
