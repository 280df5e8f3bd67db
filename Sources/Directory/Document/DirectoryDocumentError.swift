public import JSONCoding

/// Everything that is wrong with a directory document.
public struct DirectoryDocumentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The faults, in the document's order as far as they were found in it; never empty.
    public let faults: [JSONError]

    /// Makes the error.
    public init(_ faults: [JSONError]) {
        self.faults = faults
    }

    /// The same faults with their lines and columns.
    public func located(in map: SourceMap) -> DirectoryDocumentError {
        DirectoryDocumentError(faults.map { $0.located(in: map) })
    }

    /// One line, safe to log and to show: places and names, never a secret.
    public var description: String { faults.map(\.description).joined(separator: "; ") }
}
