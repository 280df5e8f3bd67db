import ComplianceGateway
import ServiceRuntime

/// `postern journal seal`: seals what is there.
enum JournalSealCommand {
    static let command = Command(
        "journal", "seal", summary: "Seal the journal's entries now, and write their checkpoints.",
        discussion: """
            A gateway that serves seals its journals by itself. This is for one that does not, such as before a copy of
            its database is put away.
            """,
        options: AdministrationSession.options + [Setting.journalSealEntries.option]
    ) { arguments, console in
        let settings = try JournalSettings(
            Settings(arguments, [.state, .journalSealEntries], environment: Environment.variables))
        return try await AdministrationSession.run(arguments) { session in
            let sealing = JournalSealing(
                session.environment, directory: session.directory, store: session.journal,
                entryCount: settings.sealEntries)
            let outcome = try await seal(session, sealing)
            let export = CheckpointExport(session.state)
            let exported = try await export.export(session.tenant.id, from: session.journal)
            if let obstacle = outcome.obstacle {
                throw CommandFailure("the journal cannot be sealed any further: \(obstacle)")
            }
            guard exported > 0 else {
                console.write("The journal of \(session.tenant.alias) is empty.\n")
                return .success
            }
            let made =
                outcome.seals == 0 ? "Nothing was left to seal" : "Made \(TextLayout.count(outcome.seals, "seal"))"
            console.write(
                "\(made); the journal of \(session.tenant.alias) is sealed through entry \(outcome.sealedThrough) (seal \(exported)).\n"
            )
            console.write("Checkpoints: \(export.path(of: session.tenant.id))\n")
            return .success
        }
    }

    /// Seals all that was written when the command began; a gateway that serves may go on writing.
    private static func seal(
        _ session: AdministrationSession, _ sealing: JournalSealing
    ) async throws -> SealingOutcome {
        var total = try await sealing.seal(session.tenant.id, .all)
        while total.obstacle == nil, total.sealedThrough < session.tenant.sequence {
            let next = try await sealing.seal(session.tenant.id, .all)
            guard next.seals > 0 || next.obstacle != nil else { break }
            let made = total.seals + next.seals
            total = next
            total.seals = made
        }
        return total
    }
}
