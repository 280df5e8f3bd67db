import JSONCoding
import TestSupport
import Testing

@testable import postern

/// What policies refer to is imported with them.
@Suite struct PolicyImportKindTests {
    private static let strength = "55555555-0000-4000-8000-000000000001"

    private static func policy(_ strength: String) -> String {
        #"""
        {"displayName": "Strong suite", "state": "enabled",
         "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["Suite"]}},
         "grantControls": {"operator": "OR", "authenticationStrength": \#(strength)}}
        """#
    }

    private static let keys =
        #"{"id": "\#(strength)", "displayName": "Keys", "allowedCombinations": ["fido2"], "combinationConfigurations": []}"#
    private static let suite =
        ##"{"@odata.type": "#postern.applicationGroup", "displayName": "Suite", "applications": ["\##(strength)"]}"##

    private func report(_ texts: [String], into directory: TemporaryDirectory) async throws -> JSONValue {
        let source = try directory.write("in.json", "[\(texts.joined(separator: ","))]")
        let result = await runCommand(
            "policy", "import", source, "--into", "\(directory.path)/out", "--format", "json")
        #expect(result.code == .success)
        return try JSONValue.parse(result.output)
    }

    private func kinds(_ report: JSONValue) -> [String] {
        (report["imported"]?.arrayValue ?? []).compactMap { $0["kind"]?.stringValue }
    }

    @Test func `writes strengths and groups of applications to files of their own`() async throws {
        let directory = try TemporaryDirectory()
        let report = try await report(
            [Self.policy(#"{"id": "\#(Self.strength)"}"#), Self.keys, Self.suite], into: directory)
        #expect(kinds(report) == ["policy", "authenticationStrength", "applicationGroup"])
        #expect(report["totals"]?["authenticationStrengths"] == 1)
        #expect(report["totals"]?["applicationGroups"] == 1)
        #expect(report["totals"]?["enforceable"] == 1)
        let names = try directory.files("out").keys.sorted()
        #expect(
            names.filter { !$0.hasPrefix("strong-suite-") } == [
                "applications-suite.json", "strength-keys-55555555.json",
            ])
    }

    @Test func `a strength that a policy has written out becomes a file`() async throws {
        let directory = try TemporaryDirectory()
        let report = try await report([Self.policy(Self.keys), Self.suite], into: directory)
        #expect(kinds(report) == ["policy", "authenticationStrength", "applicationGroup"])
        #expect(try directory.files("out").keys.contains("strength-keys-55555555.json"))
    }

    @Test func `what is in the directory already resolves what is imported later`() async throws {
        let directory = try TemporaryDirectory()
        _ = try await report([Self.keys, Self.suite], into: directory)
        let report = try await report([Self.policy(#"{"id": "\#(Self.strength)"}"#)], into: directory)
        #expect(kinds(report) == ["policy"])
        #expect(report["totals"]?["enforceable"] == 1)
    }

    @Test func `what is missing holds the policy`() async throws {
        let directory = try TemporaryDirectory()
        let report = try await report([Self.policy(#"{"id": "\#(Self.strength)"}"#)], into: directory)
        let reasons = report["imported"]?.arrayValue?.first?["reasons"]?.arrayValue ?? []
        #expect(reasons.map { $0["kind"] } == ["unresolvedReference", "unresolvedReference"])
    }
}
