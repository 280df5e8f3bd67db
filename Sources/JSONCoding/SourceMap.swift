/// Where each value of a document stands in its text; made by a second pass, only when a diagnostic needs it.
public struct SourceMap: Sendable {
    private struct Entry {
        var name: SourcePosition?
        var value: SourcePosition?
    }

    /// A step from one value to another; with whole paths as keys, deep documents would cost the square of their size.
    private struct Step: Hashable {
        let parent: Int
        let component: JSONPath.Component
    }

    /// The values by number; the root is number 0.
    private var entries = [Entry()]
    private var numbers: [Step: Int] = [:]

    /// Makes a map without entries, for a format whose parser knows the positions.
    package init() {}

    /// Maps a JSON text; of a broken one what stands before the break.
    public init(json bytes: [UInt8]) {
        let bytes = bytes.span
        var scanner = JSONScanner()
        var cursor = SourceCursor()
        var parents: [Int] = []
        while let token = scanner.next(in: bytes) {
            switch token.role {
            case .name, .scalar, .opening:
                let number = number(of: token.path.last, in: parents.last ?? 0)
                let position = cursor.advance(to: token.offset, in: bytes)
                if token.role == .name { setName(position, of: number) } else { setValue(position, of: number) }
                if token.role == .opening { parents.append(number) }
            case .closing: parents.removeLast()
            case .other: break
            }
        }
    }

    /// The place of the value at a path, if the document has it.
    public subscript(path: JSONPath) -> SourcePosition? { entry(at: path)?.value }

    /// The place of the name of the member at a path, if the document has it.
    public func name(of path: JSONPath) -> SourcePosition? { entry(at: path)?.name }

    private func entry(at path: JSONPath) -> Entry? {
        var number = 0
        for component in path.components {
            guard let next = numbers[Step(parent: number, component: component)] else { return nil }
            number = next
        }
        return entries[number]
    }

    /// The place of the value at a path or, if the document lacks it, of the value that would hold it.
    public func nearest(to path: JSONPath) -> SourcePosition? {
        var number = 0
        var nearest = entries[0].value
        for component in path.components {
            guard let next = numbers[Step(parent: number, component: component)] else { break }
            number = next
            nearest = entries[number].value ?? nearest
        }
        return nearest
    }

    /// The number of a member or element of the value with another number, a new one if it has none; 0 is the root's.
    package mutating func number(of component: JSONPath.Component?, in parent: Int) -> Int {
        guard let component else { return 0 }
        let step = Step(parent: parent, component: component)
        if let number = numbers[step] { return number }
        entries.append(Entry())
        numbers[step] = entries.count - 1
        return entries.count - 1
    }

    /// Notes where a member's name starts.
    package mutating func setName(_ position: SourcePosition, of number: Int) {
        entries[number].name = position
    }

    /// Notes where a value starts.
    package mutating func setValue(_ position: SourcePosition, of number: Int) {
        entries[number].value = position
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
