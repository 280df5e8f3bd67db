/// A piece of a page: text, an element, or several pieces in a row.
///
/// There is no way to put raw markup in: text and attribute values are escaped where they are written, names of
/// elements and attributes come from the lists of this module, and neither inline scripts, event handlers, inline
/// styles nor frames are in them.
public indirect enum HTMLNode: Sendable, Equatable {
    /// Text, escaped when it is written.
    case text(String)
    /// An element with its attributes and content.
    case element(HTMLTag, [HTMLAttribute], [HTMLNode])
    /// An element that never has content.
    case void(HTMLVoidTag, [HTMLAttribute])
    /// Several pieces in a row.
    case fragment([HTMLNode])

    /// Nothing.
    public static let empty = HTMLNode.fragment([])

    /// Text of foreign origin, kept from changing the direction of the text around it.
    public static func isolated(_ text: String) -> HTMLNode {
        .element(.bdi, [], [.text(text)])
    }
}

extension HTMLNode: ExpressibleByStringInterpolation {
    /// Makes text; interpolated parts are text as well.
    public init(stringLiteral value: String) {
        self = .text(value)
    }
}

/// Collects pieces of a page out of a closure; conditions and loops are allowed in it.
@resultBuilder
public enum HTMLBuilder {
    /// Takes one piece.
    public static func buildExpression(_ node: HTMLNode) -> [HTMLNode] { [node] }
    /// Takes several pieces.
    public static func buildExpression(_ nodes: [HTMLNode]) -> [HTMLNode] { nodes }
    /// Joins what the lines gave.
    public static func buildBlock(_ parts: [HTMLNode]...) -> [HTMLNode] { parts.flatMap { $0 } }
    /// Takes an `if` without `else`.
    public static func buildOptional(_ part: [HTMLNode]?) -> [HTMLNode] { part ?? [] }
    /// Takes the first branch.
    public static func buildEither(first part: [HTMLNode]) -> [HTMLNode] { part }
    /// Takes the other branch.
    public static func buildEither(second part: [HTMLNode]) -> [HTMLNode] { part }
    /// Takes a loop.
    public static func buildArray(_ parts: [[HTMLNode]]) -> [HTMLNode] { parts.flatMap { $0 } }
}
