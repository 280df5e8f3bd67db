/// Why a text could not be made a code.
public enum QRCodeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is nothing to encode.
    case empty
    /// The text has more bytes than are encoded.
    case tooLong(byteCount: Int, maximum: Int)
    /// The library failed with this error number.
    case library(code: Int32)

    /// What happened, in a line.
    public var description: String {
        switch self {
        case .empty: "there is no text to encode"
        case .tooLong(let byteCount, let maximum): "the text has \(byteCount) bytes, more than \(maximum)"
        case .library(let code): "the library failed with error \(code)"
        }
    }
}
