/// A media type with its parameters (RFC 9110 section 8.3.1).
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
    /// One parameter.
    public struct Parameter: Hashable, Sendable {
        /// The name in lower case.
        public let name: String
        /// The value, unquoted.
        public let value: String
    }

    /// Type and subtype in lower case, such as `application/json`.
    public let essence: String
    /// The parameters in order; no name occurs twice.
    public let parameters: [Parameter]

    /// Reads a `Content-Type` value; nil when it does not follow the grammar or repeats a parameter.
    public init?(_ text: String) {
        var reader = Reader(bytes: Array(text.utf8))
        reader.skipSpace()
        guard let type = reader.token(), reader.take(UInt8(ascii: "/")), let subtype = reader.token() else {
            return nil
        }
        var parameters: [Parameter] = []
        reader.skipSpace()
        while reader.take(UInt8(ascii: ";")) {
            reader.skipSpace()
            if reader.isAtEnd || reader.isAt(UInt8(ascii: ";")) { continue }
            guard let name = reader.token()?.lowercased(), reader.take(UInt8(ascii: "=")),
                let value = reader.tokenOrQuoted(), !parameters.contains(where: { $0.name == name })
            else { return nil }
            parameters.append(Parameter(name: name, value: value))
            reader.skipSpace()
        }
        guard reader.isAtEnd else { return nil }
        essence = type.lowercased() + "/" + subtype.lowercased()
        self.parameters = parameters
    }

    /// The value of a parameter, by its lower-case name.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// Whether the text is UTF-8: `charset` is absent or says so.
    public var isUTF8: Bool {
        guard let charset = parameter("charset") else { return true }
        return charset.lowercased() == "utf-8"
    }

    /// The essence; parameters are left out.
    public var description: String { essence }

    private struct Reader {
        let bytes: [UInt8]
        var index = 0

        var isAtEnd: Bool { index == bytes.count }

        func isAt(_ byte: UInt8) -> Bool { index < bytes.count && bytes[index] == byte }

        mutating func take(_ byte: UInt8) -> Bool {
            guard isAt(byte) else { return false }
            index += 1
            return true
        }

        mutating func skipSpace() {
            while isAt(0x20) || isAt(0x09) { index += 1 }
        }

        mutating func token() -> String? {
            let start = index
            while index < bytes.count, ByteClass.isToken(bytes[index]) { index += 1 }
            return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
        }

        mutating func tokenOrQuoted() -> String? {
            guard take(UInt8(ascii: "\"")) else { return token() }
            var value: [UInt8] = []
            while index < bytes.count {
                var byte = bytes[index]
                index += 1
                if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
                if byte == UInt8(ascii: "\\") {
                    guard index < bytes.count else { return nil }
                    byte = bytes[index]
                    index += 1
                }
                guard byte < 0x80, ByteClass.isFieldValue(byte) else { return nil }
                value.append(byte)
            }
            return nil
        }
    }
}
