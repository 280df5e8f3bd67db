/// An open database that gives the country of an address.
///
/// The file is copied into memory when it is opened: whatever happens to it on the disk later, this database stays what
/// it was. Answers may be asked for on any thread.
public final class CountryDatabase: Sendable {
    /// The path it was opened by.
    public let path: String
    /// What the database says about itself.
    public let metadata: CountryDatabaseMetadata
    /// Which version of which file was opened.
    let identity: FileIdentity
    private let reader: DatabaseReader

    /// The most bytes that a file may have.
    public static let maximumByteCount = 1 << 30

    /// Opens a database in the MaxMind DB format that holds countries, as those of countries and of cities do.
    ///
    /// - Throws: ``GeoLocationError``, also when no record that is looked at names a country.
    public convenience init(path: String) throws(GeoLocationError) {
        try self.init(path: path, byteLimit: Self.maximumByteCount)
    }

    init(path: String, byteLimit: Int) throws(GeoLocationError) {
        let snapshot = try FileSnapshot(of: path, atMost: byteLimit)
        try DatabaseLayout.check(snapshot)
        let reader = try DatabaseReader(snapshot)
        metadata = try reader.metadata()
        guard reader.holdsCountries() else { throw .noCountries(path: path, type: metadata.type) }
        self.path = path
        self.reader = reader
        identity = snapshot.identity
    }

    /// The country of an address: the one that it is used in or, where that is unknown, registered in.
    ///
    /// An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) is the IPv4 address it maps.
    ///
    /// - Parameter address: 4 or 16 bytes in network order.
    /// - Returns: ISO 3166-1 alpha-2 in upper case; nil when the database maps the address to no country.
    /// - Throws: ``GeoLocationError/addressLength(_:)``, ``GeoLocationError/corrupt(path:reason:)``.
    public func country(of address: Span<UInt8>) throws(GeoLocationError) -> String? {
        guard let entry = try reader.entry(of: address) else { return nil }
        return try reader.country(of: entry)
    }
}
