/// The text of a statement, kept as the pieces that it is put together of, so that finding the prepared statement reads
/// neither the text nor builds it.
///
/// Parameters are written `?1`, `?2` and so on for every engine; a driver whose engine writes them differently translates
/// once, when it prepares. Keep texts that are used often in a `static let`.
public struct SQLText: Sendable, Hashable, ExpressibleByStringLiteral {
    /// A piece of a text.
    enum Piece: Sendable {
        /// SQL that is known when the program is compiled.
        case literal(StaticString)
        /// So many parameters, separated by commas, the first of which has this number.
        case parameters(first: Int, count: Int)
        /// SQL that was put together when the program ran.
        case text(String)
    }

    /// What finds the prepared statement: the pieces, compared by where the program keeps them.
    ///
    /// The same text written in two places is two of them, which costs a second preparation and nothing else.
    struct Key: Sendable, Hashable {
        fileprivate let pieces: [Piece]
        private let hash: Int

        init(_ pieces: [Piece]) {
            self.pieces = pieces
            var hasher = Hasher()
            for piece in pieces { piece.hash(into: &hasher) }
            hash = hasher.finalize()
        }

        static func == (left: Self, right: Self) -> Bool {
            left.hash == right.hash && left.pieces.elementsEqual(right.pieces) { $0.isSame(as: $1) }
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(hash)
        }
    }

    let key: Key

    /// The SQL.
    public var text: String { key.pieces.reduce(into: "") { $1.append(to: &$0) } }

    /// Takes a text; never one that contains a value from outside, which is bound instead.
    init(_ text: String) {
        self.init([.text(text)])
    }

    init(_ pieces: [Piece]) {
        key = Key(pieces)
    }

    /// Takes a literal.
    public init(stringLiteral text: StaticString) {
        self.init([.literal(text)])
    }

    /// Compares the texts.
    public static func == (left: SQLText, right: SQLText) -> Bool {
        left.key == right.key || left.text == right.text
    }

    /// Feeds the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension SQLText.Piece {
    fileprivate func append(to text: inout String) {
        switch self {
        case .literal(let sql): text += sql.description
        case .parameters(let first, let count):
            text += (first..<first + count).map { "?\($0)" }.joined(separator: ", ")
        case .text(let sql): text += sql
        }
    }

    fileprivate func hash(into hasher: inout Hasher) {
        switch self {
        case .literal(let sql): hasher.combine(sql.place)
        case .parameters(_, let count): hasher.combine(count)
        case .text(let sql): hasher.combine(sql)
        }
    }

    fileprivate func isSame(as other: SQLText.Piece) -> Bool {
        switch (self, other) {
        case (.literal(let sql), .literal(let other)): sql.isSame(as: other)
        case (.parameters(let first, let count), .parameters(let otherFirst, let otherCount)):
            first == otherFirst && count == otherCount
        case (.text(let sql), .text(let other)): sql == other
        default: false
        }
    }
}

extension StaticString {
    /// Where the program keeps it, or its only character.
    fileprivate var place: UInt {
        hasPointerRepresentation ? unsafe UInt(bitPattern: utf8Start) : UInt(unicodeScalar.value)
    }

    fileprivate func isSame(as other: StaticString) -> Bool {
        guard hasPointerRepresentation == other.hasPointerRepresentation, place == other.place else { return false }
        return !hasPointerRepresentation || utf8CodeUnitCount == other.utf8CodeUnitCount
    }
}
