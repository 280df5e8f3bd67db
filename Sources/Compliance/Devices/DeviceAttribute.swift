/// What a source may be registered to tell of devices; what it says of anything else does not count.
public enum DeviceAttribute: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Which texts identify a device, and that there is one.
    case identity
    /// The source's verdict on compliance.
    case compliance
    /// Whether it is managed, whom it belongs to, and how the directory knows it.
    case management
    /// Platform and operating system version.
    case system
    /// Whether it is rooted or jailbroken, and whether its storage is encrypted.
    case integrity
    /// Name, model and maker.
    case description
    /// The accounts of the people who use it.
    case owners
    /// When it was last seen.
    case lastSeen

    /// Orders attributes by their names, so that lists of them are stable.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
