import Glibc

/// Lines of a file or of standard input, one at a time; the file is never in memory as a whole.
struct LineReader: ~Copyable {
    /// The most bytes of a line.
    static let maximumLineBytes = 1 << 20

    /// How many lines were given out.
    private(set) var lineCount = 0

    /// Whether the last line that was given out had no line end.
    private(set) var isUnfinished = false

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// Opens a file; `-` is standard input.
    init(_ path: String) throws(FileError) {
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(errno) }
    }

    deinit { close(descriptor) }

    /// The next line without its line end; nil behind the last.
    ///
    /// - Throws: `EFBIG` for a line of more than ``maximumLineBytes`` bytes.
    mutating func next() throws(FileError) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                let line = try line(endingAt: end)
                start = end + 1
                return line
            }
            guard !isAtEnd else {
                guard start < buffer.count else { return nil }
                let line = try line(endingAt: buffer.count)
                start = buffer.count
                isUnfinished = true
                return line
            }
            guard buffer.count - start <= Self.maximumLineBytes + 1 else {
                throw FileError(EFBIG)
            }
            searched = buffer.count - start
            try fill()
        }
    }

    private mutating func line(endingAt end: Int) throws(FileError) -> [UInt8] {
        let line = buffer[start..<end]
        let content = line.last == 0x0D ? line.dropLast() : line
        guard content.count <= Self.maximumLineBytes else { throw FileError(EFBIG) }
        lineCount += 1
        return Array(content)
    }

    private mutating func fill() throws(FileError) {
        buffer.removeFirst(start)
        start = 0
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(errno) }
            isAtEnd = count == 0
            buffer.append(contentsOf: chunk[..<count])
            return
        }
    }
}
