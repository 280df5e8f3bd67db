/// The text of a statement with its hash, so that finding the prepared statement does not read the text again.
///
/// Parameters are written `?1`, `?2` and so on for every engine; a driver whose engine writes them differently translates
/// once, when it prepares. Keep texts that are used often in a `static let`.
public struct SQLText: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The SQL.
    public let text: String
    private let hash: Int

    /// Takes a text; never one that contains a value from outside, which is bound instead.
    init(_ text: String) {
        self.text = text
        hash = text.hashValue
    }

    /// Takes a literal.
    public init(stringLiteral text: StaticString) {
        self.init(text.description)
    }

    /// Compares the texts.
    public static func == (left: SQLText, right: SQLText) -> Bool {
        left.hash == right.hash && left.text == right.text
    }

    /// Feeds the hash that was made with the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
