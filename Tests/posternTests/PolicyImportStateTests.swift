import JSONCoding
import TestSupport
import Testing

@testable import postern

/// What an import does to policies that are in the directory already.
@Suite struct PolicyImportStateTests {
    static let id = "11111111-2222-4333-8444-555555555555"

    static func policy(state: String, grant: String = "block", id: String? = id, name: String = "Block") -> String {
        let identifier = id.map { #""id": "\#($0)", "# } ?? ""
        return #"""
            {\#(identifier)"displayName": "\#(name)", "state": "\#(state)",
             "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]}},
             "grantControls": {"operator": "OR", "builtInControls": ["\#(grant)"]}}
            """#
    }

    private static func states(_ files: [String: [UInt8]]) throws -> [String?] {
        try files.values.map { try JSONValue.parse($0)["state"]?.stringValue }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let standing: String
        let imported: String
        var grant = "block"
        var more: [String] = []
        let state: String
        let line: String
        var testDescription: String { "\(standing), then \(imported) \(grant) \(more)" }
    }

    static let reportOnly = "enabledForReportingButNotEnforced"

    @Test(arguments: [
        Case(standing: "enabled", imported: "enabled", state: "enabled", line: "kept enabled: Block -> "),
        Case(standing: "enabled", imported: reportOnly, state: "enabled", line: "kept enabled: Block -> "),
        Case(standing: "enabled", imported: "disabled", state: "enabled", line: "kept enabled: Block -> "),
        Case(
            standing: "disabled", imported: "enabled", state: "disabled", line: "kept disabled, enforceable: Block -> "),
        Case(
            standing: reportOnly, imported: "enabled", state: reportOnly,
            line: "kept report-only, enforceable: Block -> "),
        Case(
            standing: "enabled", imported: "enabled", grant: "passwordChange", state: "enabled",
            line: "kept enabled, not enforceable: Block -> "),
        Case(
            standing: "enabled", imported: "disabled", more: ["--keep-state"], state: "disabled",
            line: "disabled, enforceable: Block -> "),
        Case(
            standing: reportOnly, imported: "enabled", more: ["--keep-state"], state: "enabled",
            line: "enabled: Block -> "),
        Case(
            standing: "enabled", imported: "enabled", grant: "passwordChange", more: ["--keep-state"], state: "enabled",
            line: "enabled, not enforceable: Block -> "),
        Case(
            standing: "disabled", imported: "enabled", grant: "passwordChange", more: ["--keep-state"],
            state: reportOnly, line: "report-only, not enforceable: Block -> "),
    ])
    func `an import takes nothing out of force and puts nothing in force unasked`(_ sample: Case) async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("out/a.json", Self.policy(state: sample.standing))
        let source = try directory.write("in.json", Self.policy(state: sample.imported, grant: sample.grant))
        let result = await runCommand(["policy", "import", source, "--into", "\(directory.path)/out"] + sample.more)
        #expect(result.code == .success)
        #expect(try Self.states(directory.files("out")) == [sample.state])
        #expect(result.output.split(separator: "\n").contains { $0.hasPrefix(sample.line) }, "\(result.output)")
    }

    @Test func `an unchanged export imported again changes no byte of a policy in force`() async throws {
        let directory = try TemporaryDirectory()
        let source = try directory.write("in.json", Self.policy(state: "enabled", id: nil))
        let out = "\(directory.path)/out"
        #expect(await runCommand("policy", "import", source, "--into", out, "--keep-state").code == .success)
        let files = try directory.files("out")
        #expect(try Self.states(files) == ["enabled"])
        let again = await runCommand("policy", "import", source, "--into", out, "--format", "json")
        #expect(try directory.files("out") == files)
        #expect(try JSONValue.parse(again.output)["imported"]?.arrayValue?.first?["keptState"] == true)
    }

    @Test func `another policy of the same name in the directory is a warning that names its file`() async throws {
        let directory = try TemporaryDirectory()
        let out = "\(directory.path)/out"
        let source = try directory.write("in.json", Self.policy(state: "enabled", id: nil))
        let first = await runCommand("policy", "import", source, "--into", out)
        #expect(!first.output.contains("warning"))
        let file = try #require(try directory.files("out").keys.first)
        let edited = try directory.write("in.json", Self.policy(state: "enabled", grant: "mfa", id: nil))
        let second = await runCommand("policy", "import", edited, "--into", out)
        #expect(second.code == .success)
        #expect(
            second.output.contains("in.json:1:1: warning: displayName: `\(out)/\(file)` of this directory has another"))
        #expect(try directory.files("out").count == 2)
        let other = try directory.write("in.json", Self.policy(state: "enabled", grant: "mfa", id: nil, name: "Ask"))
        #expect(await runCommand("policy", "import", other, "--into", out).output.contains("warning") == false)
    }

    @Test func `an import that finds nothing fails and makes no directory`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("empty/notes.txt", "no policy")
        let other = try directory.write("other.json", "{}")
        let cases: [(source: String, code: ExitCode, message: String)] = [
            ("\(directory.path)/nothere", .failure, "nothere` cannot be read"),
            ("\(directory.path)/empty", .failure, "no policy in `\(directory.path)/empty`"),
            (other, .failure, "no policy in `\(other)`"),
        ]
        for (source, code, message) in cases {
            let result = await runCommand("policy", "import", source, "--into", "\(directory.path)/p")
            #expect(result.code == code)
            #expect(result.errors.contains(message) && result.errors.filter { $0 == "\n" }.count == 1)
            #expect(LocalFile.exists("\(directory.path)/p") == false)
        }
    }

    @Test func `an empty directory keeps no other source from being imported, and the exit code is 1`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("empty/notes.txt", "no policy")
        let source = try directory.write("in.json", Self.policy(state: "enabled"))
        let result = await runCommand(
            "policy", "import", "\(directory.path)/empty", source, "--into", "\(directory.path)/p")
        #expect(result.code == .failure)
        #expect(result.output.contains("empty: error: no policy in the directory"))
        #expect(try directory.files("p").count == 1)
    }
}
