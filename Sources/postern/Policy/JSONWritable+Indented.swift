import JSONCoding

extension JSONLimits {
    /// For what the program has written itself: as large as it is.
    fileprivate static let ownWriting = JSONLimits(
        maximumBytes: .max, maximumDepth: greatestDepth, maximumValues: .max)
}

extension JSONWritable {
    /// The value as a tree, whatever its size.
    var tree: JSONValue {
        get throws(JSONError) { try JSONValue.parse(jsonBytes(), limits: .ownWriting) }
    }

    /// The value for people to read, names sorted.
    var indented: String {
        get throws(JSONError) { try tree.indented }
    }
}

extension JSONValue {
    /// The value for people to read, names sorted.
    var indented: String { String(decoding: canonical(.indented), as: UTF8.self) }
}
