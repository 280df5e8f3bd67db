/// A 128-bit identifier in the 8-4-4-4-12 form (RFC 9562 section 4).
public struct GUID: Hashable, Sendable, CustomStringConvertible {
    /// The 36 characters in lower case.
    public let description: String

    /// Reads the 36-character form in any case; surrounding braces or spaces are not accepted.
    ///
    /// - Returns: nil when the text is anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 36 else { return nil }
        for (index, byte) in text.utf8.enumerated() {
            switch index {
            case 8, 13, 18, 23:
                guard byte == UInt8(ascii: "-") else { return nil }
            default:
                guard Self.isHexDigit(byte) else { return nil }
            }
        }
        description = text.lowercased()
    }

    /// Makes a version 4 identifier from 16 random bytes (RFC 9562 section 5.4).
    ///
    /// - Returns: nil when there are not exactly 16 bytes.
    public init?(randomBytes: [UInt8]) {
        guard randomBytes.count == 16 else { return nil }
        var bytes = randomBytes
        bytes[6] = (bytes[6] & 0x0F) | 0x40
        bytes[8] = (bytes[8] & 0x3F) | 0x80
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0F)])
        }
        description = String(decoding: text, as: UTF8.self)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default:
            false
        }
    }
}
