/// One `import` of a Swift file.
struct ImportDeclaration: Equatable {
    /// The module's name, without the submodule or symbol that may follow it.
    let module: String
    /// The line in its file, counted from 1.
    let line: Int
    /// Whether it asks for the module's internals (`@testable` or `@_spi`).
    let reachesInside: Bool

    /// Every import of `code`, whatever attributes, access level, kind or neighbours on the line it has.
    static func all(in code: SourceCode) throws -> [ImportDeclaration] {
        let pattern = try Regex(
            #"((?:@\w+(?:\([^)]*\))?\s+)*)(?:(?:public|package|internal|fileprivate|private)\s+)?"#
                + #"\bimport\s+(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?`?([A-Za-z_]\w*)`?"#,
            as: (Substring, Substring, Substring).self)
        guard code.words.contains("import") else { return [] }
        return code.lines.enumerated().filter { $0.element.contains("import") }.flatMap { index, line in
            line.matches(of: pattern).map { match in
                ImportDeclaration(
                    module: String(match.output.2), line: index + 1,
                    reachesInside: match.output.1.contains("@testable") || match.output.1.contains("@_spi"))
            }
        }
    }
}
