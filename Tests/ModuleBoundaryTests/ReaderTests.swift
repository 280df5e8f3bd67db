import Testing

/// What the boundary test reads with must itself see through attributes, comments and strings.
struct ReaderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let modules: [String]
    }

    @Test(arguments: [
        Case(testDescription: "plain", text: "import A", modules: ["A"]),
        Case(testDescription: "access levels", text: "public import A\n  package import B", modules: ["A", "B"]),
        Case(
            testDescription: "attributes", text: "@testable import A\n@_spi(X) @preconcurrency import B",
            modules: ["A", "B"]),
        Case(testDescription: "one symbol", text: "import struct A.Thing\nimport func B.run", modules: ["A", "B"]),
        Case(testDescription: "two on a line", text: "import A; internal import B", modules: ["A", "B"]),
        Case(testDescription: "under a condition", text: "#if canImport(A)\nimport A\n#endif", modules: ["A"]),
        Case(testDescription: "escaped", text: "import `A`", modules: ["A"]),
        Case(testDescription: "comments", text: "// import A\n/* import B /* import C */ */ import D", modules: ["D"]),
        Case(testDescription: "strings", text: "let a = \"import A\"\nlet b = #\"\"\"\nimport B\n\"\"\"#", modules: []),
    ])
    func `imports are found wherever they hide, and nowhere else`(_ item: Case) throws {
        #expect(try ImportDeclaration.all(in: SourceCode(item.text)).map(\.module) == item.modules)
    }

    @Test func `an import of internals is told apart`() throws {
        let found = try ImportDeclaration.all(in: SourceCode("\n@testable import A"))
        #expect(found == [ImportDeclaration(module: "A", line: 2, reachesInside: true)])
    }

    @Test func `code inside an interpolation counts, text around it does not`() throws {
        let code = SourceCode(#"let a = "try! \(try! f(")")) try!""#)
        #expect(code.matches(of: try Regex(#"\btry!"#)) == [1])
        #expect(code.lines.first?.contains("f(") == true)
    }

    @Test func `escaped quotes and raw strings do not end early`() throws {
        let code = SourceCode("let a = \"\\\"try! \"\nlet b = #\"\\\" try! \"#\nlet c = try! d()")
        #expect(code.matches(of: try Regex(#"\btry!"#)) == [3])
    }

    @Test func `the manifest's libraries and programs are read with their dependencies`() throws {
        let text = """
            library("A"), library("B", ["A", "C"], touchesC: true),
            library(
                "D",
                [
                    "A", "B",
                ]),
            .executableTarget(name: "e", dependencies: ["D"])
            """
        #expect(
            try PackageManifest(text: text).dependencies == ["A": [], "B": ["A", "C"], "D": ["A", "B"], "e": ["D"]])
    }
}
