import HTTPMessage

/// The target of a request in origin form or absolute form (RFC 9112 section 3.2); authority and asterisk forms are refused.
struct RequestTarget {
    let path: [UInt8]
    let query: [UInt8]?
    /// The authority of an absolute form; nil in origin form.
    let authority: ArraySlice<UInt8>?

    /// Splits a target; `bytes` are visible ASCII without `#`.
    ///
    /// - Throws: `.malformedTarget`.
    init(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) {
        var rest = bytes
        if bytes.first == UInt8(ascii: "/") {
            authority = nil
        } else {
            rest = try Self.withoutScheme(bytes)
            let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            guard Self.isAuthority(rest[..<end]) else { throw .malformedTarget }
            authority = rest[..<end]
            rest = rest[end...]
        }
        let mark = rest.firstIndex(of: UInt8(ascii: "?"))
        let pathBytes = rest[..<(mark ?? rest.endIndex)]
        try Self.checkPath(pathBytes)
        path = pathBytes.isEmpty ? [UInt8(ascii: "/")] : Array(pathBytes)
        query = mark.map { Array(rest[($0 + 1)...]) }
    }

    /// Whether bytes are a host, with or without a port: a name, an IPv4 address or an IPv6 literal (RFC 3986 section 3.2.2).
    ///
    /// Stricter than the RFC: no percent-encoding, no sub-delimiters, no empty label, no user information.
    static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard !bytes.isEmpty, bytes.count <= 261 else { return false }
        var host = bytes
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let inner = bytes[(bytes.startIndex + 1)..<end]
            guard inner.contains(UInt8(ascii: ":")), inner.allSatisfy(isIPv6Byte) else { return false }
            return isPort(bytes[(end + 1)...])
        }
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            guard isPort(bytes[colon...]) else { return false }
            host = bytes[..<colon]
        }
        return isName(host)
    }

    private static func isIPv6Byte(_ byte: UInt8) -> Bool {
        ByteClass.hexadecimal(byte) != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    private static func isName(_ host: ArraySlice<UInt8>) -> Bool {
        var previous = UInt8(ascii: ".")
        for byte in host {
            guard ByteClass.isUnreserved(byte), byte != UInt8(ascii: ".") || previous != byte else { return false }
            previous = byte
        }
        return !host.isEmpty
    }

    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let colon = bytes.first else { return true }
        let digits = bytes.dropFirst()
        return colon == UInt8(ascii: ":") && (1...5).contains(digits.count) && digits.allSatisfy(ByteClass.isDigit)
    }

    private static func withoutScheme(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> ArraySlice<UInt8> {
        for scheme in ["http://", "https://"] {
            let prefix = scheme.utf8
            if bytes.count > prefix.count,
                zip(bytes, prefix).allSatisfy({ ByteClass.lowercased($0) == $1 })
            {
                return bytes.dropFirst(prefix.count)
            }
        }
        throw .malformedTarget
    }

    /// Percent-encoding must be whole and without NUL, and no segment may be `.` or `..`, encoded or not: components that fold such
    /// paths differently would see different resources.
    private static func checkPath(_ path: ArraySlice<UInt8>) throws(RequestRefusal) {
        var segmentLength = 0
        var segmentDots = 0
        var index = path.startIndex
        while index < path.endIndex {
            var byte = path[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard path.endIndex - index > 1, let high = ByteClass.hexadecimal(path[index]),
                    let low = ByteClass.hexadecimal(path[index + 1]), high | low != 0
                else { throw .malformedTarget }
                byte = high << 4 | low
                index += 2
            }
            if byte == UInt8(ascii: "/") {
                guard !isDots(segmentLength, segmentDots) else { throw .malformedTarget }
                segmentLength = 0
                segmentDots = 0
            } else {
                segmentLength += 1
                if byte == UInt8(ascii: ".") { segmentDots += 1 }
            }
        }
        guard !isDots(segmentLength, segmentDots) else { throw .malformedTarget }
    }

    private static func isDots(_ length: Int, _ dots: Int) -> Bool {
        length == dots && (length == 1 || length == 2)
    }
}
