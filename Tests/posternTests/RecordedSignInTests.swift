import AccessModel
import AccessPolicy
import ComplianceGateway
import JSONCoding
import PolicyFormat
import TestSupport
import Testing

@testable import postern

/// The commands that read what a gateway has recorded.
@Suite struct RecordedSignInTests {
    private static func signIn(_ account: String, revision: Int64 = 0) -> SignInRecord {
        SignInRecord(
            request: AccessRequest(
                subject: .account(AccountMembership(account: AccountID(account))),
                resource: .application(ApplicationID(AdministrationCommandTests.resource))),
            policyRevision: revision, outcome: .allowedNoPolicyApplied)
    }

    private static let block = #"""
        {"displayName": "No staff", "state": "enabled",
         "conditions": {"users": {"includeGroups": ["\#(AdministrationCommandTests.group)"]},
          "applications": {"includeApplications": ["All"]}},
         "grantControls": {"operator": "OR", "builtInControls": ["block"]}}
        """#

    private static func prepared() async throws -> TestGateway {
        let gateway = try await TestGateway(AdministrationCommandTests.people)
        _ = try gateway.write("old/none.txt", "")
        _ = try gateway.write("new/block.json", block)
        return gateway
    }

    @Test func `two sets are compared over every recorded sign-in, by the groups of now`() async throws {
        let gateway = try await Self.prepared()
        let staff = Self.signIn(AdministrationCommandTests.account)
        let other = Self.signIn("c3b0a1d2-0000-4000-8000-0000000000ff")
        try await gateway.record(Array(repeating: staff, count: 1100) + [nil, other, staff])
        let path = gateway.directory.path
        let result = await gateway.run("policy", "diff", "\(path)/old", "\(path)/new", "--from-log", "--limit", "0")
        #expect(result.code == .failure && result.errors.isEmpty, "\(result.errors)")
        #expect(
            result.output == """
                Compared 1,102 recorded sign-ins.
                1,101 requests of these, 99.9 %, come out differently.

                allowed -> blocked (1,101 requests)
                  by `No staff`
                    1,101 requests, 1 account, 1 resource

                """)
        let same = await gateway.run("policy", "diff", "\(path)/new", "\(path)/new", "--from-log")
        #expect(same.code == .success && same.output.hasSuffix("Nothing changes.\n"))
    }

    @Test(arguments: [
        (1, "Compared 1 recorded sign-in, the newest; --samples left older ones out.\nNothing changes.\n"),
        (2, "Compared 2 recorded sign-ins, the newest; --samples left older ones out.\n1 request of"),
        (1001, "Compared 1,001 recorded sign-ins, the newest; --samples left older ones out.\n1,000 "),
        (1002, "Compared 1,002 recorded sign-ins.\n1,001 requests of"),
        (1003, "Compared 1,002 recorded sign-ins.\n1,001 requests of"),
    ])
    func `the newest sign-ins are compared up to a bound, and what is left out is said`(
        bound: Int, text: String
    ) async throws {
        let gateway = try await Self.prepared()
        let staff = Self.signIn(AdministrationCommandTests.account)
        let other = Self.signIn("c3b0a1d2-0000-4000-8000-0000000000ff")
        try await gateway.record(Array(repeating: staff, count: 1001) + [other])
        let path = gateway.directory.path
        let arguments = ["policy", "diff", "\(path)/old", "\(path)/new", "--from-log", "--samples", "\(bound)"]
        let result = await gateway.run(arguments)
        #expect(result.output.hasPrefix(text), "\(result.output) \(result.errors)")
        #expect(result.code == (bound == 1 ? .success : .failure))
        let json = try JSONValue.parse(await gateway.run(arguments + ["--format", "json"]).output)
        #expect(json["leavesOlderOut"] == .bool(bound < 1002))
        #expect(json["requests"] == .integer(Int64(min(bound, 1002))))
    }

    @Test func `accounts and applications are called by their names in the tenant`() async throws {
        let gateway = try await Self.prepared()
        try await gateway.record([Self.signIn(AdministrationCommandTests.account)])
        let path = gateway.directory.path
        let result = await gateway.run("policy", "diff", "\(path)/old", "\(path)/new", "--from-log")
        #expect(
            result.output.contains("    - the user `ana@contoso.example` to the application `Mail`"), "\(result.output)"
        )
    }

    @Test func `a comparison that has no recorded sign-in is none`() async throws {
        let gateway = try await Self.prepared()
        let path = gateway.directory.path
        let none = await gateway.run("policy", "diff", "\(path)/old", "\(path)/new", "--from-log")
        #expect(none.code == .usage && none.errors.contains("there is no recorded sign-in to compare"))
        let unknown = await gateway.run(
            "policy", "diff", "\(path)/old", "\(path)/new", "--from-log", "--tenant", "fabrikam")
        #expect(unknown.code == .usage && unknown.errors.contains("no tenant `fabrikam`"))
    }

    @Test func `recorded sign-ins are compared alone, and a state directory is for them alone`() async throws {
        let gateway = try await Self.prepared()
        let path = gateway.directory.path
        let both = await gateway.run(
            "policy", "diff", "\(path)/old", "\(path)/new", "--from-log", "--requests", "\(path)/none")
        #expect(
            both.code == .usage && both.errors.contains("give one of `--population`, `--requests` and `--from-log`"))
        let stray = await gateway.run("policy", "diff", "\(path)/old", "\(path)/new", "--requests", "\(path)/none")
        #expect(stray.code == .usage && stray.errors.contains("`--state` is for `--from-log` alone"))
        let bounded = await gateway.run(
            "policy", "diff", "\(path)/old", "\(path)/new", "--requests", "\(path)/none", "--samples", "1")
        #expect(bounded.code == .usage)
        let drawn = await gateway.run(
            "policy", "diff", "\(path)/old", "\(path)/new", "--from-log", "--seed", "1")
        #expect(drawn.code == .usage && drawn.errors.contains("`--seed` is for `--population` alone"))
    }

    @Test func `a decision by a revision that is not there is not shown as one by no policies`() async throws {
        let gateway = try await Self.prepared()
        #expect(await gateway.run("policy", "log").output == "No sign-in is recorded.\n")
        #expect(await gateway.run("policy", "log", "--format", "json").output.isEmpty)
        try await gateway.record([Self.signIn(AdministrationCommandTests.account)])
        let first = await gateway.run("policy", "log")
        #expect(first.code == .success && first.output.contains("  issued  "))
        try await gateway.record([Self.signIn(AdministrationCommandTests.account, revision: 7)])
        let lost = await gateway.run("policy", "log")
        #expect(lost.code == .failure && lost.errors.contains("there is no revision 7 in contoso"))
    }

    // MARK: The log

    private static let references = [
        "aaaaaaaa-0000-4000-8000-00000000000a", "aaaaaaaa-0000-4000-8000-00000000000b",
        "aaaaaaaa-0000-4000-8000-00000000000c",
    ]

    /// Ana's sign-in with a policy, a stranger's, and one of a client for itself; the newest is the last.
    private static func logged() async throws -> TestGateway {
        let gateway = try await TestGateway(AdministrationCommandTests.people)
        _ = try gateway.write("policies/a.json", block.replacing("enabled", with: "enabledForReportingButNotEnforced"))
        let applied = await gateway.run("policy", "apply", "\(gateway.directory.path)/policies")
        try #require(applied.code == .success, "\(applied.errors)")
        try await gateway.session { session in
            let published = try await session.publishedNow()
            var first = signIn(AdministrationCommandTests.account, revision: published?.revision.number ?? 0)
            first.reportOnly = try PolicyPublication.collection(of: published?.document).policies.map {
                ReportOnlyResult($0.policy.id, .reportOnlyFailure)
            }
            let accounts = [AccountID(AdministrationCommandTests.account), AccountID(references[0]), nil]
            let entries = zip(accounts, references).enumerated().map { number, pair in
                JournalEntry(
                    .tokenIssued, at: session.environment.now(),
                    subject: JournalSubject(account: pair.0, client: ClientID(references[2])),
                    correlation: CorrelationID(pair.1), signIn: number == 0 ? first : signIn(references[0]))
            }
            let write = GatewayWrite(tenant: session.tenant.id, changes: [], entries: entries)
            guard case .committed = try await session.environment.store.commit(write) else {
                throw CommandFailure("nothing was recorded")
            }
        }
        return gateway
    }

    @Test func `a line of the log names account, client, application and the reference of the page`() async throws {
        let gateway = try await Self.logged()
        let lines = await gateway.run("policy", "log").output.split(separator: "\n")
        #expect(lines.count == 3)
        let last = try #require(lines.last)
        #expect(
            last.contains(
                "  issued  ana@contoso.example  Mail by \(Self.references[2])  reference \(Self.references[0])  "),
            "\(last)")
        let json = await gateway.run("policy", "log", "--format", "json", "--limit", "1")
        #expect(try JSONValue.parse(json.output)["clientId"] == .string(Self.references[2]))
    }

    @Test(arguments: [
        (["--account", "ANA@contoso.example"], [0]), (["--account", AdministrationCommandTests.account], [0]),
        (["--account", "aaaaaaaa-0000-4000-8000-00000000000A"], [1]),
        (["--policy", "no STAFF"], [0]), (["--reference", "aaaaaaaa-0000-4000-8000-00000000000b"], [1]),
        (["--reference", "aaaaaaaa-0000-4000-8000-00000000000b", "--account", "ana@contoso.example"], []),
        (["--account", "ana@contoso.example", "--limit", "1"], [0]), (["--limit", "2"], [2, 1]),
    ])
    func `the log is filtered by account, policy and reference before it is cut`(
        options: [String], expected: [Int]
    ) async throws {
        let gateway = try await Self.logged()
        let result = await gateway.run(["policy", "log", "--format", "json"] + options)
        #expect(result.code == .success, "\(result.errors)")
        let found = try result.output.split(separator: "\n").map {
            try JSONValue.parse(String($0))["correlationId"]?.stringValue
        }
        #expect(found == expected.map { Self.references[$0] })
        let text = await gateway.run(["policy", "log"] + options).output
        #expect(expected.isEmpty == (text == "No recorded sign-in fits the options.\n"), "\(text)")
    }

    @Test func `an account that the directory does not know is a mistake`() async throws {
        let gateway = try await Self.logged()
        let result = await gateway.run("policy", "log", "--account", "kim@contoso.example")
        #expect(result.code == .failure)
        #expect(result.errors.contains("the directory has no account `kim@contoso.example`"))
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let message: String
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: String..., message: String) {
            self.arguments = arguments
            self.message = message
        }
    }

    @Test(arguments: [
        Mistake("revisions", "--limit", "0", message: "`--limit` is a number from 1 to 1000"),
        Mistake("revisions", "--limit", "1001", message: "`--limit` is a number from 1 to 1000"),
        Mistake("log", "--limit", "10001", message: "`--limit` is a number from 1 to 10000"),
        Mistake(
            "export", "--into", "x", "--revision", "0",
            message: "`--revision` is a number from 1 to 9223372036854775807"),
        Mistake("promote", "p", "--after-days", "3651", message: "`--after-days` is a number from 0 to 3650"),
        Mistake("promote", "--cancel", message: "`--cancel` is for one policy; give its ID"),
        Mistake("promote", "--after-days", "1", message: "`--after-days` is for one policy; give its ID"),
        Mistake("promote", "--max-denials", "1%", message: "`--max-denials` is for one policy; give its ID"),
    ])
    func `an option that is out of range or has no policy is refused`(_ mistake: Mistake) async throws {
        let result = await runCommand(["policy"] + mistake.arguments + ["--state", "nowhere"])
        #expect(result.code == .usage)
        #expect(result.errors.contains(mistake.message), "\(result.errors)")
    }
}
