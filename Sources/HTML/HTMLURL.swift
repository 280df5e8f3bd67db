/// An address that may stand in a page: one of this site, or one with an expected scheme.
public struct HTMLURL: Sendable, Equatable {
    let text: String

    /// Takes an address, or nothing if a browser could read it as a script or as another site than it seems.
    ///
    /// Without a scheme it must not start with `//`; with one, the scheme must be in `schemes` (lower case). White
    /// space, control characters and backslashes, which browsers drop or rewrite, are refused.
    public init?(_ text: String, schemes: Set<String> = ["https", "http", "mailto"]) {
        guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && $0 != "\\" }) else { return nil }
        let head = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let colon = head.firstIndex(of: ":") {
            guard schemes.contains(head[..<colon].lowercased()) else { return nil }
        } else if text.hasPrefix("//") {
            return nil
        }
        self.text = text
    }

    /// An address inside this site out of path segments, each percent-encoded.
    public init(segments: [String]) {
        text = segments.map { "/" + HTMLURL.encoded($0) }.joined()
    }

    /// Percent-encodes everything but the unreserved characters of RFC 3986 section 2.3; dot segments whole.
    private static func encoded(_ segment: String) -> String {
        if segment == "." || segment == ".." { return segment.replacing(".", with: "%2E") }
        var result = ""
        for byte in segment.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                result += byte < 0x10 ? "%0" + hex : "%" + hex
            }
        }
        return result
    }
}

extension HTMLURL: ExpressibleByStringLiteral {
    /// Takes an address that is written in the source, without a check.
    public init(stringLiteral value: StaticString) {
        text = value.description
    }
}
