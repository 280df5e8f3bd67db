/// What a source says of a device's compliance, in the words of device management.
public enum DeviceVerdict: String, Sendable, Hashable, CaseIterable {
    /// The source does not know.
    case unknown
    /// The device is compliant.
    case compliant
    /// It is not.
    case noncompliant
    /// The source's own policies contradict each other.
    case conflict
    /// The source could not evaluate it.
    case error
    /// It is not, and has still time to become so; counts as compliant until the source says otherwise.
    case inGracePeriod

    /// Whether the device counts as compliant; nil when the source does not know.
    package var isCompliant: Bool? {
        switch self {
        case .compliant, .inGracePeriod: true
        case .noncompliant: false
        case .unknown, .conflict, .error: nil
        }
    }
}

/// Whom a device belongs to.
public enum DeviceOwnership: String, Sendable, Hashable, CaseIterable {
    /// The person who uses it.
    case personal
    /// The organisation.
    case company
}

/// How a device is known to the directory.
public enum DeviceTrustType: String, Sendable, Hashable, CaseIterable {
    /// It is registered.
    case registered
    /// It is joined to the cloud directory.
    case joined
    /// It is joined to the domain, too.
    case hybridJoined
}
