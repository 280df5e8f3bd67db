import AccessModel
import ComplianceGateway
import SQLDatabase
import Testing

@testable import postern

/// A state directory whose journal is worked on, by the commands and behind their back.
struct JournalGateway {
    let gateway: TestGateway

    /// Makes a journal of 35 entries, of which `init` wrote the first ones, and 3 seals of 10.
    init(isSealed: Bool = true) async throws {
        gateway = try await TestGateway()
        try await gateway.record(Array(repeating: nil, count: 32))
        guard isSealed else { return }
        try _ = gateway.write("state/keep.yaml", "url: https://localhost\njournalSealEntries: 10\n")
        try await sealFull()
    }

    /// The file of the tenant's checkpoints.
    var checkpoints: String {
        get throws {
            let directory = gateway.state + "/checkpoints"
            let name = try #require(try LocalFile.names(in: directory).first { $0.hasSuffix(".jsonl") })
            return "\(directory)/\(name)"
        }
    }

    var lines: [String] {
        get throws {
            String(decoding: try LocalFile.read(checkpoints, atMost: 1 << 20), as: UTF8.self).split(separator: "\n")
                .map(String.init)
        }
    }

    /// Makes the seals that are full, as a gateway that serves does.
    func sealFull() async throws {
        try await gateway.session { session in
            let sealing = JournalSealing(
                session.environment, directory: session.directory, store: session.journal, entryCount: 10)
            _ = try await sealing.seal(session.tenant.id, .full)
            _ = try await CheckpointExport(session.state).export(session.tenant.id, from: session.journal)
        }
    }

    func run(_ arguments: String...) async -> CommandResult { await gateway.run(["journal"] + arguments) }

    /// Changes the database as somebody who has it and not the keys.
    func tamper(_ statements: SQLStatement...) async throws {
        let database = try await StateDirectory(gateway.state).open()
        for statement in statements {
            guard
                case .committed = await database.write([SQLWrite([SQLStep(statement)])]).first.flatMap({ try? $0.get() }
                )
            else {
                await database.close()
                throw CommandFailure("the statement was not taken")
            }
        }
        await database.close()
    }
}
