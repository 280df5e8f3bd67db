/// A place in a text, for people: line and column count from 1, columns in Unicode scalars.
public struct SourcePosition: Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// Makes a position of a line and a column, both from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Finds the position of a byte of a text; an offset past the end is taken as the end.
    public init(offset: Int, in bytes: Span<UInt8>) {
        var line = 1
        var column = 1
        for index in 0..<min(max(offset, 0), bytes.count) {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.init(line: line, column: column)
    }

    /// Line and column, as `3:14`.
    public var description: String { "\(line):\(column)" }
}
