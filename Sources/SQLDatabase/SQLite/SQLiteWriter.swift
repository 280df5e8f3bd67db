/// What the writer's thread is asked for.
enum SQLiteWriterJob: Sendable {
    case write(
        [SQLWrite], notAfter: ContinuousClock.Instant, CheckedContinuation<[Result<SQLWriteResult, SQLError>], Never>)
    case migrate([SQLMigration], CheckedContinuation<Result<SQLSchemaState, SQLError>, Never>)
}

/// The one writer: takes what has gathered while the last commit ran, and commits it together.
struct SQLiteWriter: Sendable {
    let queue: SQLiteQueue<SQLiteWriterJob>
    let turn: SQLiteTurn
    let checkpoints: SQLiteCheckpointer
    let statistics: SQLiteStatistics
    let configuration: SQLiteConfiguration

    /// Works until the queue is closed and empty.
    func run(_ connection: SQLiteConnection) {
        var transaction = SQLiteTransaction(
            connection: connection, counterTable: configuration.counters, writeTimeout: configuration.writeTimeout)
        while let jobs = queue.take(upTo: configuration.writesPerCommit) {
            var group: [SQLiteWriterJob] = []
            for job in jobs {
                guard case .migrate(let migrations, let continuation) = job else {
                    group.append(job)
                    continue
                }
                commit(group, &transaction)
                group = []
                let migrator = SQLiteMigrator(connection: connection, configuration: configuration)
                continuation.resume(returning: turn.write { migrator.run(migrations) })
            }
            commit(group, &transaction)
            checkpoints.note(pages: connection.logPages)
        }
    }

    private func commit(_ jobs: [SQLiteWriterJob], _ transaction: inout SQLiteTransaction) {
        let now = ContinuousClock.now
        var writes: [SQLWrite] = []
        var waiting: [(count: Int, CheckedContinuation<[Result<SQLWriteResult, SQLError>], Never>)] = []
        for case .write(let batch, let notAfter, let continuation) in jobs {
            guard now < notAfter else {
                continuation.resume(returning: batch.map { _ in .failure(.deadlineExceeded) })
                continue
            }
            writes += batch
            waiting.append((batch.count, continuation))
        }
        guard !writes.isEmpty else { return }
        let results = turn.write { transaction.run(writes) }
        statistics.count(results)
        var position = 0
        for (count, continuation) in waiting {
            continuation.resume(returning: Array(results[position..<position + count]))
            position += count
        }
    }
}
