import TestSupport
import Testing

@testable import postern

/// What `postern policy rollback` says and refuses, beside what `postern policy apply` does.
@Suite struct RollbackCommandTests {
    typealias Published = PolicyPublicationCommandTests

    /// A policy that can be read but not enforced.
    static let unenforceable = Published.policy(
        3, control: #"mfa"], "termsOfUse": ["44444444-0000-4000-8000-0000000000aa"#)

    @Test func `a rollback to no policy at all is refused like an empty directory`() async throws {
        let gateway = try await TestGateway()
        let path = gateway.directory.path
        try LocalFile.makeDirectory(path + "/none")
        _ = try gateway.write("p/0.json", Published.policy(1))
        #expect(await gateway.run("policy", "apply", path + "/none", "--allow-empty").code == .success)
        #expect(await gateway.run("policy", "apply", path + "/p").code == .success)
        let applied = await gateway.run("policy", "apply", path + "/none")
        let refused = await gateway.run("policy", "rollback", "1", "--reason", "try")
        #expect(refused.code == .failure, "\(refused)")
        let reason = "holds no policy (--allow-empty ends all enforcement)"
        #expect(applied.output.contains("Refused: `\(path)/none` \(reason).\n"), "\(applied)")
        #expect(refused.output.contains("Refused: revision 1 \(reason).\n"), "\(refused)")
        #expect(refused.output.contains("Enforced policies: 1 now, 0 after this.\n"))
        #expect(refused.errors == "postern policy rollback: nothing was published\n")
        #expect(await gateway.run("policy", "drift", path + "/p").code == .success)
        let allowed = await gateway.run("policy", "rollback", "1", "--reason", "try", "--allow-empty")
        #expect(allowed.code == .success && allowed.output.hasSuffix("as revision 3.\n"), "\(allowed)")
    }

    @Test func `a rollback to an enabled policy that cannot be enforced is refused like its directory`() async throws {
        let gateway = try await TestGateway()
        let path = gateway.directory.path
        _ = try gateway.write("p/0.json", Self.unenforceable)
        let held = await gateway.run("policy", "apply", path + "/p", "--allow-held")
        #expect(held.code == .success, "\(held)")
        _ = try gateway.write("q/0.json", Published.policy(1))
        #expect(await gateway.run("policy", "apply", path + "/q").code == .success)
        let applied = await gateway.run("policy", "apply", path + "/p")
        let refused = await gateway.run("policy", "rollback", "1", "--reason", "try")
        #expect(refused.code == .failure, "\(refused)")
        let reason = "Refused: 1 enabled policy cannot be enforced (--allow-held holds such at report-only).\n"
        #expect(applied.output.contains(reason) && refused.output.contains(reason), "\(refused)")
        #expect(refused.errors.contains("warning: `Policy 3` is enabled but cannot be enforced: "), "\(refused)")
        #expect(await gateway.run("policy", "drift", path + "/q").code == .success)
        let allowed = await gateway.run("policy", "rollback", "1", "--reason", "try", "--allow-held")
        #expect(allowed.code == .success, "\(allowed)")
    }

    @Test func `a rollback says what changes before it publishes`() async throws {
        let gateway = try await TestGateway()
        let path = gateway.directory.path
        _ = try gateway.write("p/0.json", Published.policy(1))
        #expect(await gateway.run("policy", "apply", path + "/p").code == .success)
        _ = try gateway.write("p/0.json", Published.policy(1, state: "disabled"))
        #expect(await gateway.run("policy", "apply", path + "/p").code == .success)
        let back = await gateway.run("policy", "rollback", "1", "--reason", "try")
        #expect(back.code == .success)
        #expect(back.output.contains("Tenant contoso: revision 2 is in force.\n"), "\(back)")
        #expect(
            back.output.contains(
                "~ policy `Policy 1` (44444444-0000-4000-8000-000000000001) goes from disabled to enabled\n"))
        #expect(back.output.contains("Enforced policies: 0 now, 1 after this.\n"))
        #expect(back.output.hasSuffix("Published the content of revision 1 again, as revision 3.\n"))
    }
}
