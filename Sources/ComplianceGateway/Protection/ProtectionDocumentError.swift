public import JSONCoding

/// Everything that is wrong with a document of app-protection policies.
public struct ProtectionDocumentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The faults, in the document's order; never empty.
    public let faults: [JSONError]

    /// Makes the error.
    init(_ faults: [JSONError]) {
        self.faults = faults
    }

    /// One line, safe to log and to show.
    public var description: String { faults.map(\.description).joined(separator: "; ") }
}
