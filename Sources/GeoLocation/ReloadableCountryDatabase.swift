import ServiceRuntime

/// A database of countries whose file is replaced now and then while it is used.
public final class ReloadableCountryDatabase: Sendable {
    private let path: String
    private let opened: Lock<CountryDatabase>

    /// Opens the database.
    ///
    /// - Throws: what ``CountryDatabase/init(path:)`` throws.
    public init(path: String) throws(GeoLocationError) {
        self.path = path
        opened = Lock(try CountryDatabase(path: path))
    }

    /// The database as it was last opened.
    public var current: CountryDatabase { opened.withLock { $0 } }

    /// Opens the file again if it is another than the one that is open, or has been changed.
    ///
    /// It reads the whole file: not for a thread that many share. A file that is refused leaves the open database in
    /// its place, and is tried again by the next call.
    ///
    /// - Returns: whether the open database was replaced.
    /// - Throws: what ``CountryDatabase/init(path:)`` throws.
    @discardableResult
    public func reloadIfChanged() throws(GeoLocationError) -> Bool {
        guard try FileIdentity(of: path) != current.identity else { return false }
        let replacement = try CountryDatabase(path: path)
        opened.withLock { $0 = replacement }
        return true
    }
}
