/// An absolute `http` or `https` URL without user, password and fragment, as far as paging needs to understand it.
public struct SourceURL: Sendable, Hashable, CustomStringConvertible {
    /// The longest URL, in bytes: cursors make them long.
    public static let maximumByteCount = 8192

    /// Scheme, host and port, in one form only.
    public let origin: String
    private let authority: String
    /// The path, at least `/`.
    public let path: String
    private let query: String?

    /// Reads a URL.
    ///
    /// - Returns: nil when it is not absolute, too long, or has characters that no URL has (RFC 3986 section 2).
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumByteCount, text.utf8.allSatisfy(Self.isAllowed),
            let scheme = ["https", "http"].first(where: { text.lowercased().hasPrefix($0 + "://") })
        else { return nil }
        let rest = text.dropFirst(scheme.utf8.count + 3)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard let place = Self.place(rest[..<end], scheme) else { return nil }
        origin = "\(scheme)://\(place)"
        authority = "\(scheme)://\(rest[..<end])"
        (path, query) = Self.pathAndQuery(rest[end...])
    }

    private init(_ base: SourceURL, path: String, query: String?) {
        origin = base.origin
        authority = base.authority
        self.path = path
        self.query = query
    }

    /// The URL as it is requested.
    public var description: String { authority + path + (query.map { "?" + $0 } ?? "") }

    /// Whether it is encrypted.
    public var isSecure: Bool { origin.hasPrefix("https:") }

    /// The URL with a query parameter of this value, whatever it had before.
    public func setting(_ name: String, to value: String) -> SourceURL {
        let name = Self.encoded(name)
        let others = (query ?? "").split(separator: "&").filter { item in
            let own = item.prefix { $0 != "=" }
            return own != name && Self.encoded(String(own)) != name
        }
        let items = others.map(String.init) + ["\(name)=\(Self.encoded(value))"]
        return SourceURL(self, path: path, query: items.joined(separator: "&"))
    }

    /// The URL that a reference in an answer means (RFC 3986 section 4.2): absolute, or from the root of the host.
    ///
    /// - Returns: nil when it is none, or leads to another origin: the credentials are for this one.
    public func following(_ reference: String) -> SourceURL? {
        if reference.hasPrefix("/"), !reference.hasPrefix("//") { return SourceURL(authority + reference) }
        if reference.hasPrefix("?") { return SourceURL(authority + path + reference) }
        guard let url = SourceURL(reference), url.origin == origin else { return nil }
        return url
    }

    private static func pathAndQuery(_ text: Substring) -> (String, String?) {
        guard let mark = text.firstIndex(of: "?") else { return (text.isEmpty ? "/" : String(text), nil) }
        let path = text[..<mark]
        return (path.isEmpty ? "/" : String(path), String(text[text.index(after: mark)...]))
    }

    /// Host and port in one form; nil when they are none.
    private static func place(_ authority: Substring, _ scheme: String) -> String? {
        let closing = authority.lastIndex(of: "]")
        let colon = authority.lastIndex(of: ":").flatMap { mark in closing.map { $0 < mark } ?? true ? mark : nil }
        let host = authority[..<(colon ?? authority.endIndex)].lowercased()
        guard !host.isEmpty, !host.contains("@"), host.hasPrefix("[") == host.hasSuffix("]"),
            host.hasPrefix("[") || !host.contains(":")
        else { return nil }
        guard let colon else { return "\(host):\(scheme == "https" ? 443 : 80)" }
        let digits = authority[authority.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(digits), port > 0
        else { return nil }
        return "\(host):\(port)"
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#<>\\^`{|}".utf8.contains(byte)
    }

    /// Everything but unreserved characters as `%XX` (RFC 3986 section 2.1).
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { encoded, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}
