import JSONCoding
import ServiceRuntime
import TestSupport
import Testing

@testable import postern

@Suite struct PolicyDiffCommandTests {
    private func run(_ arguments: String...) async -> CommandResult {
        await runCommand(["policy", "diff"] + arguments)
    }

    private static func policy(
        _ number: Int, _ name: String, state: String = "enabled", platforms: String = "all", _ control: String
    ) -> String {
        #"""
        {"id": "00000000-0000-4000-8000-00000000000\#(number)", "displayName": "\#(name)", "state": "\#(state)",
         "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]},
                        "platforms": {"includePlatforms": ["\#(platforms)"]}},
         "grantControls": {"builtInControls": ["\#(control)"]}}
        """#
    }

    private func directory(old: [String], new: [String]) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        _ = try directory.write("old/all.json", "[\(old.joined(separator: ","))]")
        _ = try directory.write("new/all.json", "[\(new.joined(separator: ","))]")
        _ = try directory.write(
            "population.yaml",
            """
            accounts: [{account: ada}, {account: bob}, {account: eve}]
            applications: [{id: mail, name: Mail}, crm]
            clientAppTypes: [browser]
            platforms: [iOS, android, null]
            """)
        return directory
    }

    @Test func `tells who is blocked and who is asked, by which policy`() async throws {
        let directory = try directory(
            old: [Self.policy(1, "Ask", "mfa")],
            new: [
                Self.policy(1, "Ask", "mfa"), Self.policy(2, "No phones", platforms: "android", "block"),
                Self.policy(3, "Planned", state: "enabledForReportingButNotEnforced", platforms: "iOS", "block"),
            ])
        let path = directory.path
        let result = await run(
            "\(path)/old", "\(path)/new", "--population", "\(path)/population.yaml", "--limit", "2")
        #expect(result.code == .failure)
        #expect(result.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("warning: the ") })
        #expect(
            result.output == """
                Compared all 18 combinations of the population.
                6 requests of these, 33.3 %, come out differently.

                asked for multifactor authentication -> blocked (6 requests)
                  by `No phones`
                    6 requests, 3 accounts, 2 resources
                    - the user `ada` to the application `Mail`, client browser, Android
                    - the user `bob` to the application `Mail`, client browser, Android

                report-only: would let pass -> would refuse (6 requests)
                  `Planned`
                    6 requests, 3 accounts, 2 resources
                    - the user `ada` to the application `Mail`, client browser, iOS
                    - the user `bob` to the application `Mail`, client browser, iOS

                """)
        let back = await run("\(path)/new", "\(path)/old", "--population", "\(path)/population.yaml", "--limit", "0")
        #expect(back.output.contains("blocked -> asked for multifactor authentication (6 requests)"))
        #expect(back.output.contains("  no longer by `No phones`\n"))
    }

    @Test func `names what hinders a policy of which nothing is known`() async throws {
        let held = Self.policy(3, "Held", state: "enabledForReportingButNotEnforced", "block").replacing(
            #""All"]}, "app"#, with: #""<Somebody>"]}, "app"#)
        let directory = try directory(old: [], new: [held])
        let path = directory.path
        let result = await run("\(path)/old", "\(path)/new", "--population", "\(path)/population.yaml", "--limit", "0")
        #expect(
            result.output.contains(
                """
                report-only: would let pass -> not known (18 requests)
                  `Held`
                    hindered by conditions.users.includeUsers[0]: `<Somebody>` names nothing;
                    put the object's identifier in its place
                    18 requests, 3 accounts, 2 resources

                """), "\(result.output)")
    }

    @Test func `policies in report-only count as enabled if so asked`() async throws {
        let directory = try directory(
            old: [], new: [Self.policy(3, "Planned", state: "enabledForReportingButNotEnforced", "block")])
        let path = directory.path
        let result = await run(
            "\(path)/old", "\(path)/new", "--population", "\(path)/population.yaml", "--as-enabled")
        #expect(result.output.contains("allowed -> blocked (18 requests)\n  by `Planned`\n"))
        #expect(!result.output.contains("report-only"))
    }

    @Test func `nothing that changes is success`() async throws {
        let directory = try directory(old: [Self.policy(1, "Ask", "mfa")], new: [Self.policy(1, "Ask", "mfa")])
        let path = directory.path
        let result = await run("\(path)/old", "\(path)/new", "--population", "\(path)/population.yaml")
        #expect(result.code == .success)
        #expect(result.output == "Compared all 18 combinations of the population.\nNothing changes.\n")
    }

    @Test func `the same seed says the same, as JSON too`() async throws {
        let directory = try directory(old: [], new: [Self.policy(2, "No phones", platforms: "android", "block")])
        let path = directory.path
        let arguments = ["\(path)/old", "\(path)/new", "--population", "\(path)/population.yaml"]
        let first = await run(
            arguments[0], arguments[1], arguments[2], arguments[3], "--samples", "10", "--seed", "3", "--format", "json"
        )
        let second = await run(
            arguments[0], arguments[1], arguments[2], arguments[3], "--samples", "10", "--seed", "3", "--format", "json"
        )
        #expect(first.output == second.output)
        let report = try JSONValue.parse(first.output)
        #expect(report["requests"] == 10)
        let change = try #require(report["changes"]?.arrayValue?.first)
        #expect(
            change["change"] == [
                "kind": "access", "from": ["outcome": "allowed"], "to": ["outcome": "blocked"],
                "by": [["policy": "00000000-0000-4000-8000-000000000002", "set": "new"]],
            ])
        #expect(change["requests"] == report["requestsThatChange"])
        let text = await run(arguments[0], arguments[1], arguments[2], arguments[3], "--samples", "10", "--seed", "3")
        #expect(text.output.hasPrefix("Compared 10 of 18 combinations, drawn with seed 3.\n"))
    }

    @Test func `compares sign-ins that were`() async throws {
        let directory = try directory(old: [], new: [Self.policy(2, "No phones", platforms: "android", "block")])
        let path = directory.path
        let line =
            #"{"subject": {"account": "ada"}, "resource": {"application": "mail"}, "context": {"platform": "android"}}"#
        let requests = try directory.write("log.jsonl", [line, line].joined(separator: "\n"))
        let result = await run("\(path)/old", "\(path)/new", "--requests", requests)
        #expect(result.code == .failure)
        #expect(result.output.hasPrefix("Compared 2 requests.\n2 requests of these, 100.0 %, come out differently.\n"))
    }

    @Test func `what cannot be compared is told apart from a change`() async throws {
        let directory = try directory(old: [], new: [])
        let path = directory.path
        let (old, new, population) = ("\(path)/old", "\(path)/new", "\(path)/population.yaml")
        let bad = try directory.write("bad.jsonl", "{}\n")
        let none = try directory.write("none.jsonl", "")
        let broken = try directory.write("broken/a.json", "{")
        _ = broken
        #expect(await run(old, "\(path)/missing", "--population", population).code == .usage)
        #expect(await run(old, "\(path)/broken", "--population", population).code == .usage)
        #expect(await run(old, new, "--population", bad).code == .usage)
        #expect(await run(old, new, "--requests", bad).errors.contains("bad.jsonl:1:"))
        #expect(await run(old, new, "--requests", bad).code == .usage)
        #expect(await run(old, new, "--requests", none).code == .usage)
        #expect(await run(old, new).code == .usage)
        #expect(await run(old, new, "--requests", none, "--population", population).code == .usage)
        #expect(await run(old, new, "--requests", none, "--seed", "1").code == .usage)
        #expect(await run(old, new, "--population", population, "--samples", "0").code == .usage)
    }
}

@Suite struct ProgressTests {
    @Test func `shows ten updates a second at most, and leaves nothing behind`() {
        let transcript = ConsoleTranscript()
        var progress = Progress(transcript.console, isTerminal: true)
        let start = ContinuousClock.now
        progress.update("long text", now: start)
        progress.update("too soon", now: start + .milliseconds(99))
        progress.update("short", now: start + .milliseconds(100))
        progress.end()
        #expect(transcript.errors == "\rlong text\rshort    \r     \r")
        #expect(transcript.output.isEmpty)
    }

    @Test func `shows nothing where no terminal is`() {
        let transcript = ConsoleTranscript()
        var progress = Progress(transcript.console, isTerminal: false)
        progress.update("text")
        progress.end()
        #expect(transcript.errors.isEmpty)
    }
}
