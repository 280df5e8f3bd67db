public import JSONCoding

/// Why bytes are no acceptable YAML, and where.
public struct YAMLError: Error, Sendable, Equatable {
    /// What is wrong.
    public enum Kind: Sendable, Equatable {
        /// The grammar is broken; the text says how, and holds nothing of the input.
        case syntax(String)
        /// There is no document, or nothing in it.
        case empty
        /// A second document follows the first.
        case severalDocuments
        /// A mapping has one key twice.
        case duplicateKey
        /// A key is a number, a truth value, null or a collection.
        case keyNotString
        /// An anchor or alias, which could blow a small text up to any size.
        case anchorOrAlias
        /// A merge key (`<<`).
        case mergeKey
        /// A tag outside the core schema, or a tag directive.
        case unsupportedTag
        /// A core tag on a value that is of another kind.
        case tagMismatch
        /// More sequences and mappings inside one another than allowed.
        case tooDeep
        /// More bytes than allowed.
        case tooLarge
        /// More values than allowed.
        case tooMany
        /// The bytes are not UTF-8, or start with a byte order mark.
        case invalidUTF8
        /// A character that YAML does not allow, or U+0000 written as an escape.
        case forbiddenCharacter
        /// A plain integer that starts with 0, which is octal to some readers and decimal to others.
        case leadingZero
        /// An integer that does not fit into 64 bits.
        case integerOutOfRange
        /// A number that is infinite, not a number, or too large for a double.
        case numberOutOfRange
    }

    /// What is wrong.
    public let kind: Kind
    /// Where it is, as a place in the tree.
    public let path: JSONPath
    /// Where it is, as a place in the text.
    public let position: SourcePosition

    /// Makes an error.
    public init(_ kind: Kind, at path: JSONPath = .root, position: SourcePosition) {
        self.kind = kind
        self.path = path
        self.position = position
    }
}

extension YAMLError: CustomStringConvertible {
    /// One line, safe to log and to show: place and names, never a value.
    public var description: String {
        let pointer = path.description
        let place = pointer.isEmpty ? "" : ", `\(pointer.printable(atMost: 256))`"
        return "line \(position.line), column \(position.column)\(place): \(kind.text)"
    }
}

extension YAMLError.Kind {
    /// The reason without the place.
    public var text: String {
        switch self {
        case .syntax(let reason): reason
        case .empty: "the document is empty"
        case .severalDocuments: "only one document is allowed"
        case .duplicateKey: "the mapping has this key twice"
        case .keyNotString: "a key must be a string; put it in quotes if it is one"
        case .anchorOrAlias: "anchors and aliases are not allowed"
        case .mergeKey: "merge keys are not allowed"
        case .unsupportedTag: "this tag is not allowed"
        case .tagMismatch: "the value is not what its tag says"
        case .tooDeep: "too many sequences and mappings inside one another"
        case .tooLarge: "the document is too large"
        case .tooMany: "the document has too many values"
        case .invalidUTF8: "not UTF-8 without a byte order mark"
        case .forbiddenCharacter: "this character is not allowed"
        case .leadingZero: "an integer must not start with 0; put it in quotes if it is text"
        case .integerOutOfRange: "the integer does not fit into 64 bits"
        case .numberOutOfRange: "the number is out of range"
        }
    }
}
