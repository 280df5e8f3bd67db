/// What a lookup of something that may occur only once found.
///
/// "Not there" and "there twice" are different answers, because taking the first of two values is how one component
/// is made to see another request than the next.
public enum SingleValue: Hashable, Sendable {
    /// It does not occur.
    case absent
    /// It occurs once.
    case value(String)
    /// It occurs more than once.
    case duplicate
    /// It occurs once and holds bytes that are not ASCII text (RFC 9110 section 5.5, obs-text): opaque, never an identity.
    case opaque

    /// The value, if there is exactly one and it is text.
    public var text: String? {
        guard case .value(let text) = self else { return nil }
        return text
    }
}
