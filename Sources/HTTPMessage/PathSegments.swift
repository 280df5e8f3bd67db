/// Splits and decodes the path of a request.
public enum PathSegments {
    /// Decodes an absolute path into its segments: `/` is none, `/a/b` two, `/a/` is `a` and an empty last one.
    ///
    /// - Throws: `URLEncodingError` for an encoded slash or backslash, control bytes, dot segments, empty inner segments, malformed
    ///   percent-encoding, text that is not UTF-8, and a path that does not begin with `/`.
    public static func decode(_ path: [UInt8]) throws(URLEncodingError) -> [String] {
        guard path.first == UInt8(ascii: "/") else { throw .malformedPath }
        guard path.count > 1 else { return [] }
        var segments: [String] = []
        var start = 1
        while start <= path.count {
            let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
            guard end > start || end == path.count else { throw .malformedPath }
            segments.append(try segment(path[start..<end]))
            start = end + 1
        }
        return segments
    }

    private static func segment(_ bytes: ArraySlice<UInt8>) throws(URLEncodingError) -> String {
        let decoded = try URLEncoding.decodeBytes(bytes)
        guard !decoded.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) else {
            throw .encodedSlash
        }
        guard !decoded.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .controlByte }
        guard decoded != [UInt8(ascii: ".")], decoded != [UInt8(ascii: "."), UInt8(ascii: ".")] else {
            throw .dotSegment
        }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw .notUTF8 }
        return text
    }
}
