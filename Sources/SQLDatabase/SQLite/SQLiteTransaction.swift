/// Runs a group of writes in one transaction on the writer's connection.
///
/// A refused write must leave nothing. A savepoint around each write sees to that, but has SQLite copy every page that a
/// write is the first to change, which costs more than the changes. So a group is first tried without: most writes are not
/// refused, and most that are have changed nothing yet. When one has, the group is taken back and run with savepoints.
struct SQLiteTransaction {
    /// How the transaction ended.
    private enum Outcome {
        /// Committed; an answer for each write.
        case committed([Result<SQLWriteResult, SQLError>])
        /// Rolled back because of a write that was refused, or failed, after it had changed something.
        case takenBack(Result<SQLWriteResult, SQLError>)
        /// Rolled back because of one write or of the commit; others may succeed without it.
        case lost(SQLError)
        /// It could not begin.
        case unavailable(SQLError)
    }

    /// What one write came to, before the group is committed.
    private struct Trial {
        var result: Result<SQLWriteResult, SQLError>
        /// Whether something of it would remain, though it was refused or failed.
        var leavesChanges: Bool
    }

    let connection: SQLiteConnection
    let counterTable: SQLCounterTable?
    let writeTimeout: Duration
    /// How many of the next groups are run with savepoints at once.
    private var guardedGroups = 0

    /// What made one group be run twice may well be in the next ones.
    private static let guardedGroupsAfterOne = 16

    init(connection: SQLiteConnection, counterTable: SQLCounterTable?, writeTimeout: Duration) {
        self.connection = connection
        self.counterTable = counterTable
        self.writeTimeout = writeTimeout
    }

    /// Answers every write; if the group fails, each is run by itself, so that one can't fail the others.
    mutating func run(_ writes: [SQLWrite]) -> [Result<SQLWriteResult, SQLError>] {
        let isGuarded = guardedGroups > 0 && writes.count > 1
        if isGuarded { guardedGroups -= 1 }
        switch attempt(writes, guarded: isGuarded) {
        case .committed(let results): return results
        case .unavailable(let error): return writes.map { _ in .failure(error) }
        case .lost(let error): return writes.count == 1 ? [.failure(error)] : runOneByOne(writes)
        case .takenBack(let result):
            if writes.count == 1 { return [result] }
            guardedGroups = Self.guardedGroupsAfterOne
            return run(writes)
        }
    }

    private func runOneByOne(_ writes: [SQLWrite]) -> [Result<SQLWriteResult, SQLError>] {
        var results: [Result<SQLWriteResult, SQLError>] = []
        for write in writes {
            switch attempt([write], guarded: false) {
            case .committed(let result): results += result
            case .takenBack(let result): results.append(result)
            case .lost(let error): results.append(.failure(error))
            case .unavailable(let error):
                // Waiting for the lock again for each would take the lock timeout each time.
                return results + writes[results.count...].map { _ in .failure(error) }
            }
        }
        return results
    }

    private func attempt(_ writes: [SQLWrite], guarded: Bool) -> Outcome {
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
                let trial = try guarded ? savepoint(write, &counters) : attempt(write, &counters)
                guard !trial.leavesChanges else { return takenBack(trial.result) }
                results.append(trial.result)
            }
            connection.interrupter.allow(until: nil)
            try counters.store(on: connection)
            try connection.execute(Self.commit)
            return .committed(results)
        } catch {
            return .lost(rolledBack(after: error))
        }
    }

    /// Runs one write so that nothing of it remains when it is refused or fails; throws only if the whole transaction is
    /// lost.
    private func savepoint(_ write: SQLWrite, _ counters: inout SQLiteCounters) throws(SQLError) -> Trial {
        try connection.execute(Self.savepoint)
        var trial = try attempt(write, &counters)
        if trial.leavesChanges {
            connection.interrupter.allow(until: nil)
            try connection.execute(Self.rollbackToSavepoint)
            trial.leavesChanges = false
        }
        try connection.execute(Self.release)
        return trial
    }

    /// Runs one write; throws only if the whole transaction is lost.
    private func attempt(_ write: SQLWrite, _ counters: inout SQLiteCounters) throws(SQLError) -> Trial {
        let before = connection.totalChanges
        do throws(SQLError) {
            let allotments = try counters.allot(write.counters, on: connection)
            let result = try steps(write.steps, allotments)
            guard case .committed = result else {
                return Trial(result: .success(result), leavesChanges: connection.totalChanges != before)
            }
            counters.take(allotments)
            return Trial(result: .success(result), leavesChanges: false)
        } catch  where error.concernsOneWrite && connection.isInTransaction {
            return Trial(result: .failure(error), leavesChanges: connection.totalChanges != before)
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

    private func takenBack(_ result: Result<SQLWriteResult, SQLError>) -> Outcome {
        connection.interrupter.allow(until: nil)
        do throws(SQLError) {
            try connection.execute(Self.rollback)
            return .takenBack(result)
        } catch {
            return .lost(error)
        }
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
