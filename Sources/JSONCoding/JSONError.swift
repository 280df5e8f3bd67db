/// Why bytes are no acceptable JSON, or a value is not what was expected, and where.
public struct JSONError: Error, Sendable, Equatable {
    /// What is wrong.
    public enum Kind: Sendable, Equatable {
        /// The grammar of RFC 8259 is broken; the text says how, and holds nothing of the input.
        case syntax(String)
        /// An object has two members of one name.
        case duplicateMember
        /// More arrays and objects inside one another than allowed.
        case tooDeep
        /// More bytes than allowed.
        case tooLarge
        /// More values than allowed.
        case tooMany
        /// The bytes are not UTF-8, or start with a byte order mark.
        case invalidUTF8
        /// Something follows the value.
        case trailingBytes
        /// A string or a name holds U+0000.
        case nulCharacter
        /// An integer does not fit into 64 bits.
        case integerOutOfRange
        /// A number is too large for a double.
        case numberOutOfRange
        /// A member that must be there is not; the path names it.
        case missing
        /// A value is of another kind than expected.
        case wrongType(expected: JSONType, found: JSONType)
        /// An object has a member that is not known; the path names it.
        case unknownMember
        /// A value of the right kind is not allowed; the text says what is, and never holds the value.
        case invalidValue(String)
    }

    /// What is wrong.
    public let kind: Kind
    /// Where it is, as a place in the tree.
    public let path: JSONPath
    /// Where it is, as a place in the text, if known; `located(in:)` finds it.
    public let position: SourcePosition?

    /// Makes an error.
    public init(_ kind: Kind, at path: JSONPath = .root, position: SourcePosition? = nil) {
        self.kind = kind
        self.path = path
        self.position = position
    }

    /// The line, from 1, if known.
    public var line: Int? { position?.line }
    /// The column in Unicode scalars, from 1, if known.
    public var column: Int? { position?.column }

    /// The same error with its place in the document that it came from; unchanged if that is already known.
    public func located(in bytes: [UInt8]) -> JSONError {
        position == nil ? located(in: SourceMap(json: bytes)) : self
    }

    /// The same error with its place in the document that a map was made of; unchanged if that is already known.
    public func located(in map: SourceMap) -> JSONError {
        guard position == nil else { return self }
        let position = kind == .unknownMember ? map.name(of: path) : map.nearest(to: path)
        return JSONError(kind, at: path, position: position)
    }
}

extension JSONError: CustomStringConvertible {
    /// One line, safe to log and to show: place and names, never a value.
    public var description: String {
        var place = position.map { "line \($0.line), column \($0.column)" } ?? ""
        let pointer = path.description
        if !pointer.isEmpty { place += (place.isEmpty ? "" : ", ") + "`\(pointer.printable(atMost: 256))`" }
        return place.isEmpty ? kind.text : "\(place): \(kind.text)"
    }
}

extension JSONError.Kind {
    /// The reason without the place.
    public var text: String {
        switch self {
        case .syntax(let reason): reason
        case .duplicateMember: "the object has this member twice"
        case .tooDeep: "too many arrays and objects inside one another"
        case .tooLarge: "the document is too large"
        case .tooMany: "the document has too many values"
        case .invalidUTF8: "not UTF-8 without a byte order mark"
        case .trailingBytes: "something follows the value"
        case .nulCharacter: "the character U+0000 is not allowed"
        case .integerOutOfRange: "the integer does not fit into 64 bits"
        case .numberOutOfRange: "the number is out of range"
        case .missing: "required but missing"
        case .wrongType(let expected, let found): "expected \(expected.rawValue), found \(found.rawValue)"
        case .unknownMember: "unknown member"
        case .invalidValue(let reason): reason
        }
    }
}

extension String {
    /// The text on one line: control characters and separators as `\u{..}`, cut after a number of scalars.
    package func printable(atMost limit: Int) -> String {
        var result = ""
        for (count, scalar) in unicodeScalars.enumerated() {
            if count == limit { return result + "..." }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Sequence<String> {
    /// The texts in backticks, with commas between them.
    package var quoted: String { map { "`\($0)`" }.joined(separator: ", ") }
}
