import CMaxMindDB
import Glibc
import ServiceRuntime

/// A copy of a file in sealed memory.
///
/// A mapping of the file itself would follow what happens on the disk: a file that is shortened while it is mapped ends
/// the process, and one that is written over is no longer the one that was checked.
@safe
final class FileSnapshot {
    /// The path that was copied.
    let path: String
    /// Which version of which file it is.
    let identity: FileIdentity
    private let memory: Int32
    private let content: UnsafeBufferPointer<UInt8>

    /// Copies a file of at most `limit` bytes.
    ///
    /// - Throws: ``GeoLocationError``.
    init(of path: String, atMost limit: Int) throws(GeoLocationError) {
        // Not to wait for a writer if it is a pipe.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .unreadable(path: path, cause: SystemError(call: "open", code: errno)) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else {
            throw .unreadable(path: path, cause: SystemError(call: "fstat", code: errno))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        let memory = unsafe postern_memory_file("database")
        guard memory >= 0 else { throw .unreadable(path: path, cause: SystemError(call: "memfd_create", code: errno)) }
        do throws(GeoLocationError) {
            let count = try Self.copy(file, to: memory, path: path, limit: limit)
            unsafe content = try Self.map(memory, count: count, path: path)
        } catch {
            close(memory)
            throw error
        }
        self.path = path
        self.memory = memory
        identity = FileIdentity(status)
    }

    deinit {
        unsafe munmap(UnsafeMutableRawPointer(mutating: content.baseAddress), content.count)
        close(memory)
    }

    /// The path by which this process may open the copy.
    var pathInMemory: String { "/proc/self/fd/\(memory)" }

    /// Lends the copied bytes.
    func withBytes<Result, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(unsafe content.span)
    }

    private static func copy(
        _ file: Int32, to memory: Int32, path: String, limit: Int
    ) throws(GeoLocationError) -> Int {
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        var total = 0
        while true {
            let count = unsafe read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path: path, cause: SystemError(call: "read", code: errno)) }
            guard count > 0 else { return total }
            total += count
            guard total <= limit else { throw .tooLarge(path: path, limit: limit) }
            try write(chunk[..<count], to: memory, path: path)
        }
    }

    private static func write(
        _ bytes: ArraySlice<UInt8>, to memory: Int32, path: String
    ) throws(GeoLocationError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(memory, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .unreadable(path: path, cause: SystemError(call: "write", code: errno)) }
            rest = rest.dropFirst(count)
        }
    }

    private static func map(
        _ memory: Int32, count: Int, path: String
    ) throws(GeoLocationError) -> UnsafeBufferPointer<UInt8> {
        guard count > 0 else { throw .notADatabase(path: path) }
        guard postern_seal(memory) == 0 else {
            throw .unreadable(path: path, cause: SystemError(call: "fcntl", code: errno))
        }
        let start = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, memory, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else {
            throw .unreadable(path: path, cause: SystemError(call: "mmap", code: errno))
        }
        return unsafe UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
    }
}
