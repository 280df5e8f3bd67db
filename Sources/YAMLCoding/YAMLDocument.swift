public import JSONCoding

/// One YAML document, read into the tree that JSON is read into.
///
/// The subset: block and flow collections, all scalar styles, comments; plain scalars by the core schema of YAML 1.2
/// (`null`, `true` and `false`, decimal, `0o` and `0x` integers, floats; so `yes`, `no`, `on` and `off` are strings).
/// Anchors, aliases, merge keys, tags outside the core schema, keys that are no strings, duplicate keys and second
/// documents are errors.
public struct YAMLDocument: Sendable {
    /// The tree.
    public let value: JSONValue
    /// Where each value and key of the tree stands in the text.
    public let sources: SourceMap

    /// Parses a document and keeps the places of its values.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(YAMLError) {
        var builder = YAMLTreeBuilder(limits: limits, sources: SourceMap())
        value = try builder.build(bytes)
        sources = builder.sources ?? SourceMap()
    }

    /// Parses a document into its tree alone.
    public static func parse(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(YAMLError) -> JSONValue {
        var builder = YAMLTreeBuilder(limits: limits, sources: nil)
        return try builder.build(bytes)
    }
}
