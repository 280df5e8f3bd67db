/// A relational database that takes reads and writes as values.
///
/// Every method may be called from any task; none blocks the calling thread. Results are resumed on the caller's executor.
public protocol Database: Sendable {
    /// How this engine spells what differs between engines.
    var dialect: SQLDialect { get }

    /// Runs queries in one snapshot: none sees a write that another does not.
    ///
    /// The snapshot holds every write that had been answered when the read was asked for.
    /// - Throws: `SQLError`; `.cancelled` when the calling task is cancelled.
    func read(_ statements: [SQLStatement]) async throws(SQLError) -> [SQLRows]

    /// Runs writes in order and answers each one separately, when it is durable.
    ///
    /// Writes of many callers share a transaction. One that is refused or fails takes no other with it. Cancelling the
    /// caller does not undo a write; a `.failure` means that the write did not happen, with the one exception named at
    /// `SQLError.inputOutput`.
    func write(_ batch: [SQLWrite]) async -> [Result<SQLWriteResult, SQLError>]

    /// Brings the schema to the last of the given migrations, in one transaction; does nothing if it is there or beyond.
    ///
    /// Several processes may do it at once.
    /// - Throws: `SQLError`; then nothing has changed.
    @discardableResult
    func migrate(_ migrations: [SQLMigration]) async throws(SQLError) -> SQLSchemaState

    /// Finishes what was accepted, refuses what comes later with `SQLError.closed`, and ends every thread.
    func close() async
}

extension Database {
    /// Runs one query.
    ///
    /// - Throws: `SQLError`.
    public func read(_ statement: SQLStatement) async throws(SQLError) -> SQLRows {
        guard let rows = try await read([statement]).first else { return SQLRows() }
        return rows
    }

    /// Runs one write.
    ///
    /// - Throws: `SQLError`.
    public func write(_ write: SQLWrite) async throws(SQLError) -> SQLWriteResult {
        guard let result = await self.write([write]).first else { throw .closed }
        return try result.get()
    }
}
