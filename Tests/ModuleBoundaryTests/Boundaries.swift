import FoundationEssentials

/// The allow-list in `boundaries.json`: what each module may import, and what its code may not say.
struct Boundaries: Decodable {
    struct Module: Decodable {
        /// One of domain, platform, application, adapter, program.
        let layer: String
        /// Modules of this package; equal to the target's dependencies in `Package.swift`.
        let imports: [String]
        /// Modules of the toolchain, beside the standard library.
        let system: [String]?
    }

    struct Rule: Decodable {
        let id: String
        /// What the failure tells the author.
        let says: String
        /// The words without one of which the pattern can't match.
        let words: [String]
        let pattern: String
        /// The layers that the rule holds for; all when absent.
        let layers: [String]?
    }

    struct Exception: Decodable {
        /// The `id` of the rule that is relaxed.
        let rule: String
        let file: String
        /// Exactly how often the rule's pattern stands in the file.
        let count: Int
        let reason: String
    }

    let modules: [String: Module]
    let cImporters: [String: [String]]
    let rules: [Rule]
    let exceptions: [Exception]

    static func load() throws -> Boundaries {
        let file = Repository.root + "/Tests/ModuleBoundaryTests/boundaries.json"
        return try JSONDecoder().decode(Boundaries.self, from: Data(contentsOf: URL(filePath: file)))
    }
}
