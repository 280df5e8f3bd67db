import JSONCoding
import TestSupport
import Testing

@testable import postern

/// What the tools over policies take from a directory document, and what they say of identifiers that nobody knows.
@Suite struct ToolDirectoryTests {
    private static let alex = "c3b0a1d2-0000-4000-8000-000000000001"
    private static let staff = "aaaaaaaa-0000-4000-8000-000000000001"
    private static let mail = "7b0e4f7a-1c57-4c1e-a2a4-53d0c8a1b001"
    private static let stranger = "c3b0a1d2-0000-4000-8000-0000000000ff"

    private static let document = #"""
        {"groups": [{"id": "\#(staff)", "name": "Staff", "members": ["Sales"]},
                    {"id": "aaaaaaaa-0000-4000-8000-000000000002", "name": "Sales", "members": ["alex@contoso.example"]}],
         "accounts": [
          {"id": "\#(alex)", "upn": "alex@contoso.example", "name": "Alex Doe"},
          {"id": "c3b0a1d2-0000-4000-8000-000000000002", "upn": "sam@contoso.example", "name": "Sam"},
          {"id": "c3b0a1d2-0000-4000-8000-000000000003", "upn": "sam.b@contoso.example", "name": "Sam"}],
         "resources": [{"id": "\#(mail)", "identifier": "api://mail", "name": "Contoso Mail API"}]}
        """#

    private static let block = #"""
        {"id": "00000000-0000-4000-8000-000000000001", "displayName": "No staff", "state": "enabled",
         "conditions": {"users": {"includeGroups": ["\#(staff)"]}, "applications": {"includeApplications": ["\#(mail)"]}},
         "grantControls": {"operator": "OR", "builtInControls": ["block"]}}
        """#

    private func prepared(accounts: String, applications: String = #""\#(mail)""#) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        _ = try directory.write("old/none.txt", "")
        _ = try directory.write("new/block.json", Self.block)
        _ = try directory.write("directory.json", Self.document)
        _ = try directory.write(
            "population.json", #"{"accounts": [\#(accounts)], "applications": [\#(applications)]}"#)
        return directory
    }

    private func diff(_ directory: TemporaryDirectory, _ more: String...) async -> CommandResult {
        let path = directory.path
        return await runCommand(
            ["policy", "diff", "\(path)/old", "\(path)/new", "--population", "\(path)/population.json"] + more)
    }

    private func coverage(_ directory: TemporaryDirectory, _ more: String...) async -> CommandResult {
        let path = directory.path
        return await runCommand(
            ["policy", "coverage", "\(path)/new", "--population", "\(path)/population.json"] + more)
    }

    private func whatIf(_ directory: TemporaryDirectory, _ more: String...) async -> CommandResult {
        await runCommand(["policy", "what-if", "--policies", "\(directory.path)/new"] + more)
    }

    // MARK: Whose groups

    @Test func `diff takes the directory's groups for an account that gives none, and says so`() async throws {
        let directory = try prepared(
            accounts: #"{"account": "\#(Self.alex)"}, {"account": "\#(Self.stranger)", "groups": ["\#(Self.staff)"]}"#)
        let file = "\(directory.path)/directory.json"
        let text = await diff(directory, "--directory", file, "--limit", "0")
        #expect(
            text.output == """
                Compared all 2 combinations of the population.
                Groups and roles of 1 account are the directory's, of 1 the population's.
                2 requests of these, 100.0 %, come out differently.

                allowed -> blocked (2 requests)
                  by `No staff`
                    2 requests, 2 accounts, 1 resource

                """)
        let json = try JSONValue.parse(await diff(directory, "--directory", file, "--format", "json").output)
        #expect(json["memberships"] == ["directory": 1, "given": 1, "unknown": 0])
        #expect(json["requestsThatChange"] == 2)
        let alone = await diff(directory, "--limit", "0")
        #expect(alone.output.contains("1 request of these, 50.0 %"))
        #expect(!alone.output.contains("Groups and roles"))
    }

    @Test func `groups of its own keep the directory's away`() async throws {
        let directory = try prepared(accounts: #"{"account": "\#(Self.alex)", "groups": ["\#(Self.stranger)"]}"#)
        let result = await diff(directory, "--directory", "\(directory.path)/directory.json")
        #expect(result.output.hasSuffix("Nothing changes.\n"))
        #expect(result.output.contains("Groups and roles of 1 account are the population's.\n"))
    }

    @Test func `recorded requests take the directory's groups, too`() async throws {
        let directory = try prepared(accounts: "")
        let path = directory.path
        let requests = try directory.write(
            "log.jsonl",
            #"{"subject": {"account": "\#(Self.alex)"}, "resource": {"application": "\#(Self.mail)"}}"# + "\n")
        let result = await runCommand(
            "policy", "diff", "\(path)/old", "\(path)/new", "--requests", requests, "--directory",
            "\(path)/directory.json")
        #expect(result.output.contains("allowed -> blocked (1 request)"))
    }

    @Test func `coverage takes the directory's groups for an account that gives none, and says so`() async throws {
        let directory = try prepared(accounts: #"{"account": "\#(Self.alex)"}, {"account": "\#(Self.stranger)"}"#)
        let file = "\(directory.path)/directory.json"
        let text = await coverage(directory, "--directory", file)
        #expect(text.output.contains("1 of 2 combinations (50 %) is covered"))
        #expect(
            text.output.contains(
                "Groups and roles of 1 account are the directory's, of 1 unknown: the directory\ndoes not hold it.\n"),
            "\(text.output)")
        let json = try JSONValue.parse(await coverage(directory, "--directory", file, "--format", "json").output)
        #expect(json["memberships"] == ["directory": 1, "given": 0, "unknown": 1])
        #expect(json["uncovered"] == 1)
        #expect(try JSONValue.parse(await coverage(directory, "--format", "json").output)["memberships"] == nil)
    }

    @Test func `help says whose groups count`() async {
        for name in ["diff", "coverage"] {
            let help = await runCommand("policy", name, "--help").output
            #expect(help.split(separator: "\n").joined(separator: " ").contains("an account that gives"), "\(help)")
        }
    }

    // MARK: Names

    struct Naming: Sendable {
        let account: String
        let application: String
    }

    @Test(arguments: [
        Naming(account: "ALEX@contoso.example", application: "contoso mail api"),
        Naming(account: "alex doe", application: "api://mail"),
        Naming(account: alex.uppercased(), application: mail),
    ])
    func `what-if takes the names that the directory knows`(_ naming: Naming) async throws {
        let directory = try prepared(accounts: "")
        let result = await whatIf(
            directory, "--directory", "\(directory.path)/directory.json", "--account", naming.account, "--application",
            naming.application)
        #expect(result.code == .success && result.errors.isEmpty, "\(result.errors)")
        #expect(result.output.contains("Who       the user `Alex Doe`"))
        #expect(result.output.contains("What      the application `Contoso Mail API`"))
        #expect(result.output.contains("access is refused"))
    }

    @Test func `what-if takes a group's name`() async throws {
        let directory = try prepared(accounts: "")
        let result = await whatIf(
            directory, "--directory", "\(directory.path)/directory.json", "--account", "sam.b@contoso.example",
            "--group", "staff", "--application", Self.mail)
        #expect(result.errors.isEmpty && result.output.contains("with the group `Staff`"))
        #expect(result.output.contains("access is refused"))
    }

    @Test func `what-if names the accounts that one name may mean, and says when it means none`() async throws {
        let directory = try prepared(accounts: "")
        let file = "\(directory.path)/directory.json"
        let several = await whatIf(directory, "--directory", file, "--account", "Sam", "--application", Self.mail)
        #expect(several.code == .failure)
        #expect(
            several.errors
                == "postern policy what-if: the directory has several accounts called `Sam`: `c3b0a1d2-0000-4000-8000-000000000002`, `c3b0a1d2-0000-4000-8000-000000000003`; give the identifier of one\n"
        )
        let none = await whatIf(directory, "--directory", file, "--account", "kim", "--application", Self.mail)
        #expect(none.code == .failure)
        #expect(
            none.errors
                == "postern policy what-if: the directory has no account with the identifier, user principal name or name `kim`\n"
        )
    }

    // MARK: Identifiers that nobody knows

    @Test func `what-if warns of what no policy can name, since it is no GUID`() async throws {
        let directory = try prepared(accounts: "")
        let flags = [
            "--account", "alex@contoso.example", "--application", "Mail", "--group", "staff", "--role", "boss",
        ]
        let result = await runCommand(
            ["policy", "what-if", "--policies", "\(directory.path)/new"] + flags + [
                "--guest", "b2bCollaborationGuest@fabrikam",
            ])
        #expect(result.code == .success)
        let warned = [
            "the user `alex@contoso.example`", "the group `staff`", "the role `boss`", "the organisation `fabrikam`",
            "the application `Mail`",
        ]
        #expect(
            result.errors
                == warned.map {
                    "warning: \($0) is no GUID, which is how policies name everything: none that is meant for it matches; give its identifier, or --directory\n"
                }.joined())
        let json = await runCommand(
            ["policy", "what-if", "--policies", "\(directory.path)/new", "--format", "json"] + flags)
        #expect(
            try JSONValue.parse(json.output)["unknownIdentifiers"] == [
                ["id": "alex@contoso.example", "kind": "user"], ["id": "staff", "kind": "group"],
                ["id": "boss", "kind": "role"], ["id": "Mail", "kind": "application"],
            ])
        let known = await whatIf(directory, "--account", Self.stranger, "--application", Self.mail)
        #expect(known.errors.isEmpty)
    }

    @Test func `diff and coverage warn of what no policy can name, and tell the identifier that the directory has`()
        async throws
    {
        let directory = try prepared(
            accounts: #"{"account": "alex@contoso.example"}"#, applications: #""Mail", "\#(Self.mail)""#)
        let file = "\(directory.path)/directory.json"
        let warnings = """
            warning: the user `alex@contoso.example` is no GUID, which is how policies name everything: none that is meant for it matches; give its identifier, `\(Self.alex)`
            warning: the application `Mail` is no GUID, which is how policies name everything: none that is meant for it matches; give its identifier

            """
        for result in [await diff(directory, "--directory", file), await coverage(directory, "--directory", file)] {
            #expect(result.errors == warnings)
        }
        for result in [await diff(directory, "--format", "json"), await coverage(directory, "--format", "json")] {
            #expect(
                try JSONValue.parse(result.output)["unknownIdentifiers"] == [
                    ["id": "alex@contoso.example", "kind": "user"], ["id": "Mail", "kind": "application"],
                ])
        }
    }

    @Test func `evaluate warns once of an identifier that nobody knows`() async throws {
        let directory = try prepared(accounts: "")
        let line = #"{"subject": {"account": "ada"}, "resource": {"application": "\#(Self.mail)"}}"# + "\n"
        let requests = try directory.write("log.jsonl", line + line)
        let result = await runCommand(
            "policy", "evaluate", "--policies", "\(directory.path)/new", "--requests", requests)
        #expect(result.code == .success)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.hasPrefix("warning: the user `ada` is no GUID"))
    }
}
