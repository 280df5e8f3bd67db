import AccessPolicy
import FoundationEssentials
import Testing

struct LintArticleTests {
    @Test func `the article explains every finding once, and none that does not exist`() throws {
        let root = String(#filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined())
        let article = try String(
            contentsOfFile: root + "/Sources/AccessPolicy/AccessPolicy.docc/Lints.md", encoding: .utf8)
        let explained = article.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("| `") else { return nil }
            return line.split(separator: "`").dropFirst().first.map(String.init)
        }
        #expect(explained.sorted() == LintID.allCases.map(\.rawValue).sorted())
    }
}
