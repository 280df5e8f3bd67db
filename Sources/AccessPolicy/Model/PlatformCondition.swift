public import AccessModel

/// The device platforms that a policy is about.
///
/// Exclude always wins.
public struct PlatformCondition: Sendable, Hashable {
    /// Every platform, also one that is not known.
    public var includesAll: Bool
    /// Platforms that are included.
    public var include: Set<DevicePlatform>
    /// Whether every platform is excluded.
    public var excludesAll: Bool
    /// Platforms that are excluded, whatever includes them.
    public var exclude: Set<DevicePlatform>

    /// Makes a condition; by default it names no platform.
    public init(
        includesAll: Bool = false, include: Set<DevicePlatform> = [], excludesAll: Bool = false,
        exclude: Set<DevicePlatform> = []
    ) {
        self.includesAll = includesAll
        self.include = include
        self.excludesAll = excludesAll
        self.exclude = exclude
    }
}
