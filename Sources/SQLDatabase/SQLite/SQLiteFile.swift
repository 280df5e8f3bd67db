import Glibc
import ServiceRuntime

/// The database file as the file system sees it.
enum SQLiteFile {
    /// Makes the file with mode 0600, or takes a file that exists out of the reach of group and others.
    ///
    /// SQLite gives its log and index files the same mode. An existing file is never opened here: closing any descriptor of
    /// it would drop the locks that this process holds through another connection.
    /// - Throws: `SQLError.cannotOpen`.
    static func prepare(_ path: String) throws(SQLError) {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 {
            close(file)
            return
        }
        guard errno == EEXIST else { throw failure(path, errno) }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw failure(path, errno) }
        guard status.st_mode & 0o077 != 0 else { return }
        guard unsafe chmod(path, status.st_mode & 0o700) == 0 else { throw failure(path, errno) }
    }

    private static func failure(_ path: String, _ code: Int32) -> SQLError {
        switch code {
        case EROFS: .readOnly(path: path)
        case ENOSPC, EDQUOT: .diskFull(path: path)
        default: .cannotOpen(path: path, reason: SystemError.text(of: code))
        }
    }
}
