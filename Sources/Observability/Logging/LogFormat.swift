import JSONCoding

/// How a log line looks.
public enum LogFormat: String, Sendable, CaseIterable {
    /// A JSON object a line: `time`, `level`, `logger`, `message`, then the metadata under its keys.
    case json
    /// `time level logger: message key=value ...`, values in JSON quotes unless they are plain words.
    case text

    /// The greatest length of a text value in a line, in bytes of its escaped form; the rest is cut.
    static let maximumValueBytes = 4096

    /// A line with its line feed at the end: the only one in it, and no other control character.
    func line(_ entry: LogEntry, timeMilliseconds: Int64) -> [UInt8] {
        var bytes =
            switch self {
            case .json: Self.json(entry, timeMilliseconds)
            case .text: Self.text(entry, timeMilliseconds)
            }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private static func json(_ entry: LogEntry, _ time: Int64) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { object in
            object.member("time", UTCTimeText(milliseconds: time).description)
            object.member("level", entry.level.rawValue)
            object.member("logger", serialized: quoted(entry.label))
            object.member("message", serialized: quoted(entry.message))
            for field in entry.metadata {
                switch field.value {
                case .string(let string): object.member(field.key.name, serialized: quoted(string))
                case .integer(let integer): object.member(field.key.name, integer)
                case .number(let number): object.member(field.key.name, number)
                case .bool(let bool): object.member(field.key.name, bool)
                }
            }
        }
        return writer.bytes
    }

    private static func text(_ entry: LogEntry, _ time: Int64) -> [UInt8] {
        var bytes = Array("\(UTCTimeText(milliseconds: time)) \(entry.level.rawValue) ".utf8)
        bytes.append(contentsOf: quoted(entry.label).dropFirst().dropLast())
        bytes.append(contentsOf: ": ".utf8)
        bytes.append(contentsOf: quoted(entry.message).dropFirst().dropLast())
        for field in entry.metadata {
            bytes.append(contentsOf: " \(field.key.name)=".utf8)
            switch field.value {
            case .string(let string): bytes.append(contentsOf: string.isPlainWord ? Array(string.utf8) : quoted(string))
            case .integer(let integer): bytes.append(contentsOf: "\(integer)".utf8)
            case .number(let number): bytes.append(contentsOf: "\(number)".utf8)
            case .bool(let bool): bytes.append(contentsOf: "\(bool)".utf8)
            }
        }
        return bytes
    }

    /// A JSON string in which everything that is not visible is escaped, and which is cut when it is too long.
    private static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for scalar in text.unicodeScalars {
            if bytes.count > maximumValueBytes {
                bytes.append(contentsOf: "...".utf8)
                break
            }
            if scalar == "\"" || scalar == "\\" {
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else if scalar.isVisible {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                    let hex = String(unit, radix: 16)
                    bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - hex.count))\(hex)".utf8)
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return bytes
    }
}

extension Unicode.Scalar {
    /// Whether a terminal shows the character as it is: no control, direction, separator or unknown character.
    fileprivate var isVisible: Bool {
        if value < 0x7F { return value >= 0x20 }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
        default: return true
        }
    }
}

extension String {
    /// Whether the text can stand in a line without quotes.
    fileprivate var isPlainWord: Bool {
        !isEmpty && utf8.count <= 256
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._:/@+%*,".utf8.contains(byte)
                }
            }
    }
}
