import JSONCoding
import TestSupport
import Testing

@testable import postern

/// The commands that publish policies, show what was published and bring it back.
@Suite struct PolicyPublicationCommandTests {
    static let administrator = "c3b0a1d2-0000-4000-8000-00000000ad01"
    static let glass = "c3b0a1d2-0000-4000-8000-0000000091a5"
    static let role = "62e90394-69f5-4237-9190-012177145e10"

    static func people(breakGlass: Bool = false) -> String {
        #"""
        {"accounts": [{"id": "\#(glass)", "upn": "glass@contoso.example", "name": "Glass", "roles": ["\#(role)"],
          "breakGlass": \#(breakGlass)}]}
        """#
    }

    static func policy(
        _ id: Int, control: String = "mfa", state: String = "enabled", excluding: String = ""
    ) -> String {
        #"""
        {"id": "44444444-0000-4000-8000-00000000000\#(id)", "displayName": "Policy \#(id)", "state": "\#(state)",
         "conditions": {"users": {"includeUsers": ["All"]\#(excluding)},
          "applications": {"includeApplications": ["All"]}},
         "grantControls": {"operator": "OR", "builtInControls": ["\#(control)"]}}
        """#
    }

    private static func prepared(_ documents: String...) async throws -> TestGateway {
        let gateway = try await TestGateway()
        for (number, document) in documents.enumerated() { _ = try gateway.write("p/\(number).json", document) }
        return gateway
    }

    @Test func `a plan says what would change and changes nothing`() async throws {
        let gateway = try await Self.prepared(Self.policy(1), Self.policy(2, state: "disabled"))
        let directory = gateway.directory.path + "/p"
        let plan = await gateway.run("policy", "plan", directory)
        #expect(plan.code == .success)
        #expect(
            plan.output == """
                Tenant contoso: nothing is published yet.
                + policy `Policy 1` (44444444-0000-4000-8000-000000000001) is added, enabled
                + policy `Policy 2` (44444444-0000-4000-8000-000000000002) is added, disabled

                warning: there is no break-glass account; mark one with `breakGlass: true` and exclude it everywhere
                warning: this gateway cannot ask for a second factor, a strength or a new password yet: today 0 of 1 administrator could sign in; `Policy 1` demands it
                Enforced policies: 0 now, 1 after this.
                Administrators who could sign in: 1 of 1 (as if a second factor, a strength and a new password could be shown).

                """)
        #expect(await gateway.run("policy", "revisions").output == "No policies were published.\n")
        #expect(await gateway.run("policy", "apply", directory).code == .success)
        _ = try gateway.write("p/1.json", Self.policy(2))
        _ = try gateway.write("p/0.json", Self.policy(1, excluding: #", "excludeUsers": ["\#(Self.glass)"]"#))
        let next = await gateway.run("policy", "plan", directory)
        #expect(
            next.output.contains(
                "~ policy `Policy 2` (44444444-0000-4000-8000-000000000002) goes from disabled to enabled\n"))
        #expect(next.output.contains("    conditions.users.excludeUsers: + \"\(Self.glass)\"\n"))
    }

    @Test func `a plan says what a lint finds in the new set and not in the published one`() async throws {
        let gateway = try await Self.prepared(Self.policy(1), Self.policy(2, control: "block", state: "disabled"))
        let directory = gateway.directory.path + "/p"
        #expect(await gateway.run("policy", "apply", directory).code == .success)
        let same = await gateway.run("policy", "plan", directory)
        #expect(same.code == .success && !same.output.contains("lint"), "\(same.output)")
        let unchanged = try JSONValue.parse(await gateway.run("policy", "plan", directory, "--format", "json").output)
        #expect(unchanged["newFindings"] == [])
        _ = try gateway.write(
            "p/1.json",
            Self.policy(2, control: "compliantDevice", state: "enabledForReportingButNotEnforced"))
        let plan = await gateway.run("policy", "plan", directory)
        #expect(plan.code == .success)
        #expect(
            plan.output.contains(
                "\n\nNew lint findings: 1 error.\n\nPolicy 2\n  \(directory)/1.json:1\n"
                    + "  error    everybody-without-exclusion  conditions.users.excludeUsers\n"), "\(plan.output)")
        let json = try JSONValue.parse(await gateway.run("policy", "plan", directory, "--format", "json").output)
        let findings = try #require(json["newFindings"]?.arrayValue)
        #expect(findings.map { $0["id"] } == ["everybody-without-exclusion"])
        #expect(findings.first?["policies"]?.arrayValue?.first?["displayName"] == "Policy 2")
    }

    @Test func `a finding about one policy fewer is not new, and the same one about another policy is`() async throws {
        let excluding = #", "excludeUsers": ["\#(Self.glass)"]"#
        let gateway = try await Self.prepared(
            Self.policy(1, excluding: excluding), Self.policy(2, excluding: excluding),
            Self.policy(3, control: "compliantDevice", state: "enabledForReportingButNotEnforced"),
            Self.policy(5, excluding: excluding))
        let directory = gateway.directory.path + "/p"
        let first = await gateway.run("policy", "apply", directory)
        #expect(first.code == .success && first.output.contains("is excluded by 3"), "\(first.output)")
        #expect(first.output.contains("everybody-without-exclusion"))
        _ = try gateway.write("p/1.json", Self.policy(2, state: "disabled", excluding: excluding))
        _ = try gateway.write(
            "p/2.json", Self.policy(4, control: "compliantDevice", state: "enabledForReportingButNotEnforced"))
        let plan = await gateway.run("policy", "plan", directory)
        #expect(!plan.output.contains("exclusion-not-covered"), "\(plan.output)")
        #expect(plan.output.contains("\nPolicy 4\n") && plan.output.contains("everybody-without-exclusion"))
    }

    @Test func `what the guard says of break-glass accounts a plan does not say twice`() async throws {
        let excluding = #", "excludeUsers": ["\#(Self.glass)"]"#
        let gateway = try await Self.prepared(Self.policy(1, excluding: excluding))
        let people = try gateway.write("people.json", Self.people(breakGlass: true))
        #expect(await gateway.run("directory", "apply", people).code == .success)
        let directory = gateway.directory.path + "/p"
        let spared = await gateway.run("policy", "plan", directory)
        #expect(spared.code == .success && !spared.output.contains("exclusion-not-covered"), "\(spared.output)")
        _ = try gateway.write("p/1.json", Self.policy(2))
        let reached = await gateway.run("policy", "plan", directory)
        #expect(reached.code == .failure && reached.output.contains("Refused: enforced policies reach break-glass"))
        #expect(!reached.output.contains("break-glass-not-excluded"), "\(reached.output)")
    }

    @Test func `applying the same directory again publishes nothing`() async throws {
        let gateway = try await Self.prepared(Self.policy(1))
        let directory = gateway.directory.path + "/p"
        #expect(await gateway.run("policy", "apply", directory).output.hasSuffix("to contoso, as revision 1.\n"))
        let again = await gateway.run("policy", "apply", directory)
        #expect(again.code == .success && again.output.contains("No document changes.\n"))
        #expect(await gateway.run("policy", "revisions").output.hasPrefix("* 1  "))
    }

    @Test func `what locks administrators out is refused with the policy's name, and nothing is published`()
        async throws
    {
        let gateway = try await Self.prepared(Self.policy(1, control: "compliantApplication"))
        let directory = gateway.directory.path + "/p"
        let plan = await gateway.run("policy", "plan", directory)
        #expect(plan.code == .failure)
        #expect(
            plan.output.contains(
                "Administrators who could sign in: 0 of 1 (as if a second factor, a strength and a new password could "
                    + "be shown).\nRefused: nobody who is not break-glass"))
        let apply = await gateway.run("policy", "apply", directory)
        #expect(apply.code == .failure)
        #expect(
            apply.output.contains(
                "admin@contoso.example cannot sign in to administer: app protection is demanded by `Policy 1` (44444444-0000-4000-8000-000000000001), which no browser here can show"
            ))
        #expect(await gateway.run("policy", "revisions").output == "No policies were published.\n")
    }

    @Test func `a policy that reaches a break-glass account needs a word`() async throws {
        let gateway = try await Self.prepared(Self.policy(1))
        let people = try gateway.write("people.json", Self.people(breakGlass: true))
        #expect(await gateway.run("directory", "apply", people).code == .success)
        let directory = gateway.directory.path + "/p"
        let refused = await gateway.run("policy", "apply", directory)
        #expect(refused.code == .failure && refused.output.contains("or give --allow-break-glass-enforcement"))
        let allowed = await gateway.run("policy", "apply", directory, "--allow-break-glass-enforcement")
        #expect(allowed.code == .success)
        #expect(
            allowed.output.contains(
                "warning: the break-glass account glass@contoso.example is reached by `Policy 1` (44444444-0000-4000-8000-000000000001)\n"
            ))
    }

    @Test func `the last administrator stays enabled`() async throws {
        let gateway = try await TestGateway()
        let refused = await gateway.run("account", "disable", "admin@contoso.example", "--reason", "left")
        #expect(refused.code == .failure && refused.errors.contains("nobody else could administer the tenant"))
        let people = try gateway.write("people.json", Self.people())
        #expect(await gateway.run("directory", "apply", people).code == .success)
        #expect(await gateway.run("account", "disable", "admin@contoso.example", "--reason", "left").code == .success)
    }

    @Test func `an export of a revision is what was applied, and exporting or importing it again gives the same bytes`()
        async throws
    {
        let location = #"""
            {"@odata.type": "#microsoft.graph.ipNamedLocation", "id": "cccccccc-0000-4000-8000-000000000001",
             "displayName": "Office", "isTrusted": true,
             "ipRanges": [{"@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "192.0.2.0/24"}]}
            """#
        let gateway = try await Self.prepared(Self.policy(1), location)
        let path = gateway.directory.path
        #expect(await gateway.run("policy", "apply", path + "/p").code == .success)
        _ = try gateway.write("p/0.json", Self.policy(1, state: "disabled"))
        #expect(await gateway.run("policy", "apply", path + "/p").code == .success)
        #expect(await gateway.run("policy", "export", "--into", path + "/first", "--revision", "1").code == .success)
        #expect(await gateway.run("policy", "export", "--into", path + "/now").code == .success)
        #expect(await gateway.run("policy", "export", path + "/first", "--into", path + "/second").code == .success)
        let imported = await runCommand("policy", "import", path + "/first", "--into", path + "/third", "--keep-state")
        #expect(imported.code == .success)
        let first = try gateway.directory.files("first")
        #expect(first.count == 2)
        #expect(try gateway.directory.files("second") == first)
        #expect(try gateway.directory.files("third") == first)
        #expect(try gateway.directory.files("now") != first)
        #expect(await gateway.run("policy", "drift", path + "/now").code == .success)
        let missing = await gateway.run("policy", "export", "--into", path + "/x", "--revision", "9")
        #expect(missing.code == .failure && missing.errors.contains("there is no revision 9"))
    }

    @Test func `drift is exit code 1 and what leads from the tenant to the directory`() async throws {
        let gateway = try await Self.prepared(Self.policy(1))
        let directory = gateway.directory.path + "/p"
        #expect(await gateway.run("policy", "apply", directory).code == .success)
        let same = await gateway.run("policy", "drift", directory)
        #expect(same.code == .success && same.output == "Nothing differs from revision 1.\n")
        _ = try gateway.write("p/0.json", Self.policy(1, state: "disabled"))
        let drifted = await gateway.run("policy", "drift", directory)
        #expect(drifted.code == .failure)
        #expect(
            drifted.output
                == "~ policy `Policy 1` (44444444-0000-4000-8000-000000000001) goes from enabled to disabled\n")
        let json = await gateway.run("policy", "drift", directory, "--format", "json")
        #expect(json.code == .failure && json.output.contains(#""stateAfter": "disabled""#))
        _ = try gateway.write("p/0.json", "{")
        let unreadable = await gateway.run("policy", "drift", directory)
        #expect(unreadable.code == .usage && unreadable.output.isEmpty)
        #expect(unreadable.errors.hasSuffix("postern policy drift: nothing was compared; correct the errors above\n"))
    }

    @Test func `a rollback and a recovery are revisions like any other`() async throws {
        let gateway = try await Self.prepared(Self.policy(1))
        let directory = gateway.directory.path + "/p"
        #expect(await gateway.run("policy", "apply", directory, "--reason", "first").code == .success)
        let recovered = await gateway.run("recover", "--reason", "locked out")
        #expect(
            recovered.output == """
                report-only  44444444-0000-4000-8000-000000000001  Policy 1
                Set 1 policy of contoso to report-only, as revision 2.
                Your directory of policies still has it enabled: correct it and apply; `postern policy rollback 1` puts it back.

                """)
        let nothing = await gateway.run("recover", "--reason", "again")
        #expect(nothing.output == "No policy of contoso is enabled; revision 2 stays in force.\n")
        #expect(await gateway.run("policy", "rollback", "1", "--reason", "sure").output.hasSuffix("as revision 3.\n"))
        #expect(
            await gateway.run("policy", "rollback", "1", "--reason", "sure").output.contains("has this content already")
        )
        #expect(await gateway.run("policy", "rollback", "7", "--reason", "sure").code == .failure)
        #expect(await gateway.run("policy", "rollback", "first", "--reason", "sure").code == .usage)
        let lines = await gateway.run("policy", "revisions").output.split(separator: "\n")
        #expect(lines.map { $0.prefix(3) } == ["* 3", "  2", "  1"])
        let marks = [("rolledBack", "sure"), ("recovered", "locked out"), ("applied", "first")]
        for (line, mark) in zip(lines, marks) { #expect(line.contains(mark.0) && line.hasSuffix(mark.1)) }
        let json = await gateway.run("policy", "revisions", "--format", "json", "--limit", "1")
        #expect(json.output.contains(#""origin": "rolledBack""#) && !json.output.contains("recovered"))
    }
}
