import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

/// The guide on policies says what the reader does.
@Suite struct PolicyGuideTests {
    private static let directory = PolicyCaseDirectory(
        path: PolicyCaseDirectory.policies.dropLast("Policies/".count) + "Sources/PolicyFormat/PolicyFormat.docc/")

    private func guide() throws -> String {
        String(decoding: try Self.directory.read("Policies.md"), as: UTF8.self)
    }

    private func blocks() throws -> [Substring] {
        try guide().split(separator: "```json\n").dropFirst().compactMap { $0.split(separator: "\n```").first }
    }

    @Test func `every request, question and case in the guide is read`() throws {
        let blocks = try blocks()
        let cases = blocks.filter { $0.contains("\"expect\"") }
        #expect(cases.count == 1)
        for block in cases { _ = try PolicyCase(jsonBytes: Array(block.utf8)) }
        let questions = blocks.filter { $0.contains("\"signInIdentity\"") }
        #expect(questions.count == 1)
        for block in questions { _ = try WhatIfQuestion(jsonBytes: Array(block.utf8)) }
        let requests = blocks.filter { $0.contains("\"subject\"") && !$0.contains("\"expect\"") }
        #expect(requests.count == 1)
        for block in requests { _ = try AccessRequest(jsonBytes: Array(block.utf8)) }
    }

    @Test func `every document in the guide is read, canonical in spelling and enforceable`() throws {
        let documents = try blocks().filter { !$0.contains("\"subject\"") && !$0.contains("\"signInIdentity\"") }
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
