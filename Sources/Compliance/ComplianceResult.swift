public import AccessModel

/// What one evaluation of an app instance came to, and why.
public struct ComplianceResult: Sendable, Hashable {
    /// The status.
    public var status: ComplianceStatus
    /// Why the status is what it is, the most final reason first; the first one chooses the text.
    public var reasons: [ReasonCode]
    /// What fails without changing the status yet: checks within their grace and checks that only warn.
    public var warnings: [ReasonCode]
    /// Whether the evidence reaches what every applying policy asks for, or an administrator approved the instance.
    public var isManaged: Bool
    /// The evidence that counts at ``evaluatedAt``.
    public var evidence: EvidenceLevel
    /// Whether nothing but the app's own word says that it is managed.
    public var weakEvidence: Bool
    /// Whether a token may carry `protapp` if the client declared it: enrolled, managed and compliant under a policy.
    public var earnsProtapp: Bool
    /// When it was evaluated.
    public var evaluatedAt: Timestamp
    /// The earliest instant at which time alone changes the result; nil when none does.
    public var reevaluateAt: Timestamp?
    /// What is going to follow from checks that fail and have still time, what comes first before the others.
    public var pendingSteps: [PendingStep]
    /// When something that follows is to be told again; nil when nothing is.
    ///
    /// It changes nothing else, so that it bounds no token.
    public var remindAt: Timestamp?
    /// What the checks found, in order; for administrators and logs, since it tells what the policies ask for.
    public var checks: [CheckTrace]
    /// The identifier by which support finds a refusal loop in the log.
    public var supportID: String?

    /// Makes a result.
    public init(
        status: ComplianceStatus, reasons: [ReasonCode], warnings: [ReasonCode] = [], isManaged: Bool = false,
        evidence: EvidenceLevel = .selfReported, weakEvidence: Bool = false, earnsProtapp: Bool = false,
        evaluatedAt: Timestamp, reevaluateAt: Timestamp? = nil, pendingSteps: [PendingStep] = [],
        remindAt: Timestamp? = nil, checks: [CheckTrace] = [], supportID: String? = nil
    ) {
        self.status = status
        self.reasons = reasons
        self.warnings = warnings
        self.isManaged = isManaged
        self.evidence = evidence
        self.weakEvidence = weakEvidence
        self.earnsProtapp = earnsProtapp
        self.evaluatedAt = evaluatedAt
        self.reevaluateAt = reevaluateAt
        self.pendingSteps = pendingSteps
        self.remindAt = remindAt
        self.checks = checks
        self.supportID = supportID
    }

    /// The earliest instant at which there is something to do; nil when there is none.
    public var dueAt: Timestamp? { [reevaluateAt, remindAt].compactMap(\.self).min() }
}

/// What one check under one policy found.
public struct CheckTrace: Sendable, Hashable {
    /// The policy that asks for the check.
    public var policy: AppProtectionPolicyID
    /// The check.
    public var check: ProtectionCheck
    /// What it found.
    public var outcome: CheckOutcome
    /// What was compared with what; it tells what the policy asks for, so it is never shown to the app.
    public var detail: String

    /// Makes an entry.
    public init(policy: AppProtectionPolicyID, check: ProtectionCheck, outcome: CheckOutcome, detail: String) {
        self.policy = policy
        self.check = check
        self.outcome = outcome
        self.detail = detail
    }
}

/// What a check found.
public enum CheckOutcome: String, Sendable, Hashable, CaseIterable {
    /// What was asked for is shown.
    case passed
    /// It is not shown, and the grace is over.
    case failed
    /// It is not shown, and the grace is not over.
    case inGrace
    /// It is not shown, and the policy only warns.
    case warned
    /// It is not shown, and an exemption lets it be so.
    case exempt
    /// The app did not say.
    case missing
}
