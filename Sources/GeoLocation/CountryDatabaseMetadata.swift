/// What a database says about itself.
public struct CountryDatabaseMetadata: Sendable, Equatable {
    /// The publisher's name for this kind of database, such as `GeoLite2-Country`; printable ASCII.
    public let type: String
    /// When the publisher built it, in milliseconds since 1970-01-01T00:00:00Z.
    public let builtMilliseconds: Int64
    /// Whether it knows IPv6 addresses; in one that does not, each of them is unmapped.
    public let coversIPv6: Bool

    /// How old the database is at a time in milliseconds since 1970-01-01T00:00:00Z; negative before it was built.
    public func age(atMilliseconds now: Int64) -> Duration {
        .milliseconds(now) - .milliseconds(builtMilliseconds)
    }
}
