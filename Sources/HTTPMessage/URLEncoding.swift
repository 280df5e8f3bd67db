/// Percent-encoding of URIs and forms (RFC 3986 section 2.1; WHATWG URL, application/x-www-form-urlencoded).
public enum URLEncoding {
    /// What `+` means.
    public enum Plus: Sendable {
        /// Itself, as in a path.
        case literal
        /// A space, as in a query or form.
        case space
    }

    /// Decodes to text; strict.
    ///
    /// - Throws: `.malformedPercentEncoding`, `.notUTF8`, or `.controlByte` for a NUL.
    public static func decode(_ bytes: ArraySlice<UInt8>, plus: Plus = .literal) throws(URLEncodingError) -> String {
        let decoded = try decodeBytes(bytes, plus: plus)
        guard !decoded.contains(0) else { throw .controlByte }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// Decodes to bytes; strict.
    ///
    /// - Throws: `.malformedPercentEncoding`.
    public static func decodeBytes(
        _ bytes: ArraySlice<UInt8>, plus: Plus = .literal
    ) throws(URLEncodingError) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "%"):
                guard bytes.endIndex - index > 2, let high = ByteClass.hexadecimal(bytes[index + 1]),
                    let low = ByteClass.hexadecimal(bytes[index + 2])
                else { throw .malformedPercentEncoding }
                decoded.append(high << 4 | low)
                index += 3
                continue
            case UInt8(ascii: "+") where plus == .space: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
            index += 1
        }
        return decoded
    }

    /// Encodes text so that it can stand as one path segment, query name or query value: all but unreserved bytes become `%XX`.
    public static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if ByteClass.isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(hexadecimalDigit(byte >> 4))
                encoded.append(hexadecimalDigit(byte & 15))
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Encodes names and values as a query or form, in order.
    public static func encode(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { encode($0.name) + "=" + encode($0.value) }.joined(separator: "&")
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
