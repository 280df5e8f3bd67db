import ComplianceGateway
import TestSupport
import Testing

@testable import postern

/// A state directory with a tenant, and what the last command said.
struct TestGateway {
    let directory: TemporaryDirectory
    var state: String { directory.path + "/state" }
    static let noBreakGlass =
        "warning: there is no break-glass account; mark one with `breakGlass: true` and exclude it everywhere\n"

    init(_ documents: String...) async throws {
        directory = try TemporaryDirectory()
        let made = await run("init", "--tenant", "contoso", "--url", "https://localhost")
        try #require(made.code == .success, "\(made.errors)")
        for document in documents {
            let file = try directory.write("setup.json", document)
            let applied = await run("directory", "apply", file)
            try #require(applied.code == .success, "\(applied.errors)")
        }
    }

    func run(_ arguments: String...) async -> CommandResult { await run(arguments) }

    func run(_ arguments: [String]) async -> CommandResult { await runCommand(arguments + ["--state", state]) }

    func write(_ name: String, _ text: String) throws -> String { try directory.write(name, text) }

    /// Works on the state directory as a command does.
    func session<Result>(_ work: (AdministrationSession) async throws -> Result) async throws -> Result {
        let command = try #require(Postern.families.flatMap(\.self).first { $0.name == "policy revisions" })
        return try await AdministrationSession.run(CommandArguments(["--state", state], for: command), work)
    }

    /// Writes tokens that were issued into the journal, as the gateway does.
    func record(_ records: [SignInRecord?]) async throws {
        try await session { session in
            let entries = records.map { record in
                JournalEntry(.tokenIssued, at: session.environment.now(), signIn: record)
            }
            let write = GatewayWrite(tenant: session.tenant.id, changes: [], entries: entries)
            guard case .committed = try await session.environment.store.commit(write) else {
                throw CommandFailure("nothing was recorded")
            }
        }
    }
}
