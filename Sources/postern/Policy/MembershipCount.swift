import AccessPolicy
import JSONCoding

/// Of how many accounts groups and roles are from where.
struct MembershipCount {
    private var given = 0
    private var directory = 0
    private var unknown = 0

    /// Fills a population's accounts from a directory and counts them.
    init(filling population: inout Population, from source: ToolDirectory) {
        for index in population.accounts.indices {
            let (membership, origin) = source.filled(population.accounts[index])
            population.accounts[index] = membership
            switch origin {
            case .given: given += 1
            case .directory: directory += 1
            case .unknown: unknown += 1
            }
        }
    }

    /// Whose groups and roles count, in a sentence.
    var sentence: String {
        var phrases: [String] = []
        func add(_ count: Int, _ whose: String) {
            guard count > 0 else { return }
            phrases.append(
                phrases.isEmpty
                    ? "of \(TextLayout.count(count, "account")) are \(whose)"
                    : "of \(TextLayout.grouped(count)) \(whose)")
        }
        add(directory, "the directory's")
        add(given, "the population's")
        add(unknown, "unknown: the directory does not hold \(unknown == 1 ? "it" : "them")")
        return "Groups and roles \(phrases.joined(separator: ", "))."
    }

    /// The numbers for programs.
    var document: JSONValue {
        [
            "directory": .integer(Int64(directory)), "given": .integer(Int64(given)),
            "unknown": .integer(Int64(unknown)),
        ]
    }
}
