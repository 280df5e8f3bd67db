public import AccessModel

/// What an app instance reports of itself and of its device; signed by the instance's key, which is verified before it
/// comes here.
public struct PostureReport: Sendable, Hashable {
    /// The policies that the app has applied; nil when it has applied none.
    public var appliedRevision: PolicyRevision?
    /// The app's version.
    public var appVersion: Version
    /// The operating system's version.
    public var osVersion: Version
    /// The platform; it has to be the one the instance was enrolled on.
    public var platform: DevicePlatform
    /// Whether a PIN protects the app; nil when the app does not say.
    public var pinSet: Bool?
    /// Whether the device is rooted or jailbroken; nil when the app does not say.
    public var rooted: Bool?
    /// When the app made the report, by its own clock.
    public var reportedAt: Timestamp

    /// Makes a report.
    public init(
        appliedRevision: PolicyRevision?, appVersion: Version, osVersion: Version, platform: DevicePlatform,
        pinSet: Bool? = nil, rooted: Bool? = nil, reportedAt: Timestamp
    ) {
        self.appliedRevision = appliedRevision
        self.appVersion = appVersion
        self.osVersion = osVersion
        self.platform = platform
        self.pinSet = pinSet
        self.rooted = rooted
        self.reportedAt = reportedAt
    }
}
