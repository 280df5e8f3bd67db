import JSONCoding

/// The text of a policy file, whichever of the encodings in use it came in.
///
/// UTF-8 with or without a byte order mark, and UTF-16 of either byte order with a mark, as PowerShell's redirection
/// writes it, or without one where the first characters show the order.
enum PolicyText {
    /// Why bytes are no text.
    enum Failure: Error, Hashable {
        /// The bytes are neither UTF-8 nor UTF-16.
        case encoding(String)
    }

    /// The text in UTF-8 without a mark.
    static func utf8(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            throw .encoding("the text is UTF-32; save it as UTF-8")
        }
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), bigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), bigEndian: true) }
        // JSON and YAML begin with an ASCII character, which in UTF-16 has a zero byte beside it.
        if bytes.count >= 2, bytes[0] != 0, bytes[1] == 0 { return try utf16(bytes[...], bigEndian: false) }
        if bytes.count >= 2, bytes[0] == 0, bytes[1] != 0 { return try utf16(bytes[...], bigEndian: true) }
        return bytes
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) throws(Failure) -> [UInt8] {
        guard bytes.count % 2 == 0 else { throw .encoding("the UTF-16 text ends in the middle of a character") }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(bigEndian ? first << 8 | second : second << 8 | first)
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw .encoding("the UTF-16 text has half a surrogate pair; save it again as UTF-8")
        }
        return Array(text.utf8)
    }
}
