/// A place in a document that is not known to exist: a JSON Pointer (RFC 6901).
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// The names and indices from the root, unescaped.
    public let tokens: [String]

    /// Reads a pointer.
    ///
    /// - Returns: nil when the text is neither empty nor begins with `/`, or has a `~` that is followed by neither 0 nor
    ///   1 (RFC 6901 section 3).
    public init?(_ text: String) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        var tokens: [String] = []
        var token = ""
        var isEscape = false
        for scalar in text.unicodeScalars.dropFirst() {
            if isEscape {
                guard scalar == "0" || scalar == "1" else { return nil }
                token.unicodeScalars.append(scalar == "0" ? "~" : "/")
                isEscape = false
            } else if scalar == "~" {
                isEscape = true
            } else if scalar == "/" {
                tokens.append(token)
                token = ""
            } else {
                token.unicodeScalars.append(scalar)
            }
        }
        guard !isEscape else { return nil }
        self.tokens = tokens + [token]
    }

    private init(tokens: [String]) {
        self.tokens = tokens
    }

    /// The place that holds this one; nil at the root.
    public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(tokens: Array(tokens.dropLast())) }

    /// The place as it is named in errors, each token as a member's name.
    public var path: JSONPath { tokens.reduce(.root) { $0.appending($1) } }

    /// The pointer as it is written.
    public var description: String { path.description }

    /// The value at this place; nil when there is none, an index beyond the end and `-` included.
    public func value(in value: JSONValue) -> JSONValue? { element(in: JSONElement(value))?.value }

    /// The value at this place below an element, with its own place; nil when there is none.
    public func element(in element: JSONElement) -> JSONElement? {
        var (value, path) = (element.value, element.path)
        for token in tokens {
            switch value {
            case .object(let members):
                guard let member = members[token] else { return nil }
                (value, path) = (member, path.appending(token))
            case .array(let elements):
                guard let index = Self.index(token), index < elements.count else { return nil }
                (value, path) = (elements[index], path.appending(index))
            default: return nil
            }
        }
        return JSONElement(value, at: path)
    }

    /// Digits without a leading zero (RFC 6901 section 4).
    private static func index(_ token: String) -> Int? {
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            token.utf8.count == 1 || token.utf8.first != 0x30
        else { return nil }
        return Int(token)
    }
}

extension JSONPointer: JSONReadable, JSONWritable {
    /// Reads a pointer out of a string.
    public init(json: JSONElement) throws(JSONError) {
        guard let pointer = JSONPointer(try json.string()) else { throw json.invalid("must be a JSON pointer") }
        self = pointer
    }

    /// Writes the pointer as a string.
    public func write(to writer: inout JSONWriter) {
        writer.write(description)
    }
}
