import AccessModel
import ComplianceGateway

/// How a gateway seals its journals, and how long it keeps entries.
struct JournalSettings: Sendable {
    /// How many entries a seal has.
    let sealEntries: Int
    /// After how many seconds entries are sealed that are fewer.
    let sealSeconds: Int64
    /// How long entries are kept; nil is for ever.
    let retention: Duration?

    init(sealEntries: Int = 1_000, sealSeconds: Int64 = 60, retention: Duration? = nil) {
        self.sealEntries = sealEntries
        self.sealSeconds = sealSeconds
        self.retention = retention
    }

    /// The settings of journals among others.
    static let settings: [Setting] = [.journalSealEntries, .journalSealSeconds, .journalRetentionDays]

    /// - Throws: ``CommandFailure`` that names the setting and what it must be.
    init(_ settings: Settings) throws(CommandFailure) {
        let days = try Self.number(settings, .journalRetentionDays, in: 0...36_500) ?? 0
        self.init(
            sealEntries: try Self.number(settings, .journalSealEntries, in: JournalSealing.entriesPerSeal) ?? 1_000,
            sealSeconds: Int64(try Self.number(settings, .journalSealSeconds, in: 1...86_400) ?? 60),
            retention: days == 0 ? nil : .seconds(86_400 * days))
    }

    private static func number(
        _ settings: Settings, _ setting: Setting, in range: ClosedRange<Int>
    ) throws(CommandFailure) -> Int? {
        guard let text = settings[setting] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw CommandFailure(
                "`\(setting.rawValue)` is `\(text)`; it must be a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }
}
