public import AccessModel

/// What an app-protection policy asks of an app instance, and what follows when a check fails.
public struct ProtectionRules: Sendable, Hashable {
    /// The least app version that is accepted; nil when any is.
    public var minimumAppVersion: Version?
    /// The least operating system version that is accepted, by platform; a platform that is not named has none.
    public var minimumOSVersion: [DevicePlatform: Version]
    /// Whether a PIN has to protect the app.
    public var requiresPIN: Bool
    /// Whether a rooted or jailbroken device fails.
    public var blocksRooted: Bool
    /// The longest time between two posture reports, 1 minute to 90 days.
    public var checkInInterval: Duration
    /// The least evidence that counts as managed; an administrator's approval of the very instance stands in for it.
    public var minimumEvidence: EvidenceLevel
    /// How long a revision that was in force stays good enough after another one took its place, 0 to 90 days.
    public var revisionGrace: Duration
    /// What follows when a check fails; a check that is not named blocks at once.
    public var responses: [ProtectionCheck: CheckResponse]

    /// Makes rules; by default only evidence, applied policy and a check-in once a day are asked for.
    public init(
        minimumAppVersion: Version? = nil, minimumOSVersion: [DevicePlatform: Version] = [:],
        requiresPIN: Bool = false, blocksRooted: Bool = false, checkInInterval: Duration = .seconds(86_400),
        minimumEvidence: EvidenceLevel = .managedSecret, revisionGrace: Duration = .seconds(86_400),
        responses: [ProtectionCheck: CheckResponse] = [:]
    ) {
        self.minimumAppVersion = minimumAppVersion
        self.minimumOSVersion = minimumOSVersion
        self.requiresPIN = requiresPIN
        self.blocksRooted = blocksRooted
        self.checkInInterval = checkInInterval
        self.minimumEvidence = minimumEvidence
        self.revisionGrace = revisionGrace
        self.responses = responses
    }

    /// Whether the rules accept the app's own word as evidence; named as weak wherever it shows.
    public var acceptsWeakEvidence: Bool { minimumEvidence == .selfReported }

    /// What follows when the check fails.
    public func response(to check: ProtectionCheck) -> CheckResponse {
        check.isConfigurable ? responses[check] ?? .blockAtOnce : .blockAtOnce
    }

    func validate() throws(AppProtectionPolicyError) {
        guard (.seconds(60)...Duration.seconds(90 * 86_400)).contains(checkInInterval) else {
            throw AppProtectionPolicyError(.checkInInterval, "must be 1 minute to 90 days")
        }
        guard (.zero...Duration.seconds(90 * 86_400)).contains(revisionGrace) else {
            throw AppProtectionPolicyError(.revisionGrace, "must be 0 to 90 days")
        }
        for check in ProtectionCheck.allCases {
            guard let response = responses[check] else { continue }
            guard check.isConfigurable else {
                throw AppProtectionPolicyError(.responses, "`\(check.rawValue)` always blocks at once")
            }
            guard (.zero...Duration.seconds(365 * 86_400)).contains(response.grace) else {
                throw AppProtectionPolicyError(.responses, "grace of `\(check.rawValue)` must be 0 to 365 days")
            }
        }
    }
}

/// What follows when a check fails, and when.
public struct CheckResponse: Sendable, Hashable {
    /// What follows once the grace is over.
    public var action: CheckAction
    /// How long the check may fail before the action is taken, measured from when it began to fail; 0 to 365 days.
    public var grace: Duration

    /// Makes a response.
    public init(action: CheckAction, grace: Duration = .zero) {
        self.action = action
        self.grace = grace
    }

    /// The response of a check for which a policy names none.
    public static let blockAtOnce = CheckResponse(action: .block)
}

/// What follows when a check has failed for longer than its grace, mildest first.
public enum CheckAction: String, Sendable, Hashable, CaseIterable {
    /// The user is told; the instance stays compliant.
    case warn
    /// The instance is not compliant until the check passes.
    case block
    /// The app's managed data is wiped and the instance ends.
    case wipe
}
