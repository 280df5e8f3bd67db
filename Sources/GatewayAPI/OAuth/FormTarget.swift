/// Where the answer to the sign-in form may redirect, as a source of `form-action`: browsers apply it to redirects too.
enum FormTarget {
    /// The origin of a redirect URI, or its scheme when it has no host that the header could name.
    ///
    /// - Returns: nil when the URI has no scheme of the usual form.
    static func source(of redirectURI: String) -> String? {
        guard let colon = redirectURI.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = redirectURI.utf8[..<colon]
        guard let first = scheme.first, isLetter(first), scheme.allSatisfy(isSchemeByte) else { return nil }
        let name = String(Substring(scheme)).lowercased()
        let rest = redirectURI.utf8[colon...].dropFirst()
        guard ["http", "https"].contains(name), rest.starts(with: "//".utf8) else { return name + ":" }
        let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard !authority.isEmpty, authority.allSatisfy(isHostByte) else { return name + ":" }
        return name + "://" + String(Substring(authority))
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "-.:".utf8.contains(byte)
    }
}
