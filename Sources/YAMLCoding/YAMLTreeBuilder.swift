import JSONCoding

/// Builds the tree out of the parser's events, with an explicit stack and every limit checked as it grows.
///
/// | state | event | next |
/// |---|---|---|
/// | sequence | scalar, collection | one more element |
/// | mapping without key | string scalar | mapping with key |
/// | mapping with key | scalar, collection | mapping without key, one more member |
/// | any collection | its end | the finished value goes to the collection around it |
struct YAMLTreeBuilder {
    private struct Frame {
        let path: JSONPath
        let isMapping: Bool
        /// The value's number in the source map.
        let number: Int
        var elements: [JSONValue] = []
        var members: [JSONMembers.Element] = []
        var names: Set<[UInt8]> = []
        var name: String?

        var childPath: JSONPath {
            isMapping ? name.map { path.appending($0) } ?? path : path.appending(elements.count)
        }

        var value: JSONValue {
            isMapping ? .object(JSONMembers(unique: members)) : .array(elements)
        }

        mutating func add(_ value: JSONValue) {
            if let name {
                members.append((name, value))
                self.name = nil
            } else {
                elements.append(value)
            }
        }
    }

    private let limits: JSONLimits
    private(set) var sources: SourceMap?
    private var frames: [Frame] = []
    private var root: JSONValue?
    private var count = 0

    init(limits: JSONLimits, sources: SourceMap?) {
        self.limits = limits
        self.sources = sources
    }

    mutating func build(_ bytes: [UInt8]) throws(YAMLError) -> JSONValue {
        try check(bytes)
        let parser = YAMLEventParser(bytes)
        // Each event consumes input or closes a collection, so the text's length bounds the loop.
        while true {
            let event = try parser.next()
            if case .streamEnd = event.content {
                guard let root else { throw error(.empty, event) }
                return root
            }
            try handle(event)
        }
    }

    private func check(_ bytes: [UInt8]) throws(YAMLError) {
        guard bytes.count <= limits.maximumBytes else {
            throw YAMLError(.tooLarge, position: SourcePosition(line: 1, column: 1))
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw YAMLError(.invalidUTF8, position: SourcePosition(line: 1, column: 1))
        }
        if let offset = bytes.firstIndex(of: 0) {
            throw YAMLError(.forbiddenCharacter, position: SourcePosition(offset: offset, in: bytes.span))
        }
    }

    private mutating func handle(_ event: YAMLEvent) throws(YAMLError) {
        switch event.content {
        case .streamStart, .streamEnd, .documentEnd: break
        case .documentStart(let hasTagDirectives):
            if root != nil { throw error(.severalDocuments, event) }
            if hasTagDirectives { throw error(.unsupportedTag, event) }
        case .alias: throw error(.anchorOrAlias, event)
        case .scalar(let scalar): try handle(scalar, event)
        case .sequenceStart(let tag, let hasAnchor):
            try open(isMapping: false, tag: tag, .sequence, hasAnchor: hasAnchor, event)
        case .mappingStart(let tag, let hasAnchor):
            try open(isMapping: true, tag: tag, .mapping, hasAnchor: hasAnchor, event)
        case .sequenceEnd, .mappingEnd:
            if let frame = frames.popLast() { add(frame.value) }
        }
    }

    private mutating func handle(_ scalar: YAMLScalar, _ event: YAMLEvent) throws(YAMLError) {
        if scalar.hasAnchor { throw error(.anchorOrAlias, event) }
        let value: JSONValue
        do {
            value = try scalar.resolved()
        } catch {
            throw self.error(error.kind, event)
        }
        if let last = frames.indices.last, frames[last].isMapping, frames[last].name == nil {
            try takeKey(value, isPlain: scalar.isPlain, into: last, event)
        } else {
            try countValue(event)
            note(event.position)
            add(value)
        }
    }

    private mutating func takeKey(
        _ value: JSONValue, isPlain: Bool, into frame: Int, _ event: YAMLEvent
    ) throws(YAMLError) {
        guard case .string(let name) = value else { throw error(.keyNotString, event) }
        if isPlain, name == "<<" { throw error(.mergeKey, event) }
        guard frames[frame].names.insert(Array(name.utf8)).inserted else {
            throw YAMLError(.duplicateKey, at: frames[frame].path.appending(name), position: event.position)
        }
        frames[frame].name = name
        let number = sources?.number(of: .name(name), in: frames[frame].number) ?? 0
        sources?.setName(event.position, of: number)
    }

    private mutating func open(
        isMapping: Bool, tag: String?, _ expected: YAMLTag, hasAnchor: Bool, _ event: YAMLEvent
    ) throws(YAMLError) {
        if hasAnchor { throw error(.anchorOrAlias, event) }
        if let tag, tag != expected.rawValue {
            throw error(YAMLTag(rawValue: tag) == nil ? .unsupportedTag : .tagMismatch, event)
        }
        if let frame = frames.last, frame.isMapping, frame.name == nil { throw error(.keyNotString, event) }
        guard frames.count < limits.maximumDepth else { throw error(.tooDeep, event) }
        try countValue(event)
        let number = note(event.position)
        frames.append(Frame(path: path, isMapping: isMapping, number: number))
    }

    /// Notes where the value that comes next starts, and returns its number in the source map.
    @discardableResult
    private mutating func note(_ position: SourcePosition) -> Int {
        let last = path.last
        let number = sources?.number(of: last, in: frames.last?.number ?? 0) ?? 0
        sources?.setValue(position, of: number)
        return number
    }

    private mutating func countValue(_ event: YAMLEvent) throws(YAMLError) {
        count += 1
        if count > limits.maximumValues { throw error(.tooMany, event) }
    }

    private mutating func add(_ value: JSONValue) {
        if let last = frames.indices.last { frames[last].add(value) } else { root = value }
    }

    /// Where the value that comes next will stand.
    private var path: JSONPath { frames.last?.childPath ?? .root }

    private func error(_ kind: YAMLError.Kind, _ event: YAMLEvent) -> YAMLError {
        YAMLError(kind, at: path, position: event.position)
    }
}
