import AccessModel
import ServiceRuntime

/// How many signals each source may still send: as many at once as in a minute, and then as they come back.
///
/// Each process counts for itself: it guards against a source that runs wild, not against one that is hostile.
final class SignalBudget: Sendable {
    private struct Account {
        var left: Double
        var at: Timestamp
    }

    private let accounts = Lock([SignalSourceID: Account]())

    /// Spends a number of signals.
    ///
    /// - Returns: nil when they may be sent; else how long until they might.
    func spend(_ count: Int, of source: SignalSourceID, perMinute: Int64, at now: Timestamp) -> Duration? {
        accounts.withLock { accounts in
            let perMillisecond = Double(perMinute) / 60_000
            var account = accounts[source] ?? Account(left: Double(perMinute), at: now)
            let passed = max(0, account.at.duration(to: now).wholeMilliseconds)
            account.left = min(Double(perMinute), account.left + Double(passed) * perMillisecond)
            account.at = now
            let missing = Double(min(count, Int(clamping: perMinute))) - account.left
            if missing <= 0 { account.left -= Double(count) }
            accounts[source] = account
            return missing <= 0 ? nil : .milliseconds(Int64((missing / perMillisecond).rounded(.up)))
        }
    }
}
