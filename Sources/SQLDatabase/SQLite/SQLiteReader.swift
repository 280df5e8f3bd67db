/// A read that waits for a reader's thread.
struct SQLiteReadJob: Sendable {
    let statements: [SQLStatement]
    let deadline: ContinuousClock.Instant
    let cancellation: SQLiteCancellation
    let continuation: CheckedContinuation<Result<[SQLRows], SQLError>, Never>
}

/// One of the readers: takes its share of the reads that have gathered and runs them in one snapshot, which is taken after
/// they were asked for and so holds every write answered before.
struct SQLiteReader: Sendable {
    /// How many reads share a snapshot at most, so that no snapshot grows old.
    private static let readsPerSnapshot = 16

    let queue: SQLiteQueue<SQLiteReadJob>
    let configuration: SQLiteConfiguration

    /// Works until the queue is closed and empty.
    func run(_ connection: SQLiteConnection) {
        while let jobs = queue.take(upTo: Self.readsPerSnapshot, takers: configuration.readers) {
            // A snapshot that could not be ended would show old rows: nothing is read from it.
            if let error = end(connection) {
                for job in jobs { job.continuation.resume(returning: .failure(error)) }
                continue
            }
            // A single statement is its own snapshot.
            let needsTransaction = jobs.reduce(0) { $0 + $1.statements.count } > 1
            for job in jobs {
                job.continuation.resume(returning: answer(job, connection, needsTransaction))
            }
            _ = end(connection)
        }
    }

    private func answer(
        _ job: SQLiteReadJob, _ connection: SQLiteConnection, _ needsTransaction: Bool
    ) -> Result<[SQLRows], SQLError> {
        connection.interrupter.allow(until: job.deadline, cancellation: job.cancellation)
        defer { connection.interrupter.allow(until: nil) }
        if job.cancellation.isCancelled { return .failure(.cancelled) }
        if ContinuousClock.now >= job.deadline { return .failure(.deadlineExceeded) }
        do throws(SQLError) {
            if needsTransaction, !connection.isInTransaction { try connection.execute(Self.begin) }
            var results: [SQLRows] = []
            results.reserveCapacity(job.statements.count)
            for statement in job.statements { results.append(try connection.run(statement)) }
            return .success(results)
        } catch {
            return .failure(error)
        }
    }

    /// Ends the snapshot if there is one, so that the log can be emptied; the next reads try again if it fails.
    private func end(_ connection: SQLiteConnection) -> SQLError? {
        guard connection.isInTransaction else { return nil }
        do throws(SQLError) {
            try connection.execute(Self.commit)
            return nil
        } catch {
            return error
        }
    }

    private static let begin: SQLText = "BEGIN"
    private static let commit: SQLText = "COMMIT"
}
