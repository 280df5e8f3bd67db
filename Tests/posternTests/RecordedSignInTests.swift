import AccessModel
import AccessPolicy
import ComplianceGateway
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

    @Test func `a decision by a revision that is not there is not shown as one by no policies`() async throws {
        let gateway = try await TestGateway(AdministrationCommandTests.people)
        try await gateway.record([Self.signIn(AdministrationCommandTests.account)])
        let first = await gateway.run("policy", "log")
        #expect(first.code == .success && first.output.contains("ana@contoso.example") == false)
        #expect(first.output.contains("  issued  "))
        try await gateway.record([Self.signIn(AdministrationCommandTests.account, revision: 7)])
        let lost = await gateway.run("policy", "log")
        #expect(lost.code == .failure && lost.errors.contains("there is no revision 7 in contoso"))
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
        let transcript = ConsoleTranscript()
        let runner = CommandRunner(commands: Postern.families.flatMap(\.self), console: transcript.console)
        #expect(await runner.run(["policy"] + mistake.arguments + ["--state", "nowhere"]) == .usage)
        #expect(transcript.errors.contains(mistake.message), "\(transcript.errors)")
    }
}
