/// Why a text is not a device filter, and where.
public struct DeviceFilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What sort of fault it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no rule.
        case empty
        /// The rule has too many characters.
        case tooLong
        /// Parentheses are nested too deep.
        case tooDeep
        /// A list has too many elements.
        case tooManyElements
        /// A character has no meaning where it stands.
        case unexpectedCharacter
        /// A text has no closing quote.
        case unterminatedText
        /// A backtick stands before something that needs none.
        case unknownEscape
        /// A comparison was expected.
        case expectedComparison
        /// There is no such attribute.
        case unknownAttribute
        /// An operator was expected.
        case expectedOperator
        /// The operator does not go with the attribute.
        case operatorNotAllowed
        /// A value was expected.
        case expectedValue
        /// The value does not go with the attribute or the operator.
        case valueNotAllowed
        /// A list does not go on as it should.
        case malformedList
        /// A parenthesis is not closed.
        case unclosedParenthesis
        /// Something follows that does not belong to the rule.
        case unexpectedText
    }

    /// What sort of fault it is.
    public let kind: Kind
    /// Where it is, in characters (Unicode scalars) from 1; one past the end if something is missing there.
    public let position: Int
    /// What was expected and what to do, in one line.
    public let message: String

    /// Where it is, what was expected and what to do, in one line.
    public var description: String { "character \(position): \(message)" }

    init(_ kind: Kind, at position: Int, _ message: String) {
        self.kind = kind
        self.position = position
        self.message = message
    }
}
