/// The targets and dependencies that `Package.swift` declares, read from its text.
struct PackageManifest {
    /// What each library or executable target depends on.
    let dependencies: [String: [String]]

    /// Reads `library("A", ["B"])`, `system("C", ...)` and `.executableTarget(name: "d", dependencies: ["E"])`.
    init(text: String) throws {
        let library = try Regex(
            #"\blibrary\(\s*"(\w+)"\s*(?:,\s*\[([^\]]*)\])?"#, as: (Substring, Substring, Substring?).self)
        let program = try Regex(
            #"\.executableTarget\(\s*name:\s*"([\w-]+)"\s*(?:,\s*dependencies:\s*\[([^\]]*)\])?"#,
            as: (Substring, Substring, Substring?).self)
        var dependencies: [String: [String]] = [:]
        for match in text.matches(of: library) + text.matches(of: program) {
            let names = (match.output.2 ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) }
            dependencies[String(match.output.1)] = names
        }
        self.dependencies = dependencies
    }
}
