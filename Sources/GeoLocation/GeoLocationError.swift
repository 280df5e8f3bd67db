public import ServiceRuntime

/// Why a database of countries can't be opened, or gives no answer.
public enum GeoLocationError: Error, Sendable, Equatable {
    /// The operating system refused the file, or memory for it.
    case unreadable(path: String, cause: SystemError)
    /// The path leads to a directory, a device or a pipe.
    case notAFile(path: String)
    /// The file has more bytes than a database may.
    case tooLarge(path: String, limit: Int)
    /// The file is something else than a database in the MaxMind DB format.
    case notADatabase(path: String)
    /// The file is damaged, or of a version of the format that is not known.
    case corrupt(path: String, reason: String)
    /// The database says nothing about countries.
    case noCountries(path: String, type: String)
    /// An address must have 4 or 16 bytes.
    case addressLength(Int)
}

extension GeoLocationError: CustomStringConvertible {
    /// One line that is safe to log and to show.
    public var description: String {
        switch self {
        case .unreadable(let path, let cause): "cannot read `\(path)`: \(cause)"
        case .notAFile(let path): "`\(path)` is not a file"
        case .tooLarge(let path, let limit): "`\(path)` has more than \(limit) bytes"
        case .notADatabase(let path): "`\(path)` is not a database in the MaxMind DB format"
        case .corrupt(let path, let reason): "database `\(path)` is damaged: \(reason)"
        case .noCountries(let path, let type): "database `\(path)` of type `\(type)` holds no countries"
        case .addressLength(let count): "an address has 4 or 16 bytes, not \(count)"
        }
    }
}
