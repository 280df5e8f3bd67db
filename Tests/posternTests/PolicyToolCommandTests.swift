import JSONCoding
import TestSupport
import Testing

@testable import postern

@Suite struct PolicyToolCommandTests {
    private static let staff = "aaaaaaaa-0000-4000-8000-000000000001"
    private static let ada = "aaaaaaaa-0000-4000-8000-000000000002"
    private static let alan = "aaaaaaaa-0000-4000-8000-000000000003"
    private static let mail = "aaaaaaaa-0000-4000-8000-000000000004"
    private static let phone = "aaaaaaaa-0000-4000-8000-000000000005"

    private static let policies = #"""
        [{"id": "11111111-1111-4111-8111-111111111111", "displayName": "Protect apps", "state": "enabled",
          "conditions": {"users": {"includeUsers": ["All"], "excludeGroups": ["\#(staff)"]},
           "applications": {"includeApplications": ["All"]}, "clientAppTypes": ["mobileAppsAndDesktopClients"]},
          "grantControls": {"operator": "OR", "builtInControls": ["approvedApplication"]}},
         {"id": "22222222-2222-4222-8222-222222222222", "displayName": "Ask staff", "state": "enabled",
          "conditions": {"users": {"includeGroups": ["\#(staff)"]},
           "applications": {"includeApplications": ["All"]}, "platforms": {"includePlatforms": ["iOS", "android"]}},
          "grantControls": {"operator": "OR", "builtInControls": ["mfa"]}},
         {"id": "33333333-3333-4333-8333-333333333333", "displayName": "Old", "state": "disabled",
          "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]}},
          "grantControls": {"operator": "OR", "builtInControls": ["block"]}}]
        """#

    private static let directory = #"""
        {"groups": [{"id": "\#(staff)", "name": "Staff", "members": ["ada@example.org"]}],
         "accounts": [{"id": "\#(ada)", "upn": "ada@example.org", "name": "Ada"},
                      {"id": "\#(alan)", "upn": "alan@example.org", "name": "Alan"}],
         "resources": [{"id": "\#(mail)", "identifier": "https://mail.example.org", "name": "Mail"}]}
        """#

    private static let population = #"""
        {"accounts": [{"account": "\#(ada)", "groups": ["\#(staff)"]}, {"account": "\#(alan)"}],
         "applications": [{"id": "\#(mail)", "name": "Mail"}],
         "clientAppTypes": ["browser", "mobileAppsAndDesktopClients"], "platforms": ["iOS", "windows", null]}
        """#

    private func prepared() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        _ = try directory.write("set/policies.json", Self.policies)
        _ = try directory.write("directory.json", Self.directory)
        _ = try directory.write("population.json", Self.population)
        return directory
    }

    // MARK: Lint

    @Test func `lint names findings under their policies with file and line, and counts them`() async throws {
        let directory = try prepared()
        let result = await runCommand("policy", "lint", "\(directory.path)/set")
        #expect(result.code == .success)
        #expect(result.output.hasPrefix("The policies together\n"))
        #expect(result.output.contains("\nProtect apps\n  \(directory.path)/set/policies.json:1\n"))
        #expect(result.output.contains("  warning  retired-control  grantControls.builtInControls\n"))
        #expect(result.output.contains("-> write `compliantApplication`"))
        #expect(result.output.contains("looked at 2 of 3 policies (1 is disabled)"))
        #expect(result.output.contains("not checked: whether app protection is assigned where it is demanded\n"))
        #expect(!result.output.contains("\nOld\n"))
        let long = result.output.split(separator: "\n").filter { $0.count > 80 && !$0.contains(directory.path) }
        #expect(long.isEmpty)
    }

    @Test func `lint fails when a finding is an error`() async throws {
        let directory = try prepared()
        let result = await runCommand(
            "policy", "lint", "\(directory.path)/set", "--directory", "\(directory.path)/directory.json",
            "--break-glass",
            Self.alan.uppercased())
        #expect(result.code == .failure)
        #expect(result.output.contains("error    break-glass-not-excluded  conditions.users.excludeUsers"))
        #expect(result.output.contains("the policy reaches the user `Alan`"))
    }

    @Test func `lint knows the accounts for emergencies that the directory marks`() async throws {
        let directory = try prepared()
        let marked = try directory.write(
            "marked.json", Self.directory.replacing(#""name": "Alan""#, with: #""name": "Alan", "breakGlass": true"#))
        let result = await runCommand("policy", "lint", "\(directory.path)/set", "--directory", marked)
        #expect(result.code == .failure)
        #expect(result.output.contains("the policy reaches the user `Alan`"))
        #expect(!result.output.contains("no-break-glass"))
    }

    @Test func `lint looks at app protection, sign-ins and groups from outside`() async throws {
        let directory = try prepared()
        let protection = try directory.write(
            "protection.json",
            #"{"policies": [{"id": "staff", "displayName": "Staff", "target": {"include": {"groups": ["\#(Self.staff)"]}}, "rules": {}}]}"#
        )
        let signIns = try directory.write(
            "sign-ins.yaml", "- account: \(Self.alan)\n  client: \(Self.phone)\n  protapp: false\n")
        let result = await runCommand(
            "policy", "lint", "\(directory.path)/set", "--directory", "\(directory.path)/directory.json",
            "--protection",
            protection, "--sign-ins", signIns, "--external-group", Self.staff, "--format", "json")
        #expect(result.code == .failure)
        let document = try JSONValue.parse(Array(result.output.utf8))
        let findings = document["findings"]?.arrayValue ?? []
        let ids = findings.compactMap { $0["id"]?.stringValue }
        for id in ["app-protection-not-assigned", "protapp-never-declared", "exclusion-filled-from-outside"] {
            #expect(ids.contains(id))
        }
        let first = try #require(findings.first { $0["id"] == "app-protection-not-assigned" })
        #expect(first["policies"]?.arrayValue?.first?["displayName"] == "Protect apps")
        #expect(first["severity"] == "error")
        #expect(document["notChecked"] == [])
    }

    @Test func `lint refuses policies that cannot be read, and says where`() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("set/broken.json", "{")
        let result = await runCommand("policy", "lint", "\(directory.path)/set")
        #expect(result.code == .failure)
        #expect(result.errors.contains("broken.json:1:"))
        #expect(result.output.isEmpty)
        let empty = try TemporaryDirectory()
        #expect(await runCommand("policy", "lint", empty.path).errors.contains("there is no policy in `"))
        #expect(await runCommand("policy", "lint").code == .usage)
    }

    @Test func `a document that cannot be used is refused with the place of each fault`() async throws {
        let directory = try prepared()
        let bad = try directory.write("bad.yaml", "- account: nobody\n  client: \(Self.phone)\n  protapp: true\n")
        let result = await runCommand("policy", "lint", "\(directory.path)/set", "--sign-ins", bad)
        #expect(result.code == .failure)
        #expect(result.errors.contains("bad.yaml:1:"))
        #expect(result.errors.contains("must be a GUID"))
    }

    // MARK: Explain

    @Test func `explain says in words what a policy does, with names of the directory`() async throws {
        let directory = try prepared()
        let result = await runCommand(
            "policy", "explain", "\(directory.path)/set", "--policy", "protect APPS", "--directory",
            "\(directory.path)/directory.json")
        #expect(result.code == .success)
        #expect(
            result.output == """
                Protect apps
                Demands app protection of everybody except the group `Staff` for every
                application, where the client is a mobile app or desktop client.

                  State       enabled and enforced
                  Who         everybody
                              but not the group `Staff`
                  What        every application
                  When        the client is a mobile app or desktop client
                  Demands     app protection
                  If missing  unknown kind of client, counted as a legacy client: the policy
                              does not apply
                              a control of which nothing is known: it counts as not shown
                  Identifier  11111111-1111-4111-8111-111111111111

                """)
    }

    @Test func `explain finds a policy by identifier, in a file, and as JSON has the same parts`() async throws {
        let directory = try prepared()
        let result = await runCommand(
            "policy", "explain", "\(directory.path)/set/policies.json", "--policy",
            "22222222-2222-4222-8222-222222222222", "--format", "json")
        #expect(result.code == .success)
        let policies = try JSONValue.parse(Array(result.output.utf8))["policies"]?.arrayValue ?? []
        #expect(policies.map { $0["displayName"]?.stringValue } == ["Ask staff"])
        #expect(policies.first?["parts"]?["demands"] == ["multifactor authentication"])
        #expect(policies.first?["parts"]?["when"] == ["the platform is Android or iOS"])
    }

    @Test func `explain without a name explains all, and a name that is not there gets suggestions`() async throws {
        let directory = try prepared()
        let all = await runCommand("policy", "explain", "\(directory.path)/set")
        #expect(all.output.split(separator: "\n").count { $0.hasPrefix("  State ") } == 3)
        let none = await runCommand("policy", "explain", "\(directory.path)/set", "--policy", "staff")
        #expect(none.code == .failure)
        #expect(none.errors.contains("there is `Ask staff`"))
    }

    @Test(arguments: [
        ("policies.json", ["Ask staff", "Protect apps"]), ("22222222", ["Ask staff"]), ("2222-", nil),
        ("2222", ["Ask staff"]),
        ("other.json", nil),
    ])
    func `explain finds policies by the name of their file and by how an identifier begins`(
        wanted: String, names: [String]?
    ) async throws {
        let directory = try prepared()
        let result = await runCommand(
            "policy", "explain", "\(directory.path)/set", "--policy", wanted, "--format", "json")
        guard let names else {
            #expect(result.code == .failure)
            return
        }
        #expect(result.code == .success, "\(result.errors)")
        let policies = try JSONValue.parse(result.output)["policies"]?.arrayValue ?? []
        let found = Set(policies.compactMap { $0["displayName"]?.stringValue })
        #expect(found.isSuperset(of: names))
    }

    @Test func `explain says which policies a beginning may mean`() async throws {
        let directory = try TemporaryDirectory()
        let twins = [
            PolicyCommandTests.blocking,
            PolicyCommandTests.policy("Twin", grant: "mfa", id: "11111111-3333-4333-8444-555555555555"),
        ]
        let source = try directory.write("set.json", "[\(twins.joined(separator: ","))]")
        let result = await runCommand("policy", "explain", source, "--policy", "1111")
        #expect(result.code == .failure)
        #expect(
            result.errors
                == "postern policy explain: several identifiers begin with `1111`: `11111111-2222-4333-8444-555555555555` (Block), `11111111-3333-4333-8444-555555555555` (Twin)\n"
        )
    }

    // MARK: Coverage

    @Test func `coverage lists the policies that apply to most first`() async throws {
        let directory = try TemporaryDirectory()
        let few = #"""
            {"id": "00000000-2222-4333-8444-555555555555", "displayName": "A few", "state": "enabled",
             "conditions": {"users": {"includeUsers": ["All"]}, "platforms": {"includePlatforms": ["iOS"]},
              "applications": {"includeApplications": ["All"]}},
             "grantControls": {"operator": "OR", "builtInControls": ["mfa"]}}
            """#
        let source = try directory.write("set.json", "[\(few), \(PolicyCommandTests.blocking)]")
        let population = try directory.write(
            "population.json",
            #"{"accounts": [{"account": "11111111-2222-4333-8444-555555555555"}], "applications": ["21111111-2222-4333-8444-555555555555"], "platforms": ["ios", "Android"]}"#
        )
        let result = await runCommand("policy", "coverage", source, "--population", population)
        #expect(result.errors.isEmpty, "\(result.errors)")
        #expect(
            result.output.hasSuffix("           2         1  Block\n           1         0  A few\n"),
            "\(result.output)")
    }

    @Test func `coverage tells gaps by groups and what each policy is worth`() async throws {
        let directory = try prepared()
        let result = await runCommand(
            "policy", "coverage", "\(directory.path)/set", "--population", "\(directory.path)/population.json",
            "--directory", "\(directory.path)/directory.json")
        #expect(result.code == .success)
        #expect(
            result.output == """
                5 of 12 combinations (41 %) are covered by an enforced policy; 2 of 2 accounts
                have a gap
                Groups and roles of 1 account are the directory's, of 1 the population's.

                Not covered
                   1. who         the user `Ada` (1 account)
                      client      any
                      platform    windows, unknown
                                  4 combinations
                   2. who         the user `Alan` (1 account)
                      client      browser
                      platform    any
                                  3 combinations

                Combinations that each policy applies to, and those that it alone does
                  applies to     alone  policy
                           3         3  Protect apps
                           2         2  Ask staff

                """)
    }

    @Test func `coverage as JSON has null for what is not known and leaves out what is any`() async throws {
        let directory = try prepared()
        let result = await runCommand(
            "policy", "coverage", "\(directory.path)/set", "--population", "\(directory.path)/population.json",
            "--format",
            "json")
        let document = try JSONValue.parse(Array(result.output.utf8))
        #expect(document["combinations"] == 12)
        #expect(document["uncovered"] == 7)
        #expect(document["gaps"]?.arrayValue?.first?["platforms"] == ["windows", nil])
        #expect(document["gaps"]?.arrayValue?.first?["clientAppTypes"] == nil)
    }

    @Test func `coverage refuses a population that is too large, with the number`() async throws {
        let directory = try prepared()
        let accounts = (0..<9000).map { "{\"account\": \"account-\($0)\"}" }.joined(separator: ",")
        let applications = (0..<600).map { "\"application-\($0)\"" }.joined(separator: ",")
        let large = try directory.write(
            "large.json", "{\"accounts\": [\(accounts)], \"applications\": [\(applications)]}")
        let result = await runCommand("policy", "coverage", "\(directory.path)/set", "--population", large)
        #expect(result.code == .failure)
        #expect(result.errors.contains("5400000 combinations"))
        #expect(await runCommand("policy", "coverage", "\(directory.path)/set").code == .usage)
    }

    // MARK: Schema

    @Test(arguments: [
        ([], "conditional-access-policy"), (["policy"], "conditional-access-policy"),
        (["named-location"], "named-location"), (["authentication-strength"], "authentication-strength"),
        (["application-group"], "application-group"),
    ])
    func `schema prints the published schema of a kind of document`(kind: [String], file: String) async throws {
        let result = await runCommand(["policy", "schema"] + kind)
        #expect(result.code == .success)
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let published = try LocalFile.read("/\(root)/Policies/schema/\(file).schema.json", atMost: 1 << 20)
        #expect(Array(result.output.utf8) == published)
    }

    @Test func `schema names the kinds, in its help and when there is no such kind`() async {
        let help = await runCommand("policy", "schema", "--help").output
        let unknown = await runCommand("policy", "schema", "conditional-access-policy.schema.json")
        #expect(unknown.code == .usage && unknown.output.isEmpty)
        for kind in ["policy", "named-location", "authentication-strength", "application-group"] {
            #expect(help.contains("  \(kind)\n"), "\(help)")
            #expect(unknown.errors.contains(kind))
        }
    }
}
