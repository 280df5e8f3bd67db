/// `postern journal`: the journal's integrity, its export and what becomes of old entries.
enum JournalCommands {
    static let all = [
        JournalVerifyCommand.command, JournalExportCommand.command, JournalPruneCommand.command,
        JournalSealCommand.command,
    ]
}
