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
            .map { (attribute: $0, distance: distance(Array(name.utf8), Array($0.name.lowercased().utf8))) }
            .filter { $0.distance <= 2 }
            .min { $0.distance < $1.distance }?
            .attribute
    }

    /// How many letters have to be changed, added or taken away to come from one name to the other.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (line, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in right.indices {
                let change = diagonal + (letter == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
