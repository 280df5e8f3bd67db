/// The name of a piece of metadata in a log line: lower-case words joined by dots and underscores, as `client.id`.
///
/// Modules add their own as static members, so that a key is written once.
public struct LogKey: Sendable, Hashable {
    /// The name.
    public let name: String

    /// Makes a key; the name must hold a dot, which keeps it apart from the fields that each line has.
    public init(_ name: StaticString) {
        self.name = name.description
        let isValid = self.name.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || $0 == 46 || $0 == 95
        }
        precondition(isValid && self.name.utf8.contains(46), "a log key is lower-case words with a dot between")
    }
}

extension LogKey {
    /// What went wrong, as an error's safe description.
    public static let errorMessage = LogKey("error.message")
    /// The id that joins the lines of one request.
    public static let requestID = LogKey("request.id")
}
