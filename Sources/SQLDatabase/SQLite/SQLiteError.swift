import CSQLite
import Glibc
import ServiceRuntime

/// A result code of SQLite with what is known at the call, before it becomes an `SQLError`.
struct SQLiteFailure {
    /// The extended result code.
    let code: Int32
    /// SQLite's own message.
    let message: String
    /// The `errno` behind it, or 0.
    let systemCode: Int32

    /// Takes what the connection says about the call that just failed.
    init(_ database: OpaquePointer, code: Int32) {
        self.code = code
        message = unsafe sqlite3_errmsg(database).map { unsafe String(cString: $0) } ?? "result \(code)"
        systemCode = unsafe sqlite3_system_errno(database)
    }

    /// The one translation of result codes; `sql` is the statement that ran, if one did.
    func error(path: String, sql: String?) -> SQLError {
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: .locked
        case SQLITE_INTERRUPT: .deadlineExceeded
        case SQLITE_READONLY, SQLITE_PERM: .readOnly(path: path)
        case SQLITE_FULL: .diskFull(path: path)
        case SQLITE_NOTADB: .notADatabase(path: path)
        case SQLITE_CORRUPT: .corrupt(path: path)
        case SQLITE_CANTOPEN:
            .cannotOpen(path: path, reason: systemCode == 0 ? message : SystemError.text(of: systemCode))
        case SQLITE_IOERR where systemCode == ENOSPC || systemCode == EDQUOT: .diskFull(path: path)
        case SQLITE_IOERR:
            .inputOutput(path: path, reason: systemCode == 0 ? message : SystemError.text(of: systemCode))
        case SQLITE_CONSTRAINT: .constraint(constraint, detail: message)
        case SQLITE_TOOBIG: .tooLarge(detail: message)
        case SQLITE_MISMATCH: .constraint(.check, detail: message)
        case SQLITE_ERROR, SQLITE_RANGE, SQLITE_MISUSE: .statement(sql: sql ?? "", reason: message)
        default: .engine(code: Int(code), reason: message)
        }
    }

    private var constraint: SQLConstraint {
        switch code {
        case SQLITE_CONSTRAINT | (6 << 8), SQLITE_CONSTRAINT | (8 << 8), SQLITE_CONSTRAINT | (10 << 8): .unique
        case SQLITE_CONSTRAINT | (3 << 8): .foreignKey
        case SQLITE_CONSTRAINT | (5 << 8): .notNull
        case SQLITE_CONSTRAINT | (1 << 8), SQLITE_CONSTRAINT | (12 << 8): .check
        default: .other
        }
    }
}

extension SQLError {
    /// Whether the error belongs to one statement, so that its savepoint can be rolled back and the transaction go on.
    var concernsOneWrite: Bool {
        switch self {
        case .constraint, .tooLarge, .statement, .deadlineExceeded, .column: true
        default: false
        }
    }
}
