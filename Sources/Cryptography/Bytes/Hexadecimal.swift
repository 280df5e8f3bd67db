/// Base 16 (RFC 4648 section 8): written in lower case, read in either.
public enum Hexadecimal {
    /// The text of `bytes` in lower case.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 0xF))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` stands for.
    /// - Throws: `malformed` for an odd number of digits or anything that is no digit.
    public static func decode(_ text: String) throws(CryptographyError) -> [UInt8] {
        let ascii = Array(text.utf8)
        guard ascii.count.isMultiple(of: 2) else { throw .malformed("hexadecimal") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(ascii.count / 2)
        for index in stride(from: 0, to: ascii.count, by: 2) {
            guard let high = value(ascii[index]), let low = value(ascii[index + 1]) else {
                throw .malformed("hexadecimal")
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
