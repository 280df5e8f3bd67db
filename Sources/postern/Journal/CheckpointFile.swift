import Glibc
import JSONCoding

/// The checkpoints of one tenant outside the database, a line each: lines are only ever appended, by one process at a time.
struct CheckpointFile: ~Copyable {
    /// The last line; nil in a new file.
    private(set) var newest: CheckpointLine?

    private let descriptor: Int32
    /// No line is nearly as long.
    private static let longestLine = 16 << 10

    /// Opens the file, makes it if it is new, and takes away what a process that was killed had begun to write.
    ///
    /// - Throws: `EWOULDBLOCK` while another process has it; `EBADMSG` when its last line is no checkpoint.
    init(_ path: String) throws(FileError) {
        let isNew = !LocalFile.exists(path)
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw FileError(errno) }
        if isNew { try Self.syncDirectory(of: path) }
        newest = try Self.repairEnd(descriptor)
    }

    deinit { close(descriptor) }

    /// Appends lines; they are on the disk when it returns.
    mutating func append(_ lines: [CheckpointLine]) throws(FileError) {
        guard let last = lines.last else { return }
        var bytes: [UInt8] = []
        for line in lines { bytes += line.jsonBytes() + [0x0A] }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(count < 0 ? errno : EIO) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw FileError(errno) }
        newest = last
    }

    /// Cuts an unfinished line off the end, and reads the last whole one.
    private static func repairEnd(_ descriptor: Int32) throws(FileError) -> CheckpointLine? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(errno) }
        let size = Int(status.st_size)
        let window = min(size, 2 * longestLine)
        var end = [UInt8](repeating: 0, count: window)
        guard pread(descriptor, &end, window, off_t(size - window)) == window else { throw FileError(EIO) }
        let whole = end.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        guard whole > 0 || window == size else { throw FileError(EBADMSG) }
        if whole < window {
            guard ftruncate(descriptor, off_t(size - window + whole)) == 0, fsync(descriptor) == 0 else {
                throw FileError(errno)
            }
        }
        guard whole > 0 else { return nil }
        let start = end[..<(whole - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        guard let line = try? CheckpointLine(jsonBytes: Array(end[start..<(whole - 1)])) else {
            throw FileError(EBADMSG)
        }
        return line
    }

    /// A new file's name is on the disk when its directory is.
    private static func syncDirectory(of path: String) throws(FileError) {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let directory = open(String(path[..<end]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw FileError(errno) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw FileError(errno) }
    }
}
