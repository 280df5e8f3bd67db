/// The parameters of a query or of an `application/x-www-form-urlencoded` body, in order, duplicates kept and reported.
public struct FormParameters: Sendable {
    /// How much is read before it is refused.
    public struct Limits: Sendable {
        /// The most parameters; 100 by default.
        public var count: Int
        /// The most bytes before decoding; 64 KiB by default.
        public var bytes: Int

        /// Makes limits.
        public init(count: Int = 100, bytes: Int = 65_536) {
            self.count = count
            self.bytes = bytes
        }
    }

    /// One name and its value, both decoded.
    public struct Parameter: Hashable, Sendable {
        /// The decoded name; not empty.
        public let name: String
        /// The decoded value; empty without `=`.
        public let value: String
    }

    /// Every parameter in order.
    public let all: [Parameter]

    /// Reads a query or form; empty pieces between `&` are skipped.
    ///
    /// - Throws: `URLEncodingError` when it is malformed or past the limits.
    public init(parsing bytes: [UInt8], limits: Limits = Limits()) throws(URLEncodingError) {
        guard bytes.count <= limits.bytes else { throw .tooLarge(limitInBytes: limits.bytes) }
        var all: [Parameter] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
            if end > start {
                guard all.count < limits.count else { throw .tooManyParameters(limit: limits.count) }
                all.append(try Self.parameter(bytes[start..<end]))
            }
            start = end + 1
        }
        self.all = all
    }

    /// The value of a parameter that may occur only once (RFC 6749 section 3.1: none may occur twice).
    public func single(_ name: String) -> SingleValue {
        var found: String?
        for parameter in all where Self.isSame(parameter.name, name) {
            if found != nil { return .duplicate }
            found = parameter.value
        }
        return found.map { .value($0) } ?? .absent
    }

    /// Every value of a parameter that may occur several times, such as `resource` (RFC 8707).
    public func values(_ name: String) -> [String] {
        all.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// The first name that occurs more than once, other than the ones that may; nil when none does.
    public func firstDuplicate(except repeatable: Set<String> = []) -> String? {
        for (index, parameter) in all.enumerated()
        where !repeatable.contains(where: { Self.isSame($0, parameter.name) }) {
            if all[..<index].contains(where: { Self.isSame($0.name, parameter.name) }) { return parameter.name }
        }
        return nil
    }

    private static func parameter(_ piece: ArraySlice<UInt8>) throws(URLEncodingError) -> Parameter {
        let equals = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
        let name = try URLEncoding.decode(piece[..<equals], plus: .space)
        guard !name.isEmpty else { throw .emptyName }
        let value = equals < piece.endIndex ? try URLEncoding.decode(piece[(equals + 1)...], plus: .space) : ""
        return Parameter(name: name, value: value)
    }

    /// Byte for byte: `==` of strings holds U+212A KELVIN SIGN and `K` for the same.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        first.utf8.elementsEqual(second.utf8)
    }
}
