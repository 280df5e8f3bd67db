import AccessModel
import AccessPolicy
import ComplianceGateway
import JSONCoding
import TestSupport
import Testing

@testable import postern

/// What the commands around a publication say to whoever reads them.
@Suite struct PublishingWordsTests {
    typealias Published = PolicyPublicationCommandTests
    static let id = "44444444-0000-4000-8000-000000000001"
    static let reportOnly = "enabledForReportingButNotEnforced"

    private static func published(_ documents: String...) async throws -> (gateway: TestGateway, directory: String) {
        let gateway = try await TestGateway()
        for (number, document) in documents.enumerated() { _ = try gateway.write("p/\(number).json", document) }
        let directory = gateway.directory.path + "/p"
        let applied = await gateway.run("policy", "apply", directory)
        try #require(applied.code == .success, "\(applied)")
        return (gateway, directory)
    }

    // MARK: apply and drift

    @Test func `applying no change says that nothing was published, and no drift says so too`() async throws {
        let (gateway, directory) = try await Self.published(Published.policy(1, state: "disabled"))
        let again = await gateway.run("policy", "apply", directory)
        #expect(again.code == .success && again.output.hasSuffix("Nothing was published.\n"), "\(again)")
        let drift = await gateway.run("policy", "drift", directory)
        #expect(drift.code == .success && drift.output == "Nothing differs from revision 1.\n", "\(drift)")
    }

    @Test func `a refused publication says why once, and what is demanded in words`() async throws {
        let gateway = try await TestGateway()
        _ = try gateway.write("p/0.json", Published.policy(1, control: "compliantDevice"))
        let refused = await gateway.run("policy", "apply", gateway.directory.path + "/p")
        #expect(refused.code == .failure)
        #expect(refused.errors == "postern policy apply: nothing was published\n", "\(refused)")
        #expect(refused.output.components("nobody who is not break-glass") == 1, "\(refused)")
        #expect(
            refused.output.contains(
                "a compliant device is demanded by `Policy 1` (\(Self.id)), which no browser here can show"))
        let document = try JSONValue.parse(
            await gateway.run("policy", "apply", gateway.directory.path + "/p", "--format", "json").output)
        #expect(document["faults"]?.arrayValue?.count == 1)
    }

    @Test func `a second factor that nobody can show here yet is a warning that counts who could sign in today`()
        async throws
    {
        let gateway = try await TestGateway()
        _ = try gateway.write("p/0.json", Published.policy(1))
        let plan = await gateway.run("policy", "plan", gateway.directory.path + "/p")
        #expect(
            plan.output.contains(
                "warning: this gateway cannot ask for a second factor, a strength or a new password yet: today 0 of 1"
                    + " administrator could sign in; `Policy 1` demands it\n"), "\(plan)")
        #expect(plan.code == .success)
        _ = try gateway.write("p/0.json", Published.policy(1, state: Self.reportOnly))
        let watched = await gateway.run("policy", "plan", gateway.directory.path + "/p")
        #expect(!watched.output.contains("cannot ask for"), "\(watched)")
    }

    @Test func `administrators without any password are a warning`() async throws {
        let (gateway, directory) = try await Self.published(Published.policy(1, state: "disabled"))
        let advice =
            "of the administrators who could sign in, nobody has a password yet: `postern account password UPN`"
        #expect(!(await gateway.run("policy", "plan", directory).output.contains(advice)))
        let people = try gateway.write("people.json", Published.people())
        let applied = await gateway.run("directory", "apply", people)
        #expect(applied.code == .success && !applied.errors.contains(advice), "\(applied)")
        let left = await gateway.run("account", "disable", "admin@contoso.example", "--reason", "left")
        #expect(left.code == .success && left.errors.contains(advice), "\(left)")
        #expect(await gateway.run("policy", "plan", directory).output.contains("warning: \(advice)\n"))
        #expect(await gateway.run("directory", "apply", people).errors.contains("warning: \(advice)\n"))
        #expect(await gateway.run("account", "password", "glass@contoso.example").code == .success)
        #expect(!(await gateway.run("policy", "plan", directory).output.contains(advice)))
    }

    @Test func `the last administrator stays enabled with one line`() async throws {
        let gateway = try await TestGateway()
        let refused = await gateway.run("account", "disable", "admin@contoso.example", "--reason", "left")
        #expect(
            refused.errors
                == "postern account disable: admin@contoso.example stays enabled; nobody else could administer the tenant\n"
        )
    }

    // MARK: recover

    @Test func `a recovery says how the policies come back`() async throws {
        let (gateway, _) = try await Self.published(Published.policy(1))
        let recovered = await gateway.run("recover", "--reason", "locked out")
        #expect(
            recovered.output.hasSuffix(
                """
                Set 1 policy of contoso to report-only, as revision 2.
                Your directory of policies still has it enabled: correct it and apply; `postern policy rollback 1` puts it back.

                """), "\(recovered)")
    }

    // MARK: promote

    @Test func `a promotion is told by name, condition and what was seen, and a second one says that it replaces`()
        async throws
    {
        let (gateway, _) = try await Self.published(Published.policy(1, state: Self.reportOnly))
        let first = await gateway.run("policy", "promote", Self.id, "--after-days", "7", "--max-denials", "5%")
        #expect(first.output.hasPrefix("`Policy 1` (\(Self.id)) will be enabled after "), "\(first)")
        #expect(
            first.output.contains(
                " if at most 5% of its sign-ins would be refused, at least one is seen, and a gateway serves.\n"))
        #expect(first.output.contains("Set `state: enabled` in its file then, or the next apply takes it back.\n"))
        let none = await gateway.run("policy", "promote")
        #expect(none.output.contains("`Policy 1` (\(Self.id))"), "\(none)")
        #expect(none.output.contains("  no sign-in that it applies to was seen yet (limit 5%)\n"), "\(none)")
        let record = Self.record(.reportOnlyFailure)
        try await gateway.record([record, record])
        try await gateway.session { _ = try await $0.promotions.advance(in: $0.tenant.id) }
        let list = await gateway.run("policy", "promote")
        #expect(
            list.output.contains("  2 of 2 would be refused (100%, limit 5%): not enabled as it stands\n"), "\(list)")
        let second = await gateway.run("policy", "promote", Self.id, "--after-days", "0", "--max-denials", "100")
        #expect(second.output.contains("This replaces the promotion after 7 days at 5%.\n"), "\(second)")
        try await gateway.record([record])
        try await gateway.session { _ = try await $0.promotions.advance(in: $0.tenant.id) }
        let after = await gateway.run("policy", "promote")
        #expect(
            after.output.hasPrefix("No promotion is scheduled.\nPromoted: `Policy 1` (\(Self.id)) as revision 2, "),
            "\(after)")
    }

    /// A sign-in that the policy, in report-only, had a result for.
    private static func record(_ result: PolicyResult) -> SignInRecord {
        SignInRecord(
            request: AccessRequest(
                subject: .account(AccountMembership(account: AccountID(AdministrationCommandTests.account))),
                resource: .application(ApplicationID(AdministrationCommandTests.resource))),
            policyRevision: 1, outcome: .allowedNoPolicyApplied, reportOnly: [ReportOnlyResult(PolicyID(id), result)])
    }

    @Test func `a plan warns of a promoted policy that the directory takes back`() async throws {
        let (gateway, directory) = try await Self.published(Published.policy(1, state: Self.reportOnly))
        let warning =
            "warning: `Policy 1` (\(Self.id)) was enabled by its promotion, revision 2, and this takes that back; set `state: enabled` in its file to keep it\n"
        #expect(await gateway.run("policy", "promote", Self.id, "--after-days", "0").code == .success)
        let record = Self.record(.reportOnlySuccess)
        try await gateway.record([record])
        try await gateway.session { _ = try await $0.promotions.advance(in: $0.tenant.id) }
        let plan = await gateway.run("policy", "plan", directory)
        #expect(plan.output.contains(warning), "\(plan)")
        let drift = await gateway.run("policy", "drift", directory)
        #expect(drift.code == .failure && drift.output.contains(warning), "\(drift)")
        _ = try gateway.write("p/0.json", Published.policy(1))
        #expect(!(await gateway.run("policy", "plan", directory).output.contains("promotion")))
    }

    // MARK: What is shown as it is

    @Test func `a backtick is shown as it is in the log and among the revisions`() async throws {
        let gateway = try await TestGateway()
        _ = try gateway.write("p/0.json", Published.policy(1, state: "disabled"))
        let applied = await gateway.run(
            "policy", "apply", gateway.directory.path + "/p", "--reason", "as `Policy 1` asks")
        #expect(applied.code == .success)
        #expect(await gateway.run("policy", "revisions").output.hasSuffix("  as `Policy 1` asks\n"))
    }

    @Test func `init names what comes next in the order of the guide`() async throws {
        let directory = try TemporaryDirectory()
        let state = directory.path + "/s"
        let made = await runCommand("init", "--state", state, "--tenant", "contoso", "--url", "https://localhost")
        #expect(
            made.output.hasSuffix(
                """
                Next: postern directory apply FILE --state \(state)
                      postern account password UPN --state \(state)
                      postern policy apply DIR --state \(state)
                      postern serve --state \(state) --tls-certificate FILE --tls-key FILE

                """), "\(made)")
    }

    @Test func `a file that is missing is told without the system's call`() async throws {
        let gateway = try await TestGateway()
        let missing = await gateway.run("directory", "apply", "/nowhere/people.yaml")
        #expect(
            missing.errors
                == "postern directory apply: `/nowhere/people.yaml` cannot be read: no such file or directory\n")
        let lint = await gateway.run("policy", "plan", "/nowhere")
        #expect(lint.errors == "postern policy plan: `/nowhere` cannot be read: no such file or directory\n")
    }
}

extension String {
    /// How often a text is in this one.
    fileprivate func components(_ text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
