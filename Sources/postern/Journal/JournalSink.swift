import Glibc
import JSONCoding

/// Where exported entries go: standard output, or a file that a later export can go on with.
struct JournalSink: ~Copyable {
    /// The sequence of the last entry that the file has already; 0 without any.
    private(set) var reached: Int64 = 0

    private let console: Console
    private let descriptor: Int32
    private let path: String

    /// - Parameters:
    ///   - path: the file; nil is standard output.
    ///   - resume: whether to go on with a file that is there. Otherwise it must be new.
    ///   - console: what writes to standard output.
    /// - Throws: ``CommandFailure``.
    init(_ path: String?, resume: Bool, console: Console) throws(CommandFailure) {
        self.console = console
        self.path = path ?? ""
        guard let path else {
            descriptor = -1
            return
        }
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | (resume ? 0 : O_EXCL), 0o600)
        guard descriptor >= 0 else {
            let hint = errno == EEXIST ? "; `--resume` goes on with it" : ""
            throw CommandFailure("`\(path)` cannot be written: \(FileError(errno))\(hint)")
        }
        if resume { reached = try Self.repairEnd(descriptor, path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether it is a file.
    var isFile: Bool { descriptor >= 0 }

    /// Writes whole lines.
    func write(_ text: String) throws(CommandFailure) {
        guard isFile else { return text.isEmpty ? () : console.write(text) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Puts what was written on the disk.
    func finish() throws(CommandFailure) {
        guard isFile else { return }
        guard fsync(descriptor) == 0 else { throw failure(errno) }
    }

    private func failure(_ code: Int32) -> CommandFailure {
        CommandFailure("`\(path)` cannot be written: \(FileError(code))")
    }

    /// Cuts an unfinished line off the end, and reads the sequence of the last whole one.
    private static func repairEnd(_ descriptor: Int32, _ path: String) throws(CommandFailure) -> Int64 {
        let longest = LineReader.maximumLineBytes
        let size = Int(lseek(descriptor, 0, SEEK_END))
        guard size >= 0 else { throw CommandFailure("`\(path)` cannot be read: \(FileError(errno))") }
        let window = min(size, 2 * longest)
        var end = [UInt8](repeating: 0, count: window)
        guard pread(descriptor, &end, window, off_t(size - window)) == window else {
            throw CommandFailure("`\(path)` cannot be read: \(FileError(EIO))")
        }
        let whole = end.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        guard whole > 0 else {
            guard window == size, ftruncate(descriptor, 0) == 0 else { throw notAnExport(path) }
            return 0
        }
        let start = end[..<(whole - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        guard let last = try? JSONValue.parse(Array(end[start..<(whole - 1)])),
            case .integer(let sequence)? = last["sequence"]
        else { throw notAnExport(path) }
        guard ftruncate(descriptor, off_t(size - window + whole)) == 0 else {
            throw CommandFailure("`\(path)` cannot be written: \(FileError(errno))")
        }
        return sequence
    }

    private static func notAnExport(_ path: String) -> CommandFailure {
        CommandFailure("`\(path)` is no export of a journal; name another file")
    }
}
