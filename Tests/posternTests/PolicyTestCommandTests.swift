import JSONCoding
import TestSupport
import Testing

@testable import postern

@Suite struct PolicyTestCommandTests {
    private static let policy = #"""
        {"displayName": "Block", "state": "enabled", "grantControls": {"builtInControls": ["block"]},
         "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]}}}
        """#

    private static func example(_ policies: String?, reason: String = "blocked_by_policy") -> String {
        #"""
        {"note": "Nobody gets in.", \#(policies.map { #""policies": \#($0), "# } ?? "")
         "request": {"subject": {"account": "a"}, "resource": {"application": "r"}},
         "expect": {"outcome": "blocked", "reason": "\#(reason)", "decidedBy": ["Block"]}}
        """#
    }

    @Test func `tries every case under a directory and counts them`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("cases/a.json", Self.example("[\(Self.policy)]"))
        _ = try directory.write("cases/deep/b.json", "[\(Self.example(#"["../block.json"]"#)), \(Self.example("[]"))]")
        _ = try directory.write("cases/block.json", Self.policy)
        let result = await runCommand(
            "policy", "test", "\(directory.path)/cases/a.json", "\(directory.path)/cases/deep")
        #expect(result.code == .failure)
        #expect(
            result.output == """
                FAILED  \(directory.path)/cases/deep/b.json[1]
                  Nobody gets in.
                  outcome
                    expected  "blocked"
                    found     "allowedNoPolicyApplied"
                  reason
                    expected  "blocked_by_policy"
                    found     nothing
                  decidedBy
                    expected  ["Block"]
                    found     []

                3 cases: 2 passed, 1 failed

                """)
    }

    @Test func `names files under the root and takes policies for cases that bring none`() async throws {
        let directory = try TemporaryDirectory()
        let rooted = try directory.write("cases/a.json", Self.example(#"["block.json"]"#))
        let bare = try directory.write("cases/b.json", Self.example(nil))
        _ = try directory.write("policies/block.json", Self.policy)
        let policies = "\(directory.path)/policies"
        let result = await runCommand("policy", "test", rooted, bare, "--root", policies, "--policies", policies)
        #expect(result.code == .success)
        #expect(result.output == "2 cases: 2 passed, 0 failed\n")
        let lost = await runCommand("policy", "test", rooted, bare)
        #expect(lost.code == .failure)
        #expect(lost.output.contains("cases/block.json`, which the case names, cannot be read: no such file"))
        #expect(lost.output.contains("the case brings no policies and none are given; give --policies DIR"))
    }

    @Test func `one bad case keeps no other from being tried`() async throws {
        let directory = try TemporaryDirectory()
        let bad = try directory.write("bad.yaml", "note: n\nrequests: {}\n")
        let good = try directory.write("good.json", Self.example("[\(Self.policy)]"))
        let result = await runCommand("policy", "test", bad, good, "--format", "json")
        #expect(result.code == .failure)
        let report = try JSONValue.parse(result.output)
        #expect(report["passed"] == 1)
        #expect(report["failed"] == 1)
        #expect(report["cases"]?.arrayValue?.first?["passed"] == false)
        #expect(report["cases"]?.arrayValue?.first?["unusable"]?.stringValue?.contains("request") == true)
    }

    @Test func `one bad case hides no other of its file, and an unknown member is told before a missing one`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let good = Self.example("[\(Self.policy)]")
        let typo = good.replacing(#""resource""#, with: #""resuorce""#)
        let file = try directory.write("cases.json", "[\n\(good),\n\(typo),\n\(Self.example("[]"))]")
        let result = await runCommand("policy", "test", file)
        #expect(result.code == .failure)
        #expect(result.output.hasSuffix("3 cases: 1 passed, 2 failed\n"), "\(result.output)")
        #expect(
            result.output.hasPrefix(
                """
                FAILED  \(file)[1]
                  it cannot be tried: \(file):8:43: `/1/request/resuorce`: unknown member

                FAILED  \(file)[2]

                """), "\(result.output)")
    }

    @Test(arguments: [
        (#"{"nte": "n"}"#, "/nte"), (#"{"note": "n", "request": {"subjct": {}}}"#, "/request/subjct"),
        (
            #"{"note": "n", "request": {"subject": {"account": "a"}, "resource": {"application": "b"}}, "expect": {"outcom": "x"}}"#,
            "/expect/outcom"
        ),
    ])
    func `a misspelled member is named, not the one that it was meant for`(text: String, path: String) async throws {
        let directory = try TemporaryDirectory()
        let result = await runCommand("policy", "test", try directory.write("a.json", text))
        #expect(result.output.contains("`\(path)`: unknown member"), "\(result.output)")
    }

    @Test func `says what differs as JSON`() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("a.json", Self.example("[\(Self.policy)]", reason: "other"))
        let result = await runCommand("policy", "test", path, "--format", "json")
        let report = try JSONValue.parse(result.output)
        #expect(
            report["cases"]?.arrayValue?.first?["mismatches"]
                == [["path": "reason", "expected": "other", "found": "blocked_by_policy"]])
    }

    @Test func `nothing to try is a mistake`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("cases/notes.txt", "")
        #expect(await runCommand("policy", "test", "\(directory.path)/cases").code == .usage)
        #expect(await runCommand("policy", "test", "\(directory.path)/missing").code == .usage)
        let empty = try directory.write("empty.json", "[]")
        let nothing = await runCommand("policy", "test", empty)
        #expect(nothing.code == .usage && nothing.errors == "postern policy test: there is no case in `\(empty)`\n")
        let example = try directory.write("a.json", Self.example(nil))
        let lost = await runCommand("policy", "test", example, "--policies", "\(directory.path)/missing")
        #expect(lost.code == .usage && lost.errors.contains("missing` cannot be read"))
    }
}
