import AccessModel
import Compliance
import ComplianceGateway
import JSONCoding
import SQLDatabase

extension WriteBuilder {
    mutating func add(_ change: PullChange) {
        switch change {
        // Whoever had it before and has died did not move the grid.
        case .claim(let source, let since, let lease, let until):
            add(
                """
                UPDATE pull_sources SET due_at = CASE WHEN lease IS NULL THEN next_at ELSE due_at END, \
                next_at = \(until.milliseconds), lease = \(lease) WHERE tenant = \(tenantText) \
                AND source = \(source.rawValue) AND next_at = \(since.milliseconds)
                """, expecting: .exactly(1))
        case .renew(let source, let lease, let until):
            add(
                """
                UPDATE pull_sources SET next_at = \(until.milliseconds) WHERE tenant = \(tenantText) \
                AND source = \(source.rawValue) AND lease = \(lease)
                """, expecting: .exactly(1))
        case .recall(let source, let since, let time):
            add(
                """
                UPDATE pull_sources SET next_at = \(time.milliseconds), lease = NULL WHERE tenant = \(tenantText) \
                AND source = \(source.rawValue) AND next_at = \(since.milliseconds)
                """, expecting: .exactly(1))
        case .settle(let source, let state, let lease, let isNews):
            if isNews { raiseDirectoryRevision() }
            add(
                """
                UPDATE pull_sources SET next_at = \(state.nextAt?.milliseconds), lease = NULL, \
                source_state = \(state.source.word), state = \(StoredPullState(state).jsonBytes()) \
                WHERE tenant = \(tenantText) AND source = \(source.rawValue) AND lease = \(lease)
                """, expecting: .exactly(1))
        }
    }

    mutating func insert(_ record: PullSourceRecord, of source: SignalSourceID, at: Timestamp) {
        let state = PullState(nextAt: at)
        add(
            """
            INSERT INTO pull_sources (tenant, source, document, sealed_secret, next_at, source_state, state) \
            VALUES (\(tenantText), \(source.rawValue), \(StoredPullSource(record.pull).jsonBytes()), \
            \(record.sealedSecret), \(at.milliseconds), \(state.source.word), \(StoredPullState(state).jsonBytes()))
            """)
    }

    mutating func replacePullSecret(of source: SignalSourceID, _ sealed: [UInt8]) {
        raiseDirectoryRevision()
        add(
            """
            UPDATE pull_sources SET sealed_secret = \(sealed) WHERE tenant = \(tenantText) \
            AND source = \(source.rawValue)
            """, expecting: .exactly(1))
    }

    /// Whoever asks the source at this moment loses it: what it was asked with may not be what it is.
    mutating func schedulePull(of source: SignalSourceID, at: Timestamp?) {
        add(
            """
            UPDATE pull_sources SET next_at = \(at?.milliseconds), lease = NULL WHERE tenant = \(tenantText) \
            AND source = \(source.rawValue)
            """, expecting: .exactly(1))
    }

    mutating func removePull(of source: SignalSourceID) {
        add("DELETE FROM pull_sources WHERE tenant = \(tenantText) AND source = \(source.rawValue)")
    }
}
