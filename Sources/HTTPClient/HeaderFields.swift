/// Header fields of a request or an answer, in order; names are compared without regard to case (RFC 9110, section 5.1).
public struct HeaderFields: Sendable, Equatable {
    /// One field line.
    public struct Field: Sendable, Equatable {
        /// The name as it was written.
        public let name: String
        /// The value without the white space around it.
        public let value: String
    }

    /// Every field line, in order.
    public private(set) var list: [Field]

    /// Makes fields of pairs of name and value.
    public init(_ pairs: [(name: String, value: String)] = []) {
        list = pairs.map { Field(name: $0.name, value: $0.value) }
    }

    /// The first value of a name; setting replaces every field of that name, nil removes them.
    public subscript(name: String) -> String? {
        get { list.first { $0.name.isSameName(as: name) }?.value }
        set {
            list.removeAll { $0.name.isSameName(as: name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Every value of a name, in order.
    ///
    /// - Returns: one value a field line; a line is not split at its commas.
    public func values(of name: String) -> [String] {
        list.filter { $0.name.isSameName(as: name) }.map(\.value)
    }

    /// Adds a field line after those that are there.
    public mutating func append(_ name: String, _ value: String) {
        list.append(Field(name: name, value: value))
    }

    /// What keeps the fields from being sent: a name that is no token, a value with a control character, or a field that
    /// belongs to the connection.
    var fault: String? {
        for field in list {
            guard field.name.isToken else { return "a header name that is not a token" }
            if Self.reserved.contains(field.name.lowercased()) { return "the header `\(field.name)`" }
            let isClean = field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
            guard isClean else { return "a control character in the header `\(field.name)`" }
        }
        return nil
    }

    private static let reserved: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]
}

extension String {
    fileprivate func isSameName(as other: String) -> Bool {
        self == other || (utf8.count == other.utf8.count && lowercased() == other.lowercased())
    }

    /// RFC 9110, section 5.6.2.
    var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
