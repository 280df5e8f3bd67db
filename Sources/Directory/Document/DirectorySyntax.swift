import JSONCoding

/// What the texts of a directory document may look like.
enum DirectorySyntax {
    /// An absolute URI that can stand before a scope's name.
    static func isResourceIdentifier(_ text: String) -> Bool {
        scheme(of: text) != nil && text.utf8.count <= 512 && text.utf8.allSatisfy(ScopeRequest.isScopeCharacter)
            && text.utf8.last != UInt8(ascii: "/") && !text.utf8.contains(UInt8(ascii: "#"))
    }

    /// A scope's name: no slash, so that a scope has one way to be split, and no name that belongs to no resource.
    static func isScopeName(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && text.utf8.allSatisfy(ScopeRequest.isScopeCharacter)
            && !text.utf8.contains(UInt8(ascii: "/")) && text != ScopeRequest.defaultName
            && ReservedScope(rawValue: text) == nil
    }

    /// A redirect URI that a client of the kind may register (RFC 9700 section 4.1, RFC 8252 section 7).
    ///
    /// `https` always; `http` for loopback hosts only; a private-use scheme for native clients only, and it must have a
    /// dot or a hyphen, as reversed domain names and `msauth` schemes have, so that none can stand for script or files.
    static func isRedirectURI(_ text: String, for kind: ClientAppKind) -> Bool {
        guard text.utf8.count <= RedirectURIMatch.maximumByteCount, let scheme = scheme(of: text),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "*") }),
            !text.utf8.contains(UInt8(ascii: "\\"))
        else { return false }
        switch scheme {
        case "https": return text.utf8.count > "https://".utf8.count && text.hasPrefix("https://")
        case "http": return LoopbackURI(text) != nil
        default:
            return kind == .native && (scheme.contains(".") || scheme.contains("-") || scheme.hasPrefix("msal"))
        }
    }

    /// A language tag as far as its form goes (RFC 5646 section 2.1): a language of 2 to 8 letters, then subtags.
    static func isLanguageTag(_ text: String) -> Bool {
        let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
        guard text.utf8.count <= 35, let first = subtags.first, (2...8).contains(first.count) else { return false }
        return first.allSatisfy(isLetter)
            && subtags.allSatisfy { subtag in
                (1...8).contains(subtag.count) && subtag.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
            }
    }

    /// A SHA-256 hash in hexadecimal.
    static func sha256(hexadecimal text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = hexadecimalValue(digits[index]), let low = hexadecimalValue(digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// A JWK set without private or symmetric keys; whether each key can be used is JOSE's to say.
    static func isPublicKeySet(_ value: JSONValue) -> Bool {
        guard let keys = value["keys"]?.arrayValue, (1...16).contains(keys.count) else { return false }
        return keys.allSatisfy { key in
            guard let members = key.objectValue, members["kty"]?.stringValue != nil else { return false }
            return ["d", "p", "q", "dp", "dq", "qi", "oth", "k"].allSatisfy { members[$0] == nil }
        }
    }

    /// One PEM certificate, by its frame; whether it can be read is the reader's to say.
    static func isCertificate(_ text: String) -> Bool {
        let begin = "-----BEGIN CERTIFICATE-----"
        let end = "-----END CERTIFICATE-----"
        let trimmed = text.split(whereSeparator: \.isNewline)
        return text.utf8.count <= 32_768 && trimmed.first == Substring(begin) && trimmed.last == Substring(end)
            && trimmed.filter { $0.hasPrefix("-----") }.count == 2
    }

    /// The lower-case scheme of an absolute URI (RFC 3986 section 3.1).
    private static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text.utf8[..<colon]
        guard let first = scheme.first, (0x61...0x7A).contains(first),
            scheme.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
            })
        else { return nil }
        return String(Substring(scheme))
    }

    private static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
