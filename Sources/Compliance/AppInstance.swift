public import AccessModel

/// One installation of an app for one account: what it has shown, and what was last made of it.
///
/// Only the transitions change an instance; each returns the new value and the effects that follow from it. What an
/// instance *is* has two parts: its ``lifecycle`` and the status of its last ``result``.
///
/// | state | event | next state | effects |
/// |---|---|---|---|
/// | (none) | enrol | enrolled, status as evaluated | issueEnrollmentID, complianceChanged |
/// | enrolled | enrol again with the same key | enrolled, status as evaluated | issueEnrollmentID, evaluation |
/// | enrolled | reportPosture, reevaluate, approve, revokeApproval, block, unblock | enrolled, status as evaluated | evaluation |
/// | enrolled | remediate | enrolled, status as evaluated | evaluation; issueEnrollmentID after a refusal |
/// | enrolled | remediate, silently where the user is needed or in a closed loop | unchanged | |
/// | enrolled | any of these, with a failed check whose action is wipe | wiped | complianceChanged, revokeGrants, retireEnrollmentIDs, wipeRequested |
/// | enrolled, evaluated as interactionRequired | cancel | enrolled, userCancelled | evaluation |
/// | enrolled, evaluated otherwise | cancel | unchanged | |
/// | enrolled | unenrol | unenrolled | complianceChanged, revokeGrants, retireEnrollmentIDs |
/// | enrolled, unenrolled | wipe | wiped | complianceChanged, revokeGrants, retireEnrollmentIDs, wipeRequested |
/// | wiped | confirmWipe | wiped, no longer pending | |
/// | unenrolled, wiped | anything else | refused | |
///
/// *Evaluation* stands for complianceChanged when status or reasons are not what they were, suspendGrants whenever the
/// evaluation ends other than compliant, and resumeGrants when it becomes compliant; then for checksFailing, stepsNear and
/// checksSettled, each once, of what follows from failing checks: see ``PendingStep``.
///
/// Unenrolled and wiped are final: enrolling again makes a new instance.
public struct AppInstance: Sendable, Hashable {
    /// Where an instance is in its life.
    public enum Lifecycle: Sendable, Hashable {
        /// It takes part.
        case enrolled
        /// It left by itself or was removed.
        case unenrolled(Timestamp)
        /// Its managed data was ordered to be wiped.
        case wiped(Timestamp)
    }

    /// The instance's identifier.
    public let id: AppInstanceID
    /// The account it was enrolled for.
    public let account: AccountID
    /// The app.
    public let client: ClientID
    /// The platform it was enrolled on.
    public let platform: DevicePlatform
    /// The SHA-256 thumbprint of its key (RFC 7638); nil for stock clients that cannot prove a key.
    public let keyThumbprint: String?
    /// When it was enrolled.
    public let enrolledAt: Timestamp
    /// The device it runs on; nil when it is not known.
    public internal(set) var device: DeviceID?
    /// The evidence that it is managed.
    public internal(set) var evidence: Evidence
    /// Whether an administrator approved this very instance.
    public internal(set) var isApproved: Bool
    /// Whether an administrator blocked it.
    public internal(set) var isBlocked: Bool
    /// Where it is in its life.
    public internal(set) var lifecycle: Lifecycle
    /// Whether a wipe was ordered that the app has not confirmed yet.
    public internal(set) var pendingWipe: Bool
    /// Its last accepted posture report.
    public internal(set) var posture: PostureReport?
    /// When it last checked in: the time of the last accepted report, by its clock or ours, whichever is earlier.
    public internal(set) var lastCheckIn: Timestamp?
    /// The last revision that was in force when the instance reported it as applied; only this one has a grace.
    public internal(set) var confirmedRevision: PolicyRevision?
    /// Since when each failing check fails.
    public internal(set) var failingSince: [ProtectionCheck: Timestamp]
    /// The result of the last evaluation that was stored; never a failure of ours or of a source.
    public internal(set) var result: ComplianceResult

    /// The revision that it last reported as applied.
    public var appliedRevision: PolicyRevision? { posture?.appliedRevision }

    /// Whether it takes part.
    public var isEnrolled: Bool { lifecycle == .enrolled }

    /// Restores an instance from its stored members; new ones come from
    /// `enrol`.
    public init(
        id: AppInstanceID, account: AccountID, client: ClientID, platform: DevicePlatform, keyThumbprint: String?,
        enrolledAt: Timestamp, device: DeviceID? = nil, evidence: Evidence, isApproved: Bool = false,
        isBlocked: Bool = false, lifecycle: Lifecycle = .enrolled, pendingWipe: Bool = false,
        posture: PostureReport? = nil, lastCheckIn: Timestamp? = nil, confirmedRevision: PolicyRevision? = nil,
        failingSince: [ProtectionCheck: Timestamp] = [:], result: ComplianceResult
    ) {
        self.id = id
        self.account = account
        self.client = client
        self.platform = platform
        self.keyThumbprint = keyThumbprint
        self.enrolledAt = enrolledAt
        self.device = device
        self.evidence = evidence
        self.isApproved = isApproved
        self.isBlocked = isBlocked
        self.lifecycle = lifecycle
        self.pendingWipe = pendingWipe
        self.posture = posture
        self.lastCheckIn = lastCheckIn
        self.confirmedRevision = confirmedRevision
        self.failingSince = failingSince
        self.result = result
    }
}
