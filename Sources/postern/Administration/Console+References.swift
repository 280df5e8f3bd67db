import AccessModel
import Directory
import JSONCoding

extension Console {
    /// Writes one line for each thing that is named and that the directory does not hold.
    ///
    /// - Parameters:
    ///   - references: what is named.
    ///   - subject: who names it.
    ///   - holdings: what the directory holds.
    func warn(of references: [DirectoryReference], in subject: String, notIn holdings: DirectoryHoldings) {
        for reference in references where !holdings.holds(reference) {
            error("warning: \(subject.printable(atMost: 300)): \(reference) is not in the directory\n")
        }
    }
}
