import JSONCoding
import TestSupport
import Testing

@testable import postern

@Suite struct PolicyCommandTests {
    static let blocking = policy("Block", grant: "block", id: "11111111-2222-4333-8444-555555555555")

    static func policy(_ name: String, grant: String, id: String? = nil, exclude: String = "") -> String {
        let identifier = id.map { #""id": "\#($0)", "# } ?? ""
        return #"""
            {\#(identifier)"displayName": "\#(name)", "state": "enabled",
             "conditions": {"users": {"includeUsers": ["All"], "excludeGroups": [\#(exclude)]},
              "applications": {"includeApplications": ["All"]}},
             "grantControls": {"operator": "OR", "builtInControls": ["\#(grant)"]}}
            """#
    }

    @Test func `imports files and directories into one canonical file each, in report-only`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("in/deep/a.json", Self.blocking)
        _ = try directory.write("in/notes.txt", "not looked at")
        let list = try directory.write("list", "[\(Self.policy("Ask", grant: "mfa"))]")
        let result = await runCommand(
            "policy", "import", "\(directory.path)/in", list, "--into", "\(directory.path)/out")
        #expect(result.code == .success)
        #expect(result.output.contains("report-only, enforceable: Block -> "))
        #expect(result.output.contains(".json (11111111-2222-4333-8444-555555555555)\n"))
        #expect(
            result.output.hasSuffix(
                """

                2 policies from 2 files: all can be enforced.
                Next: postern policy lint \(directory.path)/out

                """), "\(result.output)")
        let files = try directory.files("out")
        #expect(files.keys.sorted().map { $0.prefix(4) } == ["ask-", "bloc"])
        for bytes in files.values {
            #expect(try JSONValue.parse(bytes)["state"] == "enabledForReportingButNotEnforced")
        }
    }

    @Test func `importing an export gives the same files, in place or elsewhere`() async throws {
        let directory = try TemporaryDirectory()
        let source = try directory.write("in.json", "[\(Self.blocking), \(Self.policy("Ask", grant: "mfa"))]")
        let (first, second) = ("\(directory.path)/first", "\(directory.path)/second")
        #expect(await runCommand("policy", "import", source, "--into", first, "--keep-state").code == .success)
        let files = try directory.files("first")
        #expect(await runCommand("policy", "import", first, "--into", second, "--keep-state").code == .success)
        #expect(try directory.files("second") == files)
        #expect(await runCommand("policy", "import", first, "--into", first, "--keep-state").code == .success)
        #expect(try directory.files("first") == files)
    }

    @Test func `keeps the state of what can be enforced and of nothing else`() async throws {
        let directory = try TemporaryDirectory()
        let held = Self.policy("Held", grant: "block", exclude: #""<EmergencyGroup>""#)
        let source = try directory.write("in.json", "[\(Self.blocking), \(held)]")
        let result = await runCommand("policy", "import", source, "--into", "\(directory.path)/out", "--keep-state")
        #expect(result.code == .success)
        #expect(result.output.contains("enabled: Block -> "))
        #expect(result.output.contains("report-only, not enforceable: Held -> "))
        #expect(result.output.contains("in.json:5:70: held: "))
        #expect(result.output.contains("conditions.users.excludeGroups[0]: `<EmergencyGroup>` names nothing"))
        let states = try directory.files("out").mapValues { try JSONValue.parse($0)["state"]?.stringValue }
        #expect(Set(states.values) == ["enabled", "enabledForReportingButNotEnforced"])
    }

    @Test func `ends with how many policies wait for each placeholder`() async throws {
        let directory = try TemporaryDirectory()
        let group = #""<EmergencyGroup>""#
        let policies = [
            Self.policy("One", grant: "block", exclude: "\(group), \(group)"),
            Self.policy("Two", grant: "mfa", exclude: group),
            Self.policy("Three", grant: "mfa", exclude: #""<Guests>""#), Self.policy("Four", grant: "mfa"),
        ]
        let source = try directory.write("in.json", "[\(policies.joined(separator: ","))]")
        let out = "\(directory.path)/out"
        let result = await runCommand("policy", "import", source, "--into", out)
        #expect(
            result.output.hasSuffix(
                """

                4 policies from 1 file: 1 can be enforced, 3 are held.
                To be replaced by identifiers:
                  `<EmergencyGroup>`  2 policies
                  `<Guests>`          1 policy
                Next: postern policy lint \(out)

                """), "\(result.output)")
        let again = await runCommand("policy", "import", source, "--into", out, "--format", "json")
        #expect(
            try JSONValue.parse(again.output)["placeholders"] == [
                ["name": "<EmergencyGroup>", "policies": 2], ["name": "<Guests>", "policies": 1],
            ])
    }

    @Test func `one bad file or policy keeps no other from being imported, and the exit code is 1`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("in/broken.json", "{\n  \"conditions\": ]\n}")
        _ = try directory.write(
            "in/mixed.json", #"[{"displayName": "x", "conditions": {"users": "All"}}, \#(Self.blocking)]"#)
        let result = await runCommand("policy", "import", "\(directory.path)/in", "--into", "\(directory.path)/out")
        #expect(result.code == .failure)
        #expect(result.output.contains("broken.json:2:17: error: "))
        #expect(result.output.contains("mixed.json:1:47: error: conditions.users: expected an object, found string"))
        #expect(
            result.output.hasSuffix(
                """

                1 policy from 2 files: it can be enforced. 2 documents were refused.
                Next: correct the errors above and import again.

                """), "\(result.output)")
        #expect(try directory.files("out").count == 1)
    }

    @Test func `never overwrites a different policy`() async throws {
        let directory = try TemporaryDirectory()
        let out = "\(directory.path)/out"
        // The same name and the same first part of the identifier.
        let twin = Self.policy("Block", grant: "mfa", id: "11111111-9999-4333-8444-555555555555")
        let first = try directory.write("a.json", Self.blocking)
        let second = try directory.write("b.json", twin)
        #expect(await runCommand("policy", "import", first, "--into", out).code == .success)
        let before = try directory.files("out")
        #expect(await runCommand("policy", "import", second, "--into", out).code == .success)
        let after = try directory.files("out")
        #expect(after.count == 2)
        for (name, bytes) in before { #expect(after[name] == bytes) }
        // The same policy under another name keeps its file.
        let renamed = try directory.write(
            "c.json", Self.policy("Renamed", grant: "block", id: "11111111-2222-4333-8444-555555555555"))
        #expect(await runCommand("policy", "import", renamed, "--into", out).code == .success)
        #expect(try directory.files("out").keys.sorted() == after.keys.sorted())
    }

    @Test func `two different policies with one identifier are not both imported`() async throws {
        let directory = try TemporaryDirectory()
        let other = Self.policy("Other", grant: "mfa", id: "11111111-2222-4333-8444-555555555555")
        let source = try directory.write("in.json", "[\(Self.blocking), \(Self.blocking), \(other)]")
        let result = await runCommand("policy", "import", source, "--into", "\(directory.path)/out", "--format", "json")
        #expect(result.code == .failure)
        let report = try JSONValue.parse(result.output)
        #expect(report["totals"]?["policies"] == 1)
        #expect(report["totals"]?["identicalPolicies"] == 1)
        #expect(report["totals"]?["refused"] == 1)
        #expect(report["refused"]?.arrayValue?.first?["path"] == "id")
    }

    @Test func `writes its report as JSON`() async throws {
        let directory = try TemporaryDirectory()
        let held = Self.policy("Held", grant: "riskRemediation")
        let source = try directory.write("in.json", held)
        let result = await runCommand("policy", "import", source, "--into", "\(directory.path)/out", "--format", "json")
        let item = try #require(try JSONValue.parse(result.output)["imported"]?.arrayValue?.first)
        #expect(item["displayName"] == "Held")
        #expect(item["enforceable"] == false)
        #expect(item["line"] == 1)
        let reason = try #require(item["reasons"]?.arrayValue?.first)
        #expect(reason["kind"] == "unsupportedGrantControl")
        #expect(reason["path"] == "grantControls.builtInControls[0]")
    }

    @Test func `a source that does not exist is a failure like any other that cannot be read`() async throws {
        let directory = try TemporaryDirectory()
        let result = await runCommand("policy", "import", "\(directory.path)/none", "--into", "\(directory.path)/out")
        #expect(result.code == .failure)
        #expect(result.errors.contains("none` cannot be read"))
    }

    @Test func `a directory that cannot be written is one line and exit code 1`() async throws {
        let directory = try TemporaryDirectory()
        let source = try directory.write("in.json", Self.blocking)
        let result = await runCommand("policy", "import", source, "--into", "\(source)/out")
        #expect(result.code == .failure)
        #expect(result.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test func `evaluates a request and prints decision and trace`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("policies/a.json", Self.blocking)
        let request = try directory.write(
            "request.json", #"{"subject": {"account": "a"}, "resource": {"application": "r"}}"#)
        let result = await runCommand(
            "policy", "evaluate", "--policies", "\(directory.path)/policies", "--request", request)
        #expect(result.code == .success)
        let trace = try JSONValue.parse(result.output)
        #expect(trace["decision"]?["outcome"] == "blocked")
        #expect(trace["policies"]?.arrayValue?.first?["result"] == "failure")
    }

    @Test func `evaluates nothing by policies or a request that cannot be read`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("policies/a.json", "{")
        _ = try directory.write("good/a.json", Self.blocking)
        let request = try directory.write("request.json", #"{"subject": {}}"#)
        let broken = await runCommand(
            "policy", "evaluate", "--policies", "\(directory.path)/policies", "--request", request)
        #expect(broken.code == .failure)
        #expect(broken.errors.contains("a.json:1:"))
        let bad = await runCommand("policy", "evaluate", "--policies", "\(directory.path)/good", "--request", request)
        #expect(bad.code == .failure)
        #expect(bad.errors.contains("request.json:1:13: `/subject/account`: "))
    }

    @Test func `answers each line of requests with a line`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("policies/a.json", Self.blocking)
        let line = #"{"subject": {"account": "a"}, "resource": {"application": "r"}}"#
        let requests = try directory.write("requests.jsonl", line + "\r\n" + line)
        let result = await runCommand(
            "policy", "evaluate", "--policies", "\(directory.path)/policies", "--requests", requests)
        #expect(result.code == .success)
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 3)
        #expect(lines[0] == lines[1])
        #expect(lines[2].isEmpty)
        let trace = try JSONValue.parse(String(lines[0]))
        #expect(trace["decision"]?["outcome"] == "blocked")
        #expect(trace.canonical(.compact) == Array(lines[0].utf8))
    }

    @Test(arguments: ["{}", "", "{", "long"])
    func `stops at a line that is no request and names it`(_ kind: String) async throws {
        let line = #"{"subject": {"account": "a"}, "resource": {"application": "r"}}"#
        let bad = kind == "long" ? line + String(repeating: " ", count: 1 << 20) : kind
        let directory = try TemporaryDirectory()
        _ = try directory.write("policies/a.json", Self.blocking)
        let requests = try directory.write("requests.jsonl", [line, bad, line].joined(separator: "\n"))
        let result = await runCommand(
            "policy", "evaluate", "--policies", "\(directory.path)/policies", "--requests", requests)
        #expect(result.code == .failure)
        #expect(result.output.split(separator: "\n").count == 1)
        #expect(result.errors.contains("requests.jsonl:2:"))
    }

    @Test func `names line and column of a request's fault in its file`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("policies/a.json", Self.blocking)
        let good = #"{"subject": {"account": "a"}, "resource": {"application": "r"}}"#
        let bad = #"{"subject": {"account": "a"}, "resource": 5}"#
        let requests = try directory.write("requests.jsonl", "\(good)\n\(bad)\n")
        let request = try directory.write("request.json", "\n\(bad)")
        for (option, file) in [("--requests", requests), ("--request", request)] {
            let result = await runCommand(
                "policy", "evaluate", "--policies", "\(directory.path)/policies", option, file)
            #expect(result.code == .failure)
            #expect(
                result.errors == "postern policy evaluate: \(file):2:43: `/resource`: expected object, found integer\n")
        }
    }

    @Test(arguments: [[], ["--request", "a", "--requests", "b"]])
    func `evaluates one request or lines of them`(_ options: [String]) async throws {
        let result = await runCommand(["policy", "evaluate", "--policies", "."] + options)
        #expect(result.code == .usage)
    }
}
