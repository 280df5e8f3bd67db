/// A text by which others know a device, and what kind of text it is.
public struct DeviceIdentifier: Sendable, Hashable, Comparable {
    /// The kinds of identifiers, by the names that signals give them.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The identifier that a device management server or an identity provider gave it.
        case deviceID = "deviceId"
        /// The serial number of its hardware.
        case serialNumber
        /// The unique device identifier that its maker gave it.
        case udid
        /// The SHA-256 of a certificate that was issued to it, in hexadecimal digits.
        case certificateFingerprint
    }

    /// The kind.
    public let kind: Kind
    /// The text in lower case: case tells no two devices apart.
    public let value: String

    /// Takes a text of 4 to 128 visible ASCII characters, or 64 hexadecimal digits for a fingerprint.
    ///
    /// - Returns: nil for any other text, and for one that makers put where they have none: two devices that both say
    ///   `unknown` must not become one.
    public init?(_ kind: Kind, _ text: String) {
        // Before case is taken away: some letters of other alphabets have one of ASCII for their lower case.
        guard (4...128).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        let value = text.lowercased()
        guard !Self.isPlaceholder(value) else { return nil }
        if kind == .certificateFingerprint {
            guard value.utf8.count == 64, value.utf8.allSatisfy(Self.isHexDigit) else { return nil }
        }
        self.kind = kind
        self.value = value
    }

    private static let placeholders: Set<String> = [
        "none", "null", "nil", "unknown", "default", "default-string", "invalid", "undefined", "unavailable",
        "not-specified", "notspecified", "notavailable", "not-available", "tobefilledbyo.e.m.", "systemserialnumber",
        "0123456789", "123456789", "1234567890",
    ]

    private static func isPlaceholder(_ value: String) -> Bool {
        placeholders.contains(value) || Set(value.utf8.filter { $0 != 0x2D }).count < 2
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// Orders identifiers by kind and text, so that lists of them are stable.
    public static func < (left: Self, right: Self) -> Bool {
        (left.kind.rawValue, left.value) < (right.kind.rawValue, right.value)
    }
}
