public import AccessModel

/// What the organisation itself asks of devices, beside what its sources say.
public struct DeviceRules: Sendable, Hashable {
    /// What a device counts as for which no source has given a verdict.
    public enum WithoutVerdict: String, Sendable, Hashable, CaseIterable {
        /// Its compliance is not known: the default, since nobody has vouched for it.
        case unknown
        /// Compliant, as far as the checks pass.
        case compliant
        /// Not compliant.
        case notCompliant
    }

    /// What a device without a verdict counts as.
    public var withoutVerdict: WithoutVerdict
    /// The least operating system version that is accepted, by platform; a platform that is not named has none.
    public var minimumOSVersion: [DevicePlatform: Version]
    /// Whether a device that is not managed fails.
    public var requiresManagement: Bool
    /// Whether a rooted or jailbroken device fails.
    public var blocksRooted: Bool
    /// Whether a device fails whose storage is not encrypted.
    public var requiresEncryption: Bool
    /// How long ago a source may have seen the device last, 1 minute to 365 days; nil for any time.
    public var seenWithin: Duration?
    /// What follows when a check fails; a check that is not named blocks at once.
    ///
    /// None wipes.
    public var responses: [DeviceCheck: CheckResponse]

    /// Makes rules; by default nothing is asked beyond a source's verdict.
    public init(
        withoutVerdict: WithoutVerdict = .unknown, minimumOSVersion: [DevicePlatform: Version] = [:],
        requiresManagement: Bool = false, blocksRooted: Bool = false, requiresEncryption: Bool = false,
        seenWithin: Duration? = nil, responses: [DeviceCheck: CheckResponse] = [:]
    ) {
        self.withoutVerdict = withoutVerdict
        self.minimumOSVersion = minimumOSVersion
        self.requiresManagement = requiresManagement
        self.blocksRooted = blocksRooted
        self.requiresEncryption = requiresEncryption
        self.seenWithin = seenWithin
        self.responses = responses
    }

    /// What follows when the check fails.
    public func response(to check: DeviceCheck) -> CheckResponse { responses[check] ?? .blockAtOnce }

    /// The checks that are asked for.
    public var asked: [DeviceCheck] {
        DeviceCheck.allCases.filter { check in
            switch check {
            case .management: requiresManagement
            case .rooted: blocksRooted
            case .encryption: requiresEncryption
            case .osVersion: !minimumOSVersion.isEmpty
            case .lastSeen: seenWithin != nil
            }
        }
    }

    /// What is not acceptable: the member and what it must be; nil when everything is.
    public var fault: (member: String, problem: String)? {
        if let seenWithin, !(.seconds(60)...Duration.seconds(365 * 86_400)).contains(seenWithin) {
            return ("seenWithin", "must be 1 minute to 365 days")
        }
        for check in DeviceCheck.allCases {
            guard let response = responses[check] else { continue }
            if response.action == .wipe { return ("responses", "`\(check.rawValue)` cannot wipe a device") }
            guard (.zero...Duration.seconds(365 * 86_400)).contains(response.grace) else {
                return ("responses", "grace of `\(check.rawValue)` must be 0 to 365 days")
            }
        }
        return nil
    }
}

/// One thing that a device is checked for, in the order in which checks are evaluated.
public enum DeviceCheck: String, Sendable, Hashable, CaseIterable, Comparable {
    /// A device management server manages it.
    case management
    /// It is not rooted or jailbroken.
    case rooted
    /// Its storage is encrypted.
    case encryption
    /// Its operating system is recent enough.
    case osVersion
    /// A source has seen it recently enough.
    case lastSeen

    /// Orders checks by their names, so that lists of them are stable.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The check of an app instance from which a device can be exempted that means the same; nil when there is none.
    var exempted: ProtectionCheck? {
        switch self {
        case .management, .encryption: nil
        case .rooted: .rooted
        case .osVersion: .osVersion
        case .lastSeen: .checkIn
        }
    }
}
