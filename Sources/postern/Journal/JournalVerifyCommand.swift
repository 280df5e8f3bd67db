import AccessModel
import ComplianceGateway
import JSONCoding

/// `postern journal verify`: whether the journal is what it was.
enum JournalVerifyCommand {
    private static let checkpoint = CommandOption(
        "checkpoint", .text("FILE"), isRepeatable: true,
        help: "checkpoints that were kept elsewhere, one in a line; - is standard input")

    static let command = Command(
        "journal", "verify", summary: "Say whether the journal was altered, rewritten or cut off.",
        discussion: """
            Follows the chain of seals from the first, compares every entry with its seal and every seal with the
            gateway's signature, and the seals with the checkpoints in the state directory and those of --checkpoint.
            Who can change the database and the state directory can cut the end off and nobody sees it: keep checkpoints
            elsewhere too. Works while the gateway serves. Ends with 0 when the journal is whole, with 1 when something
            is wrong, with 2 when it could not be told.
            """,
        options: AdministrationSession.options + [checkpoint, ReportFormat.option], failureCode: .usage
    ) { arguments, console in
        try await AdministrationSession.run(arguments, examines: true) { session in
            var verification = try await JournalVerification(
                of: session.tenant.id, directory: session.directory, store: session.journal)
            var progress = Progress(console)
            try await verification.verifyEntries { sequence, last in
                progress.update("entry \(sequence) of \(last)")
            }
            progress.end()
            let own = CheckpointExport(session.state).path(of: session.tenant.id)
            var files = arguments.texts(checkpoint)
            let isOwnThere = LocalFile.exists(own)
            if isOwnThere { files.insert(own, at: 0) }
            for file in files { try await compare(file, &verification, isOwn: file == own) }
            let report = verification.report
            if arguments.format == .json {
                console.write(String(decoding: report.jsonBytes(), as: UTF8.self) + "\n")
            } else {
                console.write(report.text(of: session.tenant.alias))
            }
            if report.checkpoints == 0, report.seals > 0 {
                console.error(
                    "warning: no checkpoint outside the database was compared; a journal that was cut off looks whole\n"
                )
            }
            return report.isWhole ? .success : .failure
        }
    }

    private static let batch = 500

    private static func compare(
        _ file: String, _ verification: inout JournalVerification, isOwn: Bool
    ) async throws {
        do {
            var reader = try LineReader(file)
            var texts: [(text: String, place: String)] = []
            var isEmpty = true
            while let line = try reader.next() {
                guard let text = CheckpointLine.checkpoint(in: line) else { continue }
                // What a gateway that serves is writing just now is a part of a line.
                if isOwn, reader.isUnfinished { break }
                isEmpty = false
                texts.append((text, "`\(file)` line \(reader.lineCount)"))
                guard texts.count == batch else { continue }
                try await verification.verify(checkpoints: texts)
                texts.removeAll(keepingCapacity: true)
            }
            try await verification.verify(checkpoints: texts)
            // Whoever names a file means to compare with it.
            guard isOwn || !isEmpty else { throw CommandFailure("`\(file)` holds no checkpoint; nothing was compared") }
        } catch let error as FileError {
            throw CommandFailure("checkpoints `\(file)` cannot be read: \(error)")
        }
    }
}

extension JournalReport {
    /// The report for people.
    func text(of tenant: String) -> String {
        var lines = findings.map { finding in "\(finding)\n" }
        if findingCount > Int64(findings.count) {
            lines.append("... and \(TextLayout.count(Int(findingCount) - findings.count, "finding")) more\n")
        }
        var parts = [
            "\(TextLayout.count(Int(entries), "entry", "entries")) under \(TextLayout.count(Int(seals), "seal")) and \(TextLayout.count(Int(checkpoints), "checkpoint")) looked at"
        ]
        if let pruned { parts.append("entries to \(pruned.upperBound) pruned earlier") }
        if unsealed > 0 { parts.append("\(TextLayout.count(Int(unsealed), "entry", "entries")) not sealed yet") }
        let verdict = isWhole ? "is whole" : "is NOT whole: \(TextLayout.count(Int(findingCount), "finding"))"
        lines.append("The journal of \(tenant) \(verdict) (\(parts.joined(separator: ", "))).\n")
        return lines.joined()
    }
}
