public import AccessModel

/// What a source says of a device; what it does not say is nil.
public struct DeviceReport: Sendable, Hashable {
    /// The platform.
    public var platform: DevicePlatform?
    /// The operating system's version.
    public var osVersion: Version?
    /// The model.
    public var model: String?
    /// Who made it.
    public var manufacturer: String?
    /// Its name.
    public var displayName: String?
    /// Whom it belongs to.
    public var ownership: DeviceOwnership?
    /// How the directory knows it.
    public var trustType: DeviceTrustType?
    /// Whether a device management server manages it.
    public var isManaged: Bool?
    /// The source's verdict on compliance.
    public var verdict: DeviceVerdict?
    /// Whether it is rooted or jailbroken.
    public var isRooted: Bool?
    /// Whether its storage is encrypted.
    public var isEncrypted: Bool?
    /// When the source last saw it.
    public var lastSeen: Timestamp?
    /// The accounts of the people who use it.
    public var accounts: Set<AccountID>?

    /// Makes a report that says nothing.
    public init() {}

    /// The attributes of which it says something.
    public var attributes: Set<DeviceAttribute> {
        var said: Set<DeviceAttribute> = []
        if platform != nil || osVersion != nil { said.insert(.system) }
        if model != nil || manufacturer != nil || displayName != nil { said.insert(.description) }
        if ownership != nil || trustType != nil || isManaged != nil { said.insert(.management) }
        if verdict != nil { said.insert(.compliance) }
        if isRooted != nil || isEncrypted != nil { said.insert(.integrity) }
        if lastSeen != nil { said.insert(.lastSeen) }
        if accounts != nil { said.insert(.owners) }
        return said
    }

    /// The report without what the source is not registered for.
    package func limited(to attributes: Set<DeviceAttribute>) -> DeviceReport {
        var limited = self
        if !attributes.contains(.system) { (limited.platform, limited.osVersion) = (nil, nil) }
        if !attributes.contains(.description) {
            (limited.model, limited.manufacturer, limited.displayName) = (nil, nil, nil)
        }
        if !attributes.contains(.management) {
            (limited.ownership, limited.trustType, limited.isManaged) = (nil, nil, nil)
        }
        if !attributes.contains(.compliance) { limited.verdict = nil }
        if !attributes.contains(.integrity) { (limited.isRooted, limited.isEncrypted) = (nil, nil) }
        if !attributes.contains(.lastSeen) { limited.lastSeen = nil }
        if !attributes.contains(.owners) { limited.accounts = nil }
        return limited
    }

    /// The report with what a newer one says instead of what it said.
    func updated(by newer: DeviceReport) -> DeviceReport {
        var next = self
        next.platform = newer.platform ?? platform
        next.osVersion = newer.osVersion ?? osVersion
        next.model = newer.model ?? model
        next.manufacturer = newer.manufacturer ?? manufacturer
        next.displayName = newer.displayName ?? displayName
        next.ownership = newer.ownership ?? ownership
        next.trustType = newer.trustType ?? trustType
        next.isManaged = newer.isManaged ?? isManaged
        next.verdict = newer.verdict ?? verdict
        next.isRooted = newer.isRooted ?? isRooted
        next.isEncrypted = newer.isEncrypted ?? isEncrypted
        next.lastSeen = newer.lastSeen ?? lastSeen
        next.accounts = newer.accounts ?? accounts
        return next
    }
}

/// What one source has said of a device so far.
public struct SourceRecord: Sendable, Hashable {
    /// When the source observed what it said last.
    public var observedAt: Timestamp
    /// When it observed the verdict that stands; nil when it has given none.
    public var verdictAt: Timestamp?
    /// All that it said.
    public var report: DeviceReport

    /// Makes a record.
    public init(observedAt: Timestamp, verdictAt: Timestamp? = nil, report: DeviceReport) {
        self.observedAt = observedAt
        self.verdictAt = verdictAt
        self.report = report
    }
}
