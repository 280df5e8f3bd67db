public import AccessModel

/// One thing that a source tells of one device.
public struct DeviceSignal: Sendable, Hashable {
    /// How far a source's clock may run ahead of ours.
    public static let maximumClockSkew = Duration.seconds(300)

    /// The signal's identifier; a source uses each once.
    public var id: String
    /// The source.
    public var source: SignalSourceID
    /// The device, by one or more identifiers that all belong to it.
    public var device: Set<DeviceIdentifier>
    /// What is told.
    public var report: DeviceReport
    /// When the source observed it, by its own clock.
    public var observedAt: Timestamp

    /// Makes a signal.
    public init(
        id: String, source: SignalSourceID, device: Set<DeviceIdentifier>, report: DeviceReport, observedAt: Timestamp
    ) {
        self.id = id
        self.source = source
        self.device = device
        self.report = report
        self.observedAt = observedAt
    }
}

/// Why a signal is not taken.
public enum SignalRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// No device is known by these identifiers, and the source is not registered to tell of new ones.
    case unknownDevice = "unknown_device"
    /// The identifiers belong to different devices.
    case identifierConflict = "identifier_conflict"
    /// It was observed further in the future than clocks may differ.
    case observedInFuture = "observed_in_future"
    /// It says nothing that the source is registered to tell.
    case notRegistered = "not_registered"
}

/// What became of a signal that was taken.
public enum SignalOutcome: String, Sendable, Hashable, CaseIterable {
    /// It was news, and changed what is known of the device.
    case applied
    /// It said what was known; that it was said again is news of its age only.
    case confirmed
    /// The source has told something newer already; nothing changed.
    case outdated
    /// A signal with this identifier was taken before; nothing changed.
    case duplicate
}
