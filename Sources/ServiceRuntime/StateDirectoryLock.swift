import Glibc

/// Why a state directory can't be locked.
public enum StateDirectoryLockError: Error, Equatable, CustomStringConvertible {
    /// Another process holds it.
    case alreadyHeld(path: String, holder: Int32?)
    /// The lock file can't be used.
    case unusable(path: String, cause: SystemError)

    /// One line that is safe to log and to show.
    public var description: String {
        switch self {
        case .alreadyHeld(let path, let holder?): "`\(path)` is in use by process \(holder)"
        case .alreadyHeld(let path, nil): "`\(path)` is in use by another process"
        case .unusable(let path, let cause): "cannot lock `\(path)`: \(cause)"
        }
    }
}

/// An exclusive lock on a state directory, held until it is dropped or the process ends.
public struct StateDirectoryLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock without waiting.
    ///
    /// - Parameter directory: an existing directory; the file `lock` in it is made with mode 0600.
    /// - Throws: `StateDirectoryLockError`.
    public init(directory: String) throws(StateDirectoryLockError) {
        let path = directory + "/lock"
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .unusable(path: path, cause: SystemError(call: "open", code: errno)) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let holder = code == EWOULDBLOCK ? readHolder(file) : nil
            close(file)
            if code == EWOULDBLOCK { throw .alreadyHeld(path: directory, holder: holder) }
            throw .unusable(path: path, cause: SystemError(call: "flock", code: code))
        }
        writeHolder(file)
        descriptor = file
    }

    deinit {
        close(descriptor)
    }
}

private func readHolder(_ file: Int32) -> Int32? {
    let text = unsafe withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { buffer -> String in
        let count = unsafe pread(file, buffer.baseAddress, 16, 0)
        return unsafe String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
    return Int32(text.prefix { $0.isNumber })
}

/// Leaves the process id for the message of whoever finds the lock held; the lock holds without it.
private func writeHolder(_ file: Int32) {
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(file, 0) == 0 else { return }
    _ = unsafe text.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, 0) }
}
