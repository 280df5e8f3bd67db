/// Phrases of more than one thing.
enum Phrases {
    /// How many things are named before the rest is counted.
    static let limit = 3

    /// "a", "a and b", "a, b and c".
    static func list(_ names: [String], joinedBy word: String = "and") -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " \(word) " + last
    }

    /// A list of which only the first few are named and the others counted.
    static func some(of names: [String]) -> String {
        some(of: names) { $0 }
    }

    /// A list of which only the first few are put into words and the others counted.
    static func some<Element>(of elements: [Element], _ phrase: (Element) -> String) -> String {
        guard elements.count > limit + 1 else { return list(elements.map(phrase)) }
        return list(elements.prefix(limit).map(phrase) + ["\(elements.count - limit) more"])
    }

    /// "1 account", "2 accounts"; a plural that does not end so is given.
    static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
    }
}
