/// A header that a source wants to see, such as the version of its interface.
public struct SourceHeader: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value: 1 to 256 printable ASCII characters.
    public let value: String

    /// Names that belong to the connection, or that the gateway sets itself.
    private static let reserved: Set<String> = [
        "accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "cookie",
        "expect",
        "forwarded", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade", "user-agent",
    ]

    /// Makes a header.
    ///
    /// - Returns: nil when the name is no token of RFC 9110 section 5.6.2, is reserved, or the value cannot be sent.
    public init?(_ name: String, _ value: String) {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(Self.isTokenByte),
            !Self.reserved.contains(name.lowercased()), (1...256).contains(value.utf8.count),
            value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        self.name = name
        self.value = value
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
