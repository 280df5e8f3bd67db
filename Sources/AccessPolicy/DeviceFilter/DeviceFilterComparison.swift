/// An attribute of a device, and what a filter compares it with.
public struct DeviceFilterComparison: Sendable, Hashable {
    /// What an attribute is compared with.
    public enum Operand: Sendable, Hashable {
        /// One text; one of an attribute's few values is spelled as the language spells it.
        case text(String)
        /// Several texts, at least one.
        case list([String])
        /// True or false.
        case boolean(Bool)
        /// No value.
        case null
    }

    /// The attribute that is asked for.
    public let attribute: DeviceFilterAttribute
    /// How it is compared.
    public let comparator: DeviceFilterOperator
    /// What it is compared with.
    public let operand: Operand
    /// Where the comparison stands in the rule, in characters (Unicode scalars) from 1.
    public let position: Int
    /// The texts of the operand, folded once so that no evaluation has to.
    let folded: [FoldedText]

    init(
        _ attribute: DeviceFilterAttribute, _ comparator: DeviceFilterOperator, _ operand: Operand, at position: Int
    ) {
        self.attribute = attribute
        self.comparator = comparator
        self.operand = operand
        self.position = position
        switch operand {
        case .text(let text): folded = [FoldedText(text)]
        case .list(let texts): folded = texts.map(FoldedText.init)
        case .boolean, .null: folded = []
        }
    }
}
