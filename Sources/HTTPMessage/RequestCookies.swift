/// The cookies that a client sent (RFC 6265 section 4.2).
///
/// Pairs that do not follow the grammar are left out: other applications of the host set them, and a cookie that is not read is
/// never a session.
public struct RequestCookies: Sendable {
    private let pairs: [(name: String, value: String)]

    /// The most pairs that are read from a request; what comes after is ignored.
    public static var maximumCount: Int { 64 }

    /// Reads every `Cookie` field of a request.
    public init(_ headers: HTTPHeaders) {
        var pairs: [(name: String, value: String)] = []
        for field in headers.values(.cookie) {
            for piece in field.split(separator: UInt8(ascii: ";")) where pairs.count < Self.maximumCount {
                if let pair = Self.pair(piece) { pairs.append(pair) }
            }
        }
        self.pairs = pairs
    }

    /// The value of a cookie; two of one name are a duplicate, because a sibling host can plant the second.
    public func single(_ name: String) -> SingleValue {
        var found: String?
        for pair in pairs where pair.name.utf8.elementsEqual(name.utf8) {
            if found != nil { return .duplicate }
            found = pair.value
        }
        return found.map { .value($0) } ?? .absent
    }

    /// The names that occur, in order.
    public var names: [String] { pairs.map(\.name) }

    private static func pair(_ piece: ArraySlice<UInt8>) -> (name: String, value: String)? {
        let trimmed = piece.drop { $0 == UInt8(ascii: " ") }
        guard let equals = trimmed.firstIndex(of: UInt8(ascii: "=")), equals > trimmed.startIndex else { return nil }
        let name = trimmed[..<equals]
        var value = trimmed[(equals + 1)...]
        if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
            value = value.dropFirst().dropLast()
        }
        guard name.allSatisfy(ByteClass.isToken), value.allSatisfy(SetCookie.isValueByte) else { return nil }
        return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
}
