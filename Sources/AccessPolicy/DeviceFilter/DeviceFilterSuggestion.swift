/// Finds what a mistyped name may have meant.
enum DeviceFilterSuggestion {
    /// Names that the same things have elsewhere.
    private static let elsewhere: [String: DeviceFilterAttribute] = [
        "ownership": .deviceOwnership, "id": .deviceID, "objectid": .deviceID, "name": .displayName,
        "compliant": .isCompliant, "os": .operatingSystem, "osversion": .operatingSystemVersion,
        "deviceostype": .operatingSystem, "deviceosversion": .operatingSystemVersion, "devicemodel": .model,
        "devicemanufacturer": .manufacturer, "devicephysicalids": .physicalIDs, "devicetrusttype": .trustType,
        "managementtype": .mdmAppID, "devicemanagementappid": .mdmAppID,
    ]

    /// The attribute that goes by another name elsewhere, or whose name is up to two letters away.
    static func attribute(for name: String) -> DeviceFilterAttribute? {
        let name = name.lowercased()
        if let known = elsewhere[name] { return known }
        guard (4...32).contains(name.utf8.count) else { return nil }
        return DeviceFilterAttribute.allCases
            .filter { !$0.isExtension }
            .map { (attribute: $0, distance: EditDistance.between(name, $0.name.lowercased())) }
            .filter { $0.distance <= 2 }
            .min { $0.distance < $1.distance }?
            .attribute
    }
}
