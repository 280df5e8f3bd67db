import JSONCoding

/// Any bytes either are a document, which is written and read back the same and whose places are all known, or give
/// an error of one line with a place.
public func checkJSON(_ bytes: [UInt8]) throws(FuzzFinding) {
    let value: JSONValue
    do {
        value = try JSONValue.parse(bytes)
    } catch {
        try promise(error.position != nil, "the error has a place")
        try promise(!error.description.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "the error is one line")
        try promise(error.located(in: bytes) == error, "the error keeps its place")
        _ = SourceMap(json: bytes)
        return
    }
    try checkWriting(value)
    try checkPlaces(value, at: .root, in: SourceMap(json: bytes))
}

/// A tree is written and read back the same in every form.
func checkWriting(_ value: JSONValue) throws(FuzzFinding) {
    let limits = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumValues: .max)
    for bytes in [value.serialized(), value.serialized(.indented), value.canonical(), value.canonical(.compact)] {
        let read = Result { () throws(JSONError) in try JSONValue.parse(bytes, limits: limits) }
        guard case .success(let read) = read else { throw FuzzFinding("what was written can be read") }
        try promise(read == value, "what was written reads the same")
        try promise(read.canonical() == value.canonical(), "the canonical form is one")
    }
}

/// Each value and each name of a tree has its place.
func checkPlaces(_ value: JSONValue, at path: JSONPath, in map: SourceMap) throws(FuzzFinding) {
    try promise(map[path] != nil, "a value has its place")
    switch value {
    case .array(let elements):
        for (index, element) in elements.enumerated() {
            try checkPlaces(element, at: path.appending(index), in: map)
        }
    case .object(let members):
        for (name, member) in members {
            try promise(map.name(of: path.appending(name)) != nil, "a name has its place")
            try checkPlaces(member, at: path.appending(name), in: map)
        }
    default: break
    }
}
