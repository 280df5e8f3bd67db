/// A device's attribute that a filter may ask about.
public enum DeviceFilterAttribute: Sendable, Hashable {
    /// The device's identifier.
    case deviceID
    /// The application identifier of the device management server.
    case mdmAppID
    /// The device's name.
    case displayName
    /// The profile that the device was enrolled with.
    case enrollmentProfileName
    /// Who made the device.
    case manufacturer
    /// The device's model.
    case model
    /// The operating system's name.
    case operatingSystem
    /// The operating system's version.
    case operatingSystemVersion
    /// An extension attribute by its number, 1 to 15.
    case extensionAttribute(Int)
    /// Whom the device belongs to.
    case deviceOwnership
    /// Whether the device is compliant.
    case isCompliant
    /// The kind of device.
    case profileType
    /// How the device is known.
    case trustType
    /// Identifiers of the hardware and of whoever deployed it.
    case physicalIDs
    /// Labels that the system gave the device.
    case systemLabels

    /// What sort of value an attribute has.
    enum Kind: Sendable, Hashable {
        /// An opaque identifier, compared whole.
        case identifier
        /// Any text.
        case text
        /// One of a few values.
        case choice([String])
        /// True or false.
        case boolean
        /// Several texts, each compared whole.
        case list
    }

    /// The attribute's name as the language spells it, without the prefix `device.`.
    public var name: String {
        switch self {
        case .deviceID: "deviceId"
        case .mdmAppID: "mdmAppId"
        case .displayName: "displayName"
        case .enrollmentProfileName: "enrollmentProfileName"
        case .manufacturer: "manufacturer"
        case .model: "model"
        case .operatingSystem: "operatingSystem"
        case .operatingSystemVersion: "operatingSystemVersion"
        case .extensionAttribute(let number): "extensionAttribute\(number)"
        case .deviceOwnership: "deviceOwnership"
        case .isCompliant: "isCompliant"
        case .profileType: "profileType"
        case .trustType: "trustType"
        case .physicalIDs: "physicalIds"
        case .systemLabels: "systemLabels"
        }
    }

    /// The operators that may follow the attribute.
    public var operators: [DeviceFilterOperator] {
        switch kind {
        case .identifier: [.equal, .notEqual, .in, .notIn]
        case .text: DeviceFilterOperator.allCases
        case .choice, .boolean: [.equal, .notEqual]
        case .list: [.contains, .notContains]
        }
    }

    /// Whether the user of a device can change the attribute without anybody's help.
    public var isSetByUsers: Bool { self == .displayName }

    /// Whether it is one of the extension attributes, which only devices that somebody vouches for have.
    public var isExtension: Bool {
        if case .extensionAttribute = self { true } else { false }
    }

    var kind: Kind {
        switch self {
        case .deviceID, .mdmAppID: .identifier
        case .displayName, .enrollmentProfileName, .manufacturer, .model, .operatingSystem, .operatingSystemVersion,
            .extensionAttribute:
            .text
        case .deviceOwnership: .choice(["Personal", "Company"])
        case .isCompliant: .boolean
        case .profileType: .choice(["RegisteredDevice", "SecureVM", "Printer", "Shared", "IoT"])
        case .trustType: .choice(["AzureAD", "ServerAD", "Workplace"])
        case .physicalIDs, .systemLabels: .list
        }
    }
}

extension DeviceFilterAttribute: CaseIterable {
    /// Every attribute there is.
    public static let allCases: [DeviceFilterAttribute] =
        [
            .deviceID, .displayName, .deviceOwnership, .enrollmentProfileName, .isCompliant, .manufacturer, .mdmAppID,
            .model, .operatingSystem, .operatingSystemVersion, .physicalIDs, .profileType, .systemLabels, .trustType,
        ] + (1...15).map(Self.extensionAttribute)

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name.lowercased(), $0) })

    /// Finds an attribute by its name without the prefix, in any case.
    init?(named name: String) {
        guard let found = Self.byName[name.lowercased()] else { return nil }
        self = found
    }
}
