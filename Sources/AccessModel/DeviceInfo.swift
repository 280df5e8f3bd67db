/// What is known of the device that was presented with a sign-in, as device filters name it.
///
/// An attribute that is nil has no value, which the filter language treats by its own rule.
public struct DeviceInfo: Sendable, Hashable {
    /// How many extension attributes a device has.
    public static let extensionAttributeCount = 15

    /// The device's identifier.
    public var deviceID: String?
    /// The device's name.
    public var displayName: String?
    /// Whom the device belongs to: `Personal` or `Company`.
    public var deviceOwnership: String?
    /// The profile that the device was enrolled with.
    public var enrollmentProfileName: String?
    /// The extension attributes by their number, 1 to 15.
    public var extensionAttributes: [Int: String]
    /// Whether the device is compliant; nil when that is not known.
    public var isCompliant: Bool?
    /// Whether a device management server manages the device.
    public var isManaged: Bool
    /// Who made the device.
    public var manufacturer: String?
    /// The application identifier of the device management server.
    public var mdmAppID: String?
    /// The device's model.
    public var model: String?
    /// The operating system's name.
    public var operatingSystem: String?
    /// The operating system's version.
    public var operatingSystemVersion: String?
    /// Identifiers of the hardware and of whoever deployed it.
    public var physicalIDs: [String]
    /// The kind of device: `RegisteredDevice`, `SecureVM`, `Printer`, `Shared` or `IoT`.
    public var profileType: String?
    /// Labels that the system gave the device.
    public var systemLabels: [String]
    /// How the device is known: `AzureAD` (joined), `ServerAD` (hybrid joined) or `Workplace` (registered).
    public var trustType: String?

    /// Makes a device of which nothing is known but that it was presented.
    public init() {
        extensionAttributes = [:]
        isManaged = false
        physicalIDs = []
        systemLabels = []
    }
}
