import AccessModel

/// The public origin of the gateway: `https://host[:port]` and nothing behind it.
struct PublicOrigin {
    let text: String

    /// - Throws: ``CommandFailure`` when the text is no such origin.
    init(_ text: String) throws {
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        let authority = trimmed.dropFirst("https://".count)
        let isPlain = authority.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
                || [0x2D, 0x2E, 0x3A, 0x5B, 0x5D].contains(byte)
        }
        guard trimmed.hasPrefix("https://"), isPlain, Self.hasHostAndPort(authority) else {
            throw CommandFailure(
                "`\(text)` is no public origin; it looks like https://access.example.org or https://localhost:8443")
        }
        self.text = trimmed
    }

    private static func hasHostAndPort(_ authority: Substring) -> Bool {
        guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else { return !authority.isEmpty }
        return colon > authority.startIndex && (UInt16(authority[authority.index(after: colon)...]) ?? 0) > 0
    }
}

/// A numeric address and a port, `127.0.0.1:8443` or `[::1]:8443`.
struct ListenAddress {
    let address: String
    let port: UInt16

    /// - Throws: ``CommandFailure`` when the text is no such pair.
    init(_ text: String, of setting: Setting) throws {
        let colon = text.lastIndex(of: ":") ?? text.startIndex
        var address = String(text[..<colon])
        if address.hasPrefix("["), address.hasSuffix("]") { address = String(address.dropFirst().dropLast()) }
        guard let port = UInt16(text[colon...].dropFirst()), IPAddress(address) != nil else {
            throw CommandFailure("`\(setting.rawValue)` is `\(text)`; use \(Self.example(of: setting))")
        }
        self.address = address
        self.port = port
    }

    private static func example(of setting: Setting) -> String {
        switch setting {
        case .plainListen: "a loopback address such as 127.0.0.1:8080"
        case .operationsListen: "an address such as 127.0.0.1:9443"
        default: "an address such as 127.0.0.1:8443"
        }
    }
}
