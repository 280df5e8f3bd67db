import JSONCoding

extension JSONValue {
    /// The value for people to read, names sorted.
    var indented: String { String(decoding: canonical(.indented), as: UTF8.self) }
}
