/// What a document may cost; checked before anything is built from it.
public struct JSONLimits: Sendable, Equatable {
    /// The greatest size of the document, in bytes.
    public var maximumBytes: Int
    /// The greatest number of arrays and objects inside one another, at most 512.
    ///
    /// A scalar alone has depth 0.
    public var maximumDepth: Int
    /// The greatest number of values, each array, object and scalar counted.
    public var maximumValues: Int

    /// Makes limits; a depth over 512 is lowered to it, because parser and tree walks recurse.
    public init(maximumBytes: Int, maximumDepth: Int, maximumValues: Int) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = min(maximumDepth, Self.greatestDepth)
        self.maximumValues = maximumValues
    }

    /// What `maximumDepth` is lowered to.
    package static let greatestDepth = 512

    /// For a request or a file: 1 MiB, depth 32, 100,000 values.
    public static let standard = JSONLimits(maximumBytes: 1 << 20, maximumDepth: 32, maximumValues: 100_000)

    /// For a token's header or claims: 16 KiB, depth 8, 1,000 values.
    public static let token = JSONLimits(maximumBytes: 16 << 10, maximumDepth: 8, maximumValues: 1_000)
}
