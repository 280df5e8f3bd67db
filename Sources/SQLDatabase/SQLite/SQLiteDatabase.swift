import ServiceRuntime

/// A SQLite file with one writer that commits in groups, readers on snapshots, and checkpoints beside them.
///
/// Every commit is durable before it is answered (write-ahead log, `synchronous = FULL`). Other processes may use the same
/// file at the same time.
public final class SQLiteDatabase: Database {
    private let configuration: SQLiteConfiguration
    private let writes: SQLiteQueue<SQLiteWriterJob>
    private let reads: SQLiteQueue<SQLiteReadJob>
    private let checkpoints: SQLiteCheckpointer
    private let counts = SQLiteStatistics()
    private let turn = SQLiteTurn()
    private let threads = Lock(Threads())

    private struct Threads {
        var writer: SQLiteThread?
        var readers: [SQLiteThread] = []
        var checkpointer: SQLiteThread?
    }

    /// Opens the file, making it if there is none.
    ///
    /// - Throws: `SQLError`.
    public static func open(_ configuration: SQLiteConfiguration) async throws(SQLError) -> SQLiteDatabase {
        let database = SQLiteDatabase(configuration)
        do throws(SQLError) {
            try await database.start()
        } catch {
            await database.close()
            throw error
        }
        return database
    }

    private init(_ configuration: SQLiteConfiguration) {
        self.configuration = configuration
        writes = SQLiteQueue(capacity: configuration.queuedWrites)
        reads = SQLiteQueue(capacity: configuration.queuedReads)
        checkpoints = SQLiteCheckpointer(configuration, turn: turn, statistics: counts)
    }

    deinit {
        // Whoever forgot to close still leaves no thread behind.
        closeQueues()
        let threads = takeThreads()
        threads.writer?.joinBlocking()
        for reader in threads.readers { reader.joinBlocking() }
        checkpoints.close()
        threads.checkpointer?.joinBlocking()
    }

    /// SQLite's.
    public var dialect: SQLDialect { .sqlite }

    /// What the database has done, and what waits now.
    public var statistics: SQLStatistics {
        var statistics = counts.snapshot
        statistics.queuedReads = reads.waiting
        statistics.queuedWrites = writes.waiting
        statistics.acceptedWrites = writes.accepted
        return statistics
    }

    /// Runs queries in one snapshot on a reader's thread.
    ///
    /// - Throws: `SQLError`.
    public func read(_ statements: [SQLStatement]) async throws(SQLError) -> [SQLRows] {
        guard !statements.isEmpty else { return [] }
        let cancellation = SQLiteCancellation()
        let deadline = ContinuousClock.now + configuration.readTimeout
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<[SQLRows], SQLError>, Never>) in
                let job = SQLiteReadJob(
                    statements: statements, deadline: deadline, cancellation: cancellation, continuation: continuation)
                if let error = reads.push(job) { continuation.resume(returning: .failure(error)) }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }

    /// Runs writes on the writer's thread, together with those of other callers.
    public func write(_ batch: [SQLWrite]) async -> [Result<SQLWriteResult, SQLError>] {
        guard !batch.isEmpty else { return [] }
        let notAfter = ContinuousClock.now + configuration.writeQueueTimeout
        return await withCheckedContinuation { continuation in
            let job = SQLiteWriterJob.write(batch, notAfter: notAfter, continuation)
            if let error = writes.push(job, weight: batch.count) {
                continuation.resume(returning: batch.map { _ in .failure(error) })
            }
        }
    }

    /// Brings the schema up to date on the writer's thread.
    ///
    /// - Throws: `SQLError`.
    @discardableResult
    public func migrate(_ migrations: [SQLMigration]) async throws(SQLError) -> SQLSchemaState {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<SQLSchemaState, SQLError>, Never>) in
            if let error = writes.push(.migrate(migrations, continuation)) {
                continuation.resume(returning: .failure(error))
            }
        }
        return try result.get()
    }

    /// Finishes what was accepted and ends every thread; the log is copied into the file when no other process uses it.
    public func close() async {
        closeQueues()
        let threads = takeThreads()
        await threads.writer?.join()
        for reader in threads.readers { await reader.join() }
        // Last, so that it is its connection that empties the log.
        checkpoints.close()
        await threads.checkpointer?.join()
    }

    private func closeQueues() {
        writes.close()
        reads.close()
    }

    private func takeThreads() -> Threads {
        threads.withLock { threads in
            defer { threads = Threads() }
            return threads
        }
    }

    private func start() async throws(SQLError) {
        let configuration = self.configuration
        let (checkpoints, turn) = (self.checkpoints, self.turn)
        let writer = SQLiteWriter(
            queue: writes, turn: turn, checkpoints: checkpoints, statistics: counts, configuration: configuration)
        let writerThread = try await SQLiteThread.start("sqlite-writer") { () throws(SQLError) in
            try SQLiteFile.prepare(configuration.path)
            return try SQLiteConnection(configuration, role: .writer)
        } work: {
            writer.run($0)
        }
        threads.withLock { $0.writer = writerThread }
        let reader = SQLiteReader(queue: reads, configuration: configuration)
        for number in 0..<max(configuration.readers, 1) {
            let thread = try await SQLiteThread.start("sqlite-read-\(number)") { () throws(SQLError) in
                try SQLiteConnection(configuration, role: .reader)
            } work: {
                reader.run($0)
            }
            threads.withLock { $0.readers.append(thread) }
        }
        let checkpointer = try await SQLiteThread.start("sqlite-ckpt") { () throws(SQLError) in
            try SQLiteConnection(configuration, role: .checkpointer)
        } work: {
            checkpoints.run($0)
        }
        threads.withLock { $0.checkpointer = checkpointer }
    }
}
