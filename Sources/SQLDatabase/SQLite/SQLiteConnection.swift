import CSQLite

/// One connection to the file, made, used and closed on one thread.
@safe
final class SQLiteConnection {
    /// What a connection is for.
    enum Role {
        case writer, reader, checkpointer
    }

    let path: String
    let interrupter: SQLiteInterrupter
    /// The pages in the write-ahead log after the last commit on this connection.
    private(set) var logPages = 0
    private let database: OpaquePointer
    private let rowLimit: Int
    private let onlyReads: Bool
    private var cache: SQLiteStatementCache

    /// Opens the file.
    ///
    /// - Throws: `SQLError`.
    init(_ configuration: SQLiteConfiguration, role: Role) throws(SQLError) {
        path = configuration.path
        rowLimit = configuration.rowsPerStatement
        onlyReads = role == .reader
        cache = SQLiteStatementCache(capacity: configuration.preparedStatements)
        interrupter = SQLiteInterrupter(lockTimeout: configuration.lockTimeout)
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var handle: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
        guard let opened = unsafe handle else {
            throw .cannotOpen(path: path, reason: "out of memory")
        }
        guard code == SQLITE_OK else {
            let failure = unsafe SQLiteFailure(opened, code: code)
            unsafe sqlite3_close_v2(opened)
            throw failure.error(path: path, sql: nil)
        }
        unsafe database = opened
        // SQLite falls back to reading where it may not write.
        guard unsafe sqlite3_db_readonly(database, "main") == 0 else { throw .readOnly(path: path) }
        unsafe interrupter.attach(to: database)
        try configure(configuration, role)
    }

    deinit {
        cache.removeAll()
        unsafe sqlite3_close_v2(database)
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(database) == 0 }

    /// How many rows were inserted, changed or deleted since the connection was opened.
    var totalChanges: Int64 { unsafe sqlite3_total_changes64(database) }

    /// How many statements are kept prepared.
    var preparedCount: Int { cache.count }

    /// Runs a statement without parameters for its effect.
    ///
    /// - Throws: `SQLError`.
    func execute(_ text: SQLText) throws(SQLError) {
        _ = try run(SQLStatement(text))
    }

    /// Runs a statement that is used once, without keeping it prepared; the text may hold no parameter.
    ///
    /// - Throws: `SQLError`.
    func executeOnce(_ sql: String) throws(SQLError) {
        let prepared = unsafe try prepare(sql, persistent: false)
        defer { unsafe sqlite3_finalize(prepared) }
        _ = unsafe try step(prepared, SQLText(sql))
    }

    /// Runs a statement with the numbers for its `SQLValue.sequence` parameters and returns its rows.
    ///
    /// - Throws: `SQLError`.
    func run(_ statement: SQLStatement, _ allotments: [SQLAllotment] = []) throws(SQLError) -> SQLRows {
        let prepared = unsafe try self.prepared(statement.text)
        defer {
            unsafe sqlite3_reset(prepared)
            unsafe sqlite3_clear_bindings(prepared)
        }
        let sql = statement.text
        guard !onlyReads || (unsafe sqlite3_stmt_readonly(prepared)) != 0 else {
            throw .statement(sql: sql.text, reason: "a read must not change anything")
        }
        guard unsafe Int(sqlite3_bind_parameter_count(prepared)) == statement.parameters.count else {
            throw .statement(sql: sql.text, reason: "it does not take \(statement.parameters.count) parameters")
        }
        for (index, value) in statement.parameters.enumerated() {
            unsafe try bind(value, at: Int32(index + 1), of: prepared, sql, allotments)
        }
        return unsafe try step(prepared, sql)
    }

    /// Copies the log into the database.
    ///
    /// - Parameter mode: `SQLITE_CHECKPOINT_PASSIVE` and so on.
    /// - Returns: the pages in the log and how many of them were copied, both -1 if there is no log.
    /// - Throws: `SQLError`.
    func checkpoint(_ mode: Int32) throws(SQLError) -> (pages: Int, copied: Int) {
        var (pages, copied): (Int32, Int32) = (0, 0)
        let code = unsafe sqlite3_wal_checkpoint_v2(database, nil, mode, &pages, &copied)
        guard code == SQLITE_OK else { throw failure(code, nil) }
        return (Int(pages), Int(copied))
    }
}

// MARK: Opening

extension SQLiteConnection {
    private func configure(_ configuration: SQLiteConfiguration, _ role: Role) throws(SQLError) {
        for (option, value) in [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        ] as [(Int32, Int32)] {
            let code = unsafe postern_sqlite3_db_config_flag(database, option, value)
            guard code == SQLITE_OK else { throw failure(code, nil) }
        }
        try executeOnce("PRAGMA cache_size = -\(configuration.cacheKibibytes)")
        try executeOnce("PRAGMA temp_store = MEMORY")
        // Also for the checkpointer, which must not reuse the log before the database is on the disk.
        try executeOnce("PRAGMA synchronous = FULL")
        switch role {
        case .writer:
            try enterLogMode()
            try executeOnce("PRAGMA foreign_keys = ON")
            try executeOnce("PRAGMA journal_size_limit = 67108864")
            countLogPages()
        case .reader:
            try executeOnce("PRAGMA query_only = ON")
        case .checkpointer:
            // The log is restarted while the writer stands still: give up quickly when a reader is in the way.
            interrupter.lockTimeout = .milliseconds(20)
        }
    }

    private func enterLogMode() throws(SQLError) {
        let mode = try logMode()
        guard mode.first == SQLRow(values: [.text("wal")]) else {
            // SQLite keeps the old mode without an error where it can't write.
            throw .readOnly(path: path)
        }
    }

    /// SQLite does not wait by itself when two processes make this change at once.
    private func logMode() throws(SQLError) -> SQLRows {
        let deadline = ContinuousClock.now + interrupter.lockTimeout
        while true {
            do throws(SQLError) {
                return try run("PRAGMA journal_mode = WAL")
            } catch  where error == .locked && ContinuousClock.now < deadline {
                sqlite3_sleep(1)
            }
        }
    }

    /// Replaces SQLite's own checkpoint after a commit, which would hold the writer up, by counting.
    private func countLogPages() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_wal_hook(
            database,
            { context, _, _, pages in
                guard let context = unsafe context else { return SQLITE_OK }
                unsafe Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages)
                return SQLITE_OK
            }, context)
    }
}

// MARK: Statements

extension SQLiteConnection {
    private func prepared(_ text: SQLText) throws(SQLError) -> OpaquePointer {
        if let kept = unsafe cache.find(text) { return unsafe kept }
        let statement = unsafe try prepare(text.text, persistent: true)
        unsafe cache.keep(statement, for: text)
        return unsafe statement
    }

    private func prepare(_ sql: String, persistent: Bool) throws(SQLError) -> OpaquePointer {
        var statement: OpaquePointer?
        var rest = ""
        var sql = sql
        let code = sql.withUTF8 { bytes -> Int32 in
            // Without any text there is no statement either, which is found below.
            guard let start = bytes.baseAddress, bytes.count > 0 else { return SQLITE_OK }
            return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
                var tail: UnsafePointer<CChar>?
                let flags = UInt32(persistent ? SQLITE_PREPARE_PERSISTENT : 0)
                let code = unsafe sqlite3_prepare_v3(
                    database, start, Int32(bytes.count), flags, &statement, &tail)
                let used = unsafe tail.map { unsafe $0 - start } ?? bytes.count
                rest = unsafe String(decoding: bytes[min(used, bytes.count)...], as: UTF8.self)
                return code
            }
        }
        guard code == SQLITE_OK else { throw failure(code, sql) }
        guard let statement = unsafe statement else { throw .statement(sql: sql, reason: "there is no statement") }
        guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
            unsafe sqlite3_finalize(statement)
            throw .statement(sql: sql, reason: "there is more than one statement")
        }
        return unsafe statement
    }

    private func step(_ statement: OpaquePointer, _ sql: SQLText) throws(SQLError) -> SQLRows {
        let columns = unsafe Int(sqlite3_column_count(statement))
        var values: [SQLValue] = []
        var count = 0
        while true {
            let code = unsafe sqlite3_step(statement)
            if code == SQLITE_DONE { break }
            guard code == SQLITE_ROW else { throw failure(code, sql.text) }
            count += 1
            guard count <= rowLimit else { throw .tooLarge(detail: "a statement returned more than \(rowLimit) rows") }
            for column in 0..<columns { unsafe values.append(value(statement, Int32(column))) }
        }
        let changes = unsafe sqlite3_stmt_readonly(statement) != 0 ? 0 : Int(sqlite3_changes64(database))
        return SQLRows(values: values, columnCount: columns, count: count, changes: changes)
    }

    private func value(_ statement: OpaquePointer, _ column: Int32) -> SQLValue {
        switch unsafe sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return unsafe .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return unsafe .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            // The pointer first: asking for it may change the size.
            let start = unsafe sqlite3_column_text(statement, column)
            let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
            return unsafe .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = unsafe sqlite3_column_blob(statement, column)
            let count = unsafe Int(sqlite3_column_bytes(statement, column))
            return unsafe .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }

    private func bind(
        _ value: SQLValue, at index: Int32, of statement: OpaquePointer, _ sql: SQLText, _ allotments: [SQLAllotment]
    ) throws(SQLError) {
        let code: Int32
        switch value {
        case .null: code = unsafe sqlite3_bind_null(statement, index)
        case .integer(let integer): code = unsafe sqlite3_bind_int64(statement, index, integer)
        case .real(let real): code = unsafe sqlite3_bind_double(statement, index, real)
        case .text(var text):
            let bound = text.withUTF8 { bytes -> Int32? in
                guard unsafe !bytes.contains(0) else { return nil }
                return unsafe bytes.withMemoryRebound(to: CChar.self) {
                    unsafe postern_sqlite3_bind_text(statement, index, $0.baseAddress, UInt64($0.count))
                }
            }
            guard let bound else { throw .statement(sql: sql.text, reason: "parameter \(index) contains U+0000") }
            code = bound
        case .blob(let bytes):
            code = unsafe bytes.withUnsafeBytes {
                unsafe postern_sqlite3_bind_blob(statement, index, $0.baseAddress, UInt64($0.count))
            }
        case .sequence(let key, let offset):
            guard let number = allotments.number(key, offset: offset) else {
                throw .statement(sql: sql.text, reason: "parameter \(index) is a number that the write did not ask for")
            }
            code = unsafe sqlite3_bind_int64(statement, index, number)
        }
        guard code == SQLITE_OK else { throw failure(code, sql.text) }
    }

    private func failure(_ code: Int32, _ sql: String?) -> SQLError {
        let failure = unsafe SQLiteFailure(database, code: code)
        if code & 0xff == SQLITE_INTERRUPT, interrupter.isCancelled { return .cancelled }
        return failure.error(path: path, sql: sql)
    }
}
