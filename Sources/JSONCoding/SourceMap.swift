/// Where each value of a document stands in its text; made by a second pass, only when a diagnostic needs it.
public struct SourceMap: Sendable {
    private struct Entry {
        var name: SourcePosition?
        var value: SourcePosition?
    }

    private var entries: [JSONPath: Entry] = [:]

    /// Makes a map without entries, for a format whose parser knows the positions.
    package init() {}

    /// Maps a JSON text; of a broken one what stands before the break.
    public init(json bytes: [UInt8]) {
        let bytes = bytes.span
        var scanner = JSONScanner()
        var cursor = SourceCursor()
        while let token = scanner.next(in: bytes) {
            switch token.role {
            case .name: setName(cursor.advance(to: token.offset, in: bytes), of: token.path)
            case .value: setValue(cursor.advance(to: token.offset, in: bytes), of: token.path)
            case .other: break
            }
        }
    }

    /// The place of the value at a path, if the document has it.
    public subscript(path: JSONPath) -> SourcePosition? { entries[path]?.value }

    /// The place of the name of the member at a path, if the document has it.
    public func name(of path: JSONPath) -> SourcePosition? { entries[path]?.name }

    /// The place of the value at a path or, if the document lacks it, of the value that would hold it.
    public func nearest(to path: JSONPath) -> SourcePosition? {
        var path: JSONPath? = path
        while let here = path {
            if let position = self[here] { return position }
            path = here.parent
        }
        return nil
    }

    /// Notes where a member's name starts.
    package mutating func setName(_ position: SourcePosition, of path: JSONPath) {
        entries[path, default: Entry()].name = position
    }

    /// Notes where a value starts.
    package mutating func setValue(_ position: SourcePosition, of path: JSONPath) {
        entries[path, default: Entry()].value = position
    }
}

/// Counts lines and columns forward through a text.
private struct SourceCursor {
    private var offset = 0
    private var line = 1
    private var column = 1

    mutating func advance(to target: Int, in bytes: Span<UInt8>) -> SourcePosition {
        while offset < target {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            offset += 1
        }
        return SourcePosition(line: line, column: column)
    }
}
