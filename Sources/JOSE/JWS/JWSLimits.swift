public import JSONCoding

/// What a token may cost before its signature is known to be good.
public struct JWSLimits: Sendable, Equatable {
    /// The greatest size of the whole token, in bytes.
    public var maximumBytes: Int
    /// The limits of the header, decoded.
    public var header: JSONLimits
    /// The limits of the claims, decoded.
    public var claims: JSONLimits

    /// Makes limits.
    public init(maximumBytes: Int, header: JSONLimits, claims: JSONLimits) {
        self.maximumBytes = maximumBytes
        self.header = header
        self.claims = claims
    }

    /// For tokens and assertions: 32 KiB, of them 8 KiB header with 100 values.
    public static let standard = JWSLimits(
        maximumBytes: 32 << 10,
        header: JSONLimits(maximumBytes: 8 << 10, maximumDepth: 4, maximumValues: 100),
        claims: JSONLimits(maximumBytes: 24 << 10, maximumDepth: 8, maximumValues: 2_000))
}
