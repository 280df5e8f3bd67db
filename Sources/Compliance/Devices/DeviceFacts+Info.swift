public import AccessModel

extension DeviceFacts {
    /// A device as filters of access policies see it.
    ///
    /// - Parameters:
    ///   - device: The device that takes part.
    ///   - assessment: What its evaluation came to.
    /// - Returns: What counts of all that is known of it.
    public func info(of device: Device, _ assessment: DeviceAssessment) -> DeviceInfo {
        let known = DeviceStanding(device, sources: sources).report
        var info = DeviceInfo()
        info.deviceID = device.id.rawValue
        info.displayName = known.displayName
        info.deviceOwnership = known.ownership.map { $0 == .company ? "Company" : "Personal" }
        info.isCompliant = assessment.isCompliant
        info.isManaged = known.isManaged == true
        info.manufacturer = known.manufacturer
        info.model = known.model
        info.operatingSystem = known.platform?.filterName
        info.operatingSystemVersion = known.osVersion?.description
        info.physicalIDs = device.identifiers.sorted().map { "[\($0.kind.rawValue)]:\($0.value)" }
        info.profileType = "RegisteredDevice"
        // A device that an app instance is bound to is registered at least.
        info.trustType =
            switch known.trustType ?? .registered {
            case .registered: "Workplace"
            case .joined: "AzureAD"
            case .hybridJoined: "ServerAD"
            }
        return info
    }

    /// What the sources say of a device, put together; without a verdict.
    public func knowledge(of device: Device) -> DeviceReport { DeviceStanding(device, sources: sources).report }
}

extension DevicePlatform {
    /// The operating system as device filters name it.
    fileprivate var filterName: String {
        switch self {
        case .android: "Android"
        case .iOS: "iOS"
        case .windows: "Windows"
        case .windowsPhone: "WindowsPhone"
        case .macOS: "macOS"
        case .linux: "Linux"
        }
    }
}
