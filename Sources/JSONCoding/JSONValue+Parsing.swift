extension JSONValue {
    /// Parses one document: strict RFC 8259, UTF-8 without byte order mark, no duplicate members, no U+0000.
    ///
    /// - Throws: an error with line and column.
    public static func parse(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) -> JSONValue {
        try parse(bytes.span, limits: limits)
    }

    /// Parses one document out of a string.
    ///
    /// - Throws: an error with line and column.
    public static func parse(_ text: String, limits: JSONLimits = .standard) throws(JSONError) -> JSONValue {
        try parse(Array(text.utf8), limits: limits)
    }

    /// Parses one document out of a part of a buffer.
    ///
    /// - Throws: an error with line and column.
    public static func parse(_ bytes: Span<UInt8>, limits: JSONLimits = .standard) throws(JSONError) -> JSONValue {
        try JSONPrescan.check(bytes, limits: limits)
        return try JanssonDocument(parsing: bytes).value()
    }
}
