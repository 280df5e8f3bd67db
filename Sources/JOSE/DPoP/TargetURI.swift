/// An http address in its one spelling (RFC 3986 section 6.2.2 and 6.2.3), without query and fragment.
enum TargetURI {
    static let maximumByteCount = 2048

    /// The normal form as bytes, or nil for anything but an absolute http or https address without user information.
    static func normalized(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        guard bytes.count <= maximumByteCount, bytes.allSatisfy(isAllowed) else { return nil }
        guard let scheme = scheme(of: bytes) else { return nil }
        let rest = bytes.dropFirst(scheme.name.utf8.count + 3)
        let end = rest.firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        guard let authority = authority(rest[..<(end ?? rest.endIndex)], defaultPort: scheme.port) else { return nil }
        let path = rest[(end ?? rest.endIndex)...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let decoded = percentNormalized(Array(path)) else { return nil }
        return Array(scheme.name.utf8) + Array("://".utf8) + authority + removingDotSegments(decoded)
    }

    /// The printable ASCII that a URI may hold (RFC 3986 section 2).
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    }

    private static func scheme(of bytes: [UInt8]) -> (name: String, port: String)? {
        let known = [(name: "https", port: "443"), (name: "http", port: "80")]
        return known.first { candidate in
            bytes.prefix(candidate.name.utf8.count + 3).map(lowercased).elementsEqual((candidate.name + "://").utf8)
        }
    }

    private static func authority(_ bytes: ArraySlice<UInt8>, defaultPort: String) -> [UInt8]? {
        guard !bytes.contains(UInt8(ascii: "@")), !bytes.contains(UInt8(ascii: "%")) else { return nil }
        var hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            hostEnd = close + 1
            guard hostEnd == bytes.endIndex || bytes[hostEnd] == UInt8(ascii: ":") else { return nil }
        }
        let host = bytes[..<hostEnd].map(lowercased)
        let port = bytes[hostEnd...].dropFirst()
        guard !host.isEmpty, port.count <= 5, port.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return port.isEmpty || port.elementsEqual(defaultPort.utf8) ? host : host + [UInt8(ascii: ":")] + port
    }

    /// Escapes in upper case, and characters that need no escape without one.
    private static func percentNormalized(_ path: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var index = 0
        while index < path.count {
            guard path[index] == UInt8(ascii: "%") else {
                output.append(path[index])
                index += 1
                continue
            }
            guard index + 2 < path.count, let high = hexadecimal(path[index + 1]),
                let low = hexadecimal(path[index + 2])
            else { return nil }
            let byte = high << 4 | low
            if isUnreserved(byte) {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), uppercased(path[index + 1]), uppercased(path[index + 2])]
            }
            index += 3
        }
        return output
    }

    /// RFC 3986 section 5.2.4, for a path that is empty or begins with a slash.
    private static func removingDotSegments(_ path: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let segments = path.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
        var kept: [ArraySlice<UInt8>] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment.elementsEqual(".".utf8) {
                if isLast { kept.append([]) }
            } else if segment.elementsEqual("..".utf8) {
                _ = kept.popLast()
                if isLast { kept.append([]) }
            } else {
                kept.append(segment)
            }
        }
        return [slash] + kept.joined(separator: [slash])
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch lowercased(byte) {
        case let digit where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit): digit - UInt8(ascii: "0")
        case let letter where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter): letter - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }

    private static func uppercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
    }
}
