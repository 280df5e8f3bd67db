public import AccessModel
public import AuthorizationServer
public import Compliance

/// Where devices are found by the texts that others know them by.
public protocol DeviceStore: Sendable {
    /// What is known of devices, and of signals that were taken, read in one snapshot.
    ///
    /// - Returns: nil when there is no such tenant.
    func devices(of tenant: TenantID, _ query: DeviceQuery) async throws(StoreError) -> DeviceSnapshot?
}

/// Which devices are wanted, and which signals may have been taken.
public struct DeviceQuery: Sendable {
    /// The most instances of one device that are read.
    public static let maximumInstances = 50

    /// The identifiers of the devices.
    public var identifiers: Set<DeviceIdentifier>
    /// Devices by what Postern calls them.
    public var devices: Set<DeviceID>
    /// The signals.
    public var signals: [OneTimeUse]

    /// Makes a query.
    public init(
        identifiers: Set<DeviceIdentifier> = [], devices: Set<DeviceID> = [], signals: [OneTimeUse] = []
    ) {
        self.identifiers = identifiers
        self.devices = devices
        self.signals = signals
    }
}

/// What the store knows at one instant of what a ``DeviceQuery`` asked for.
public struct DeviceSnapshot: Sendable {
    /// The tenant's head.
    public var head: TenantHead
    /// Which device each known identifier belongs to.
    public var owners: [DeviceIdentifier: DeviceID]
    /// The devices.
    public var devices: [DeviceID: VersionedDevice]
    /// The signals that were taken before.
    public var taken: Set<SecretHash>
    /// The enrolled app instances on each device.
    public var instances: [DeviceID: DeviceInstances]

    /// Makes a snapshot of a tenant of which nothing else is known.
    public init(head: TenantHead) {
        self.head = head
        owners = [:]
        devices = [:]
        taken = []
        instances = [:]
    }
}

/// A device and the version that a change of it must still find.
public struct VersionedDevice: Sendable {
    /// The device.
    public var device: Device
    /// Grows by one with each change.
    public var version: Int64

    /// Makes a versioned device.
    public init(device: Device, version: Int64) {
        self.device = device
        self.version = version
    }
}

/// The enrolled app instances on one device.
public enum DeviceInstances: Sendable {
    /// All of them; at most ``DeviceQuery/maximumInstances``.
    case all([JournalSubject])
    /// More than that.
    case many(Int)
}
