/// What an input broke, as one line.
public struct FuzzFinding: Error, CustomStringConvertible {
    /// The promise that does not hold.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws unless a promise holds.
func promise(_ holds: Bool, _ description: String) throws(FuzzFinding) {
    if !holds { throw FuzzFinding(description) }
}
