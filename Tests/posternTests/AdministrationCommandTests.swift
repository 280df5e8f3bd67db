import JSONCoding
import ServiceRuntime
import TestSupport
import Testing

@testable import postern

/// The commands that work on a state directory, over one of its own.
@Suite struct AdministrationCommandTests {
    static let group = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f001"
    static let missing = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f0ff"
    static let account = "c3b0a1d2-0000-4000-8000-000000000001"
    static let resource = "7b0e4f7a-1c57-4c1e-a2a4-53d0c8a1b001"
    static let client = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4d001"
    static let compliance = "2c7e2f8a-51d1-4d0b-9a34-6f8f0f0c0001"

    static let people = #"""
        {"groups": [{"id": "\#(group)", "name": "Staff", "members": ["ana@contoso.example"]}],
         "accounts": [{"id": "\#(account)", "upn": "ana@contoso.example", "name": "Ana"}],
         "resources": [{"id": "\#(resource)", "identifier": "api://mail", "name": "Mail", "scopes": ["mail.read"]}]}
        """#

    // MARK: Policies

    static func policy(state: String, users: String, applications: String) -> String {
        #"""
        {"displayName": "Guard", "state": "\#(state)",
         "conditions": {"users": {\#(users)}, "applications": {\#(applications)}},
         "grantControls": {"operator": "OR", "builtInControls": ["mfa"]}}
        """#
    }

    struct Naming: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var state = "enabled"
        var users = #""includeUsers": ["All"]"#
        var applications = #""includeApplications": ["All"]"#
        let warnings: [String]
    }

    @Test(arguments: [
        Naming(testDescription: "nobody by name", warnings: []),
        Naming(
            testDescription: "what is there",
            users: #""includeUsers": ["\#(account)"], "excludeGroups": ["\#(group)"]"#,
            applications: #""includeApplications": ["\#(resource)", "\#(compliance)"]"#, warnings: []),
        Naming(
            testDescription: "an included group", users: #""includeGroups": ["\#(missing)"]"#,
            warnings: ["the group \(missing)"]),
        Naming(
            testDescription: "an excluded group",
            users: #""includeUsers": ["All"], "excludeGroups": ["\#(group)", "\#(missing)"]"#,
            warnings: ["the group \(missing)"]),
        Naming(
            testDescription: "a user and an application", users: #""includeUsers": ["\#(missing)"]"#,
            applications: #""includeApplications": ["All"], "excludeApplications": ["\#(missing)"]"#,
            warnings: ["the user \(missing)", "the application \(missing)"]),
        Naming(
            testDescription: "report-only", state: "enabledForReportingButNotEnforced",
            users: #""includeGroups": ["\#(missing)"]"#, warnings: []),
    ])
    func `applying warns of what an enabled policy names and nobody has`(_ naming: Naming) async throws {
        let gateway = try await TestGateway(Self.people)
        _ = try gateway.write(
            "policies/a.json",
            Self.policy(state: naming.state, users: naming.users, applications: naming.applications))
        let result = await gateway.run("policy", "apply", "\(gateway.directory.path)/policies")
        #expect(result.code == .success)
        #expect(result.output.contains("Published 1 policy"))
        let lines = naming.warnings.map { "warning: policy Guard: \($0) is not in the directory\n" }
        #expect(result.errors == lines.joined())
        #expect(result.output.contains(TestGateway.noBreakGlass))
    }

    // MARK: App protection

    static func protection(target: String = #""all": true"#, more: String = "", exemptions: String = "") -> String {
        #"""
        {"policies": [{"id": "base", "displayName": "Base", "target": {"include": {\#(target)}}, "rules": {}\#(more)}],
         "exemptions": [\#(exemptions)]}
        """#
    }

    @Test func `publishing app protection warns of what is not there`() async throws {
        let gateway = try await TestGateway(Self.people)
        let exemption = #"""
            {"id": "e1", "account": "\#(Self.missing)", "check": "pin", "reason": "r", "approver": "a",
             "grantedAt": "2026-01-01T00:00:00Z", "ends": "2027-01-01T00:00:00Z"}
            """#
        let text = Self.protection(
            target: #""groups": ["\#(Self.group)", "\#(Self.missing.uppercased())"]"#,
            more: #", "apps": ["\#(Self.client)"]"#, exemptions: exemption)
        let result = await gateway.run("protection", "publish", try gateway.write("p.json", text))
        #expect(result.code == .success)
        #expect(
            result.errors == """
                warning: policy Base: the group \(Self.missing) is not in the directory
                warning: policy Base: the client \(Self.client) is not in the directory
                warning: exemption e1: the user \(Self.missing) is not in the directory

                """)
    }

    @Test func `a public URL that is none hinders only who names it`() async throws {
        let gateway = try await TestGateway()
        let wrong = try gateway.write("wrong.yaml", "url: nonsense")
        #expect(await gateway.run("app", "list", "--config", wrong).code == .success)
        for config in [wrong, try gateway.write("none.yaml", "logLevel: info")] {
            let refused = await gateway.run("destination", "test", "hook", "--config", config)
            #expect(refused.code == .failure && !refused.errors.contains("no destination"), "\(refused.errors)")
        }
        #expect(await gateway.run("destination", "test", "hook").errors.contains("no destination"))
    }

    @Test func `app protection without any policy is published only when it is asked for`() async throws {
        let gateway = try await TestGateway()
        let file = try gateway.write("p.json", #"{"policies": []}"#)
        let refused = await gateway.run("protection", "publish", file)
        #expect(refused.code == .failure)
        #expect(refused.errors.contains("holds no policy; nothing was published (--allow-empty"))
        #expect(await gateway.run("protection", "publish", file, "--allow-empty").code == .success)
    }

    @Test func `faults of a document are told with file, line and column`() async throws {
        let gateway = try await TestGateway()
        let file = try gateway.write("p.json", Self.protection(target: #""groups": ["Staff"]"#))
        let result = await gateway.run("protection", "publish", file)
        #expect(result.code == .failure)
        #expect(result.errors.hasPrefix("\(file):1:87: `/policies/0/target/include/groups/0`: must be a group's GUID"))
        let other = try gateway.write("d.json", "{\n\"accounts\": [{\"admin\": true}]}")
        let directory = await gateway.run("directory", "apply", other)
        #expect(directory.code == .failure)
        #expect(directory.errors.contains("\(other):2:24: `/accounts/0/admin`: unknown member; the members are `id`"))
        #expect(directory.errors.contains("`/accounts/0/upn`: required but missing"))
    }

    // MARK: The directory

    @Test func `a later document refers to what an earlier one declared`() async throws {
        let gateway = try await TestGateway(Self.people)
        let later = #"""
            {"groups": [{"id": "\#(Self.missing)", "name": "Leads", "members": ["Ana@contoso.example", "Staff"]}],
             "clients": [{"id": "\#(Self.client)", "name": "App", "type": "native",
               "permissions": [{"resource": "api://mail", "scopes": ["mail.read"]}]}]}
            """#
        let result = await gateway.run("directory", "apply", try gateway.write("later.json", later))
        #expect(result.code == .success, "\(result.errors)")
        #expect(result.output.contains("Applied 0 accounts, 1 group, 1 client"))
    }

    // MARK: init

    @Test func `init prints the administrator's account, which documents can refer to`() async throws {
        let directory = try TemporaryDirectory()
        let state = "\(directory.path)/state"
        let made = await runCommand("init", "--state", state, "--tenant", "contoso", "--url", "https://localhost")
        #expect(made.code == .success)
        let line = try #require(made.output.split(separator: "\n").first { $0.contains("administrator") })
        let account = try #require(line.split(separator: " ").last)
        let file = try directory.write(
            "d.json", #"{"groups": [{"id": "\#(Self.group)", "name": "Admins", "members": ["\#(account)"]}]}"#)
        #expect(await runCommand("directory", "apply", file, "--state", state).code == .success)
    }

    @Test func `init refuses a directory with anything in it and leaves its mode alone`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("state/notes.txt", "mine")
        _ = try directory.write("file", "")
        let cases = [
            ("state", "state` is not empty; name a new directory"), ("file", "file` is no directory"),
        ]
        for (name, message) in cases {
            let path = "\(directory.path)/\(name)"
            let before = try mode(path)
            #expect(throws: CommandFailure.self) { try StateDirectory(path).make() }
            let failure = #expect(throws: CommandFailure.self) { try StateDirectory(path).make() }
            #expect(failure?.description.contains(message) == true)
            #expect(try mode(path) == before)
        }
    }

    @Test func `init takes an empty directory for its owner alone, and none that holds a gateway`() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/new"
        try LocalFile.makeDirectory(path)
        try StateDirectory(path).make()
        #expect(try mode(path) == 0o700)
        _ = try directory.write("new/postern.db", "")
        let failure = #expect(throws: CommandFailure.self) { try StateDirectory(path).make() }
        #expect(failure?.description.contains("holds a gateway already") == true)
    }

    @Test func `a master key that others can read is noticed`() throws {
        let directory = try TemporaryDirectory()
        let state = StateDirectory(directory.path)
        try state.writeMasterKey()
        #expect(state.exposedMasterKey(nil) == nil)
        for (name, bits) in [("group", UInt32(0o640)), ("others", 0o604), ("writable", 0o602)] {
            let file = try directory.write(name, "key")
            try setMode(file, bits)
            #expect(state.exposedMasterKey(file) == file)
        }
        #expect(state.exposedMasterKey("\(directory.path)/none") == nil)
    }
}
