import AccessPolicy

/// Finds which known member one that is not known was probably meant to be.
enum MemberSuggestion {
    /// Longer names resemble none.
    private static let maximumLength = 64

    /// The known member that a name resembles most: equal but for case and signs, or up to two letters away.
    ///
    /// Of the name of an annotation, such as `grantControls@odata.bind`, what it annotates counts.
    static func member(for name: String, among known: some Sequence<String>) -> String? {
        let letters = letters(of: name.prefix { $0 != "@" })
        guard (1...maximumLength).contains(letters.utf8.count) else { return nil }
        return known.filter { abs($0.utf8.count - letters.utf8.count) <= 2 }
            .map { (name: $0, distance: EditDistance.between(letters, Self.letters(of: $0[...]))) }
            .filter { $0.distance <= min(2, ($0.name.utf8.count + 2) / 3) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?
            .name
    }

    /// A question to put behind what there is to say of a member that is not known; empty if it resembles none.
    static func question(for name: String, among known: some Sequence<String>) -> String {
        member(for: name, among: known).map { "; did you mean `\($0)`?" } ?? ""
    }

    private static func letters(of name: Substring) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
