/// Runs a group of writes in one transaction on the writer's connection.
struct SQLiteTransaction {
    /// How the transaction ended.
    enum Outcome {
        /// Committed; an answer for each write.
        case committed([Result<SQLWriteResult, SQLError>])
        /// Rolled back because of one write or of the commit; others may succeed without it.
        case lost(SQLError)
        /// It could not begin.
        case unavailable(SQLError)
    }

    let connection: SQLiteConnection
    let counterTable: SQLCounterTable?
    let writeTimeout: Duration

    /// Answers every write; if the group fails, each is run by itself, so that one can't fail the others.
    func run(_ writes: [SQLWrite]) -> [Result<SQLWriteResult, SQLError>] {
        switch attempt(writes) {
        case .committed(let results): return results
        case .unavailable(let error): return writes.map { _ in .failure(error) }
        case .lost(let error): return writes.count == 1 ? [.failure(error)] : runOneByOne(writes)
        }
    }

    private func runOneByOne(_ writes: [SQLWrite]) -> [Result<SQLWriteResult, SQLError>] {
        var results: [Result<SQLWriteResult, SQLError>] = []
        for write in writes {
            switch attempt([write]) {
            case .committed(let result): results += result
            case .lost(let error): results.append(.failure(error))
            case .unavailable(let error):
                // Waiting for the lock again for each would take the lock timeout each time.
                return results + writes[results.count...].map { _ in .failure(error) }
            }
        }
        return results
    }

    private func attempt(_ writes: [SQLWrite]) -> Outcome {
        do throws(SQLError) {
            connection.interrupter.allow(until: nil)
            try connection.execute(Self.begin)
        } catch {
            return .unavailable(error)
        }
        do throws(SQLError) {
            var counters = SQLiteCounters(table: counterTable)
            var results: [Result<SQLWriteResult, SQLError>] = []
            results.reserveCapacity(writes.count)
            for write in writes {
                connection.interrupter.allow(until: .now + writeTimeout)
                results.append(try savepoint(write, &counters))
            }
            connection.interrupter.allow(until: nil)
            try counters.store(on: connection)
            try connection.execute(Self.commit)
            return .committed(results)
        } catch {
            return .lost(rolledBack(after: error))
        }
    }

    /// Runs one write; throws only if the whole transaction is lost.
    private func savepoint(
        _ write: SQLWrite, _ counters: inout SQLiteCounters
    ) throws(SQLError) -> Result<SQLWriteResult, SQLError> {
        try connection.execute(Self.savepoint)
        do throws(SQLError) {
            let allotments = try counters.allot(write.counters, on: connection)
            let result = try steps(write.steps, allotments)
            if case .committed = result {
                counters.take(allotments)
            } else {
                try connection.execute(Self.rollbackToSavepoint)
            }
            try connection.execute(Self.release)
            return .success(result)
        } catch  where error.concernsOneWrite && connection.isInTransaction {
            connection.interrupter.allow(until: nil)
            try connection.execute(Self.rollbackToSavepoint)
            try connection.execute(Self.release)
            return .failure(error)
        }
    }

    private func steps(_ steps: [SQLStep], _ allotments: [SQLAllotment]) throws(SQLError) -> SQLWriteResult {
        var rows: [SQLRows] = []
        rows.reserveCapacity(steps.count)
        for (index, step) in steps.enumerated() {
            let result = try connection.run(step.statement, allotments)
            rows.append(result)
            guard step.expectation.isMet(by: result.expected) else { return .refused(step: index, rows: rows) }
        }
        return .committed(rows: rows, firstNumbers: allotments.map(\.first))
    }

    /// Ends the transaction if SQLite has not done so itself, and returns the error that is to be reported.
    private func rolledBack(after error: SQLError) -> SQLError {
        connection.interrupter.allow(until: nil)
        guard connection.isInTransaction else { return error }
        do throws(SQLError) {
            try connection.execute(Self.rollback)
            return error
        } catch {
            return error
        }
    }

    static let begin: SQLText = "BEGIN IMMEDIATE"
    static let commit: SQLText = "COMMIT"
    static let rollback: SQLText = "ROLLBACK"
    private static let savepoint: SQLText = "SAVEPOINT one"
    private static let rollbackToSavepoint: SQLText = "ROLLBACK TO one"
    private static let release: SQLText = "RELEASE one"
}
