/// Why bytes are no URL path or form; never holds the bytes themselves.
public enum URLEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A `%` without two hexadecimal digits after it.
    case malformedPercentEncoding
    /// The decoded bytes are not UTF-8.
    case notUTF8
    /// A NUL or another control byte where none may be.
    case controlByte
    /// An encoded `/` or `\` inside a path segment.
    case encodedSlash
    /// A `.` or `..` segment, encoded or not.
    case dotSegment
    /// An empty segment inside the path, or a path that does not begin with `/`.
    case malformedPath
    /// A parameter without a name.
    case emptyName
    /// More parameters than allowed.
    case tooManyParameters(limit: Int)
    /// More bytes than allowed.
    case tooLarge(limitInBytes: Int)

    /// A short cause, safe to log and to show.
    public var description: String {
        switch self {
        case .malformedPercentEncoding: "malformed percent-encoding"
        case .notUTF8: "not valid utf-8"
        case .controlByte: "control byte"
        case .encodedSlash: "encoded slash in a path segment"
        case .dotSegment: "dot segment in the path"
        case .malformedPath: "malformed path"
        case .emptyName: "parameter without a name"
        case .tooManyParameters(let limit): "more than \(limit) parameters"
        case .tooLarge(let limit): "more than \(limit) bytes"
        }
    }
}
