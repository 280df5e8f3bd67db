import Synchronization

/// What a database has done since it was opened.
public struct SQLStatistics: Sendable, Equatable {
    /// Groups of writes that were run.
    public var groups = 0
    /// Writes that were committed.
    public var committed = 0
    /// Writes that were refused.
    public var refused = 0
    /// Writes that failed.
    public var failed = 0
    /// Checkpoints that were made.
    public var checkpoints = 0
    /// Checkpoints that a reader, another process or the disk prevented.
    public var failedCheckpoints = 0
    /// Writes that were ever accepted, a migration counting as one.
    public var acceptedWrites = 0
    /// Reads that wait now.
    public var queuedReads = 0
    /// Writes that wait now.
    public var queuedWrites = 0
}

/// Counts on the threads of a database.
final class SQLiteStatistics: Sendable {
    private let groups = Atomic(0)
    private let committed = Atomic(0)
    private let refused = Atomic(0)
    private let failed = Atomic(0)
    private let checkpoints = Atomic(0)
    private let failedCheckpoints = Atomic(0)

    /// Counts a group of writes.
    func count(_ results: [Result<SQLWriteResult, SQLError>]) {
        groups.add(1, ordering: .relaxed)
        for result in results {
            switch result {
            case .success(.committed): committed.add(1, ordering: .relaxed)
            case .success(.refused): refused.add(1, ordering: .relaxed)
            case .failure: failed.add(1, ordering: .relaxed)
            }
        }
    }

    /// Counts a checkpoint.
    func countCheckpoint(failed isFailure: Bool) {
        if isFailure {
            failedCheckpoints.add(1, ordering: .relaxed)
        } else {
            checkpoints.add(1, ordering: .relaxed)
        }
    }

    /// What was counted.
    var snapshot: SQLStatistics {
        SQLStatistics(
            groups: groups.load(ordering: .relaxed), committed: committed.load(ordering: .relaxed),
            refused: refused.load(ordering: .relaxed), failed: failed.load(ordering: .relaxed),
            checkpoints: checkpoints.load(ordering: .relaxed),
            failedCheckpoints: failedCheckpoints.load(ordering: .relaxed))
    }
}
