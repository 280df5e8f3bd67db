import AccessModel

/// An account's object id whose shape was checked.
struct AccountIdentifier: Hashable, Sendable {
    /// In lower case.
    let text: String

    /// Reads an object id.
    ///
    /// - Throws: `invalidAccountID` with what the text is instead.
    init(_ text: String) throws(ManagedAppError) {
        guard let guid = GUID(text) else { throw .invalidAccountID(Self.fault(of: text)) }
        self.text = guid.description
    }

    private static func fault(of text: String) -> AccountIDFault {
        if text.contains("@") { return .userPrincipalName }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { GUID(String($0)) }
        return parts.count == 2 ? .homeAccountID : .other
    }
}
