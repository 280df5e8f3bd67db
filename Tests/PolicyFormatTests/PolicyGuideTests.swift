import AccessPolicy
import PolicyFormat
import Testing

/// The guide on policies says what the reader does.
@Suite struct PolicyGuideTests {
    private static let directory = PolicyCaseDirectory(
        path: PolicyCaseDirectory.policies.dropLast("Policies/".count) + "Sources/PolicyFormat/PolicyFormat.docc/")

    private func guide() throws -> String {
        String(decoding: try Self.directory.read("Policies.md"), as: UTF8.self)
    }

    @Test func `every document in the guide is read, canonical in spelling and enforceable`() throws {
        let blocks = try guide().split(separator: "```json\n").dropFirst().compactMap {
            $0.split(separator: "\n```").first
        }
        let documents = blocks.filter { !$0.contains("\"subject\"") }
        #expect(documents.count >= 6)
        for block in documents {
            let file = PolicyReader().read(Array(block.utf8), named: "guide")
            #expect(file.refusedCount == 0, "\(block)")
            #expect(!file.isEmpty, "\(block)")
            #expect(file.policies.allSatisfy { $0.isEnforceable && $0.diagnostics.isEmpty }, "\(block)")
            #expect(file.namedLocations.flatMap(\.diagnostics) == [])
            #expect(file.authenticationStrengths.flatMap(\.diagnostics) == [])
            #expect(file.applicationGroups.flatMap(\.diagnostics) == [])
        }
    }

    @Test func `the guide has every kind of reason`() throws {
        let guide = try guide()
        for kind in UnenforceableReason.Kind.allCases {
            #expect(guide.contains("\n| `\(kind.rawValue)` | "), "\(kind)")
        }
    }
}
