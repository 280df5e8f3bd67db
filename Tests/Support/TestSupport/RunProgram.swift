import Glibc
import Testing

/// Runs a program of the path to its end and returns what it wrote to standard output.
///
/// Foundation's `Process` is no choice here: before it spawns, it reads the names of open descriptors beyond the end of
/// their buffer, which the address sanitizer ends the tests for.
///
/// - Parameters:
///   - words: the program and its arguments.
///   - input: its standard input; less than a socket holds (64 KiB).
/// - Returns: its exit code, or minus the number of the signal that ended it, and its output.
/// - Throws: when it cannot be started.
public func runProgram(_ words: [String], input: String = "") throws -> (status: Int32, output: [UInt8]) {
    let (toRead, toWrite) = (try Pipe(), try Pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toRead.reading, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, toWrite.writing, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
    close(toRead.reading)
    close(toWrite.writing)
    defer { close(toWrite.reading) }
    guard code == 0 else {
        close(toRead.writing)
        throw ProgramNotStarted(program: words[0], code: code)
    }
    // A program that reads nothing closes its end; what it says is what counts.
    _ = Array(input.utf8).withUnsafeBytes {
        send(toRead.writing, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    close(toRead.writing)
    let output = toWrite.readAll()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return (status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f), output)
}

/// A program that cannot be started.
struct ProgramNotStarted: Error {
    let program: String
    let code: Int32
}

/// A pipe whose ends no other child inherits; of sockets, since writing to one that was closed is no signal then.
private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        (reading, writing) = (ends[0], ends[1])
    }

    func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(reading, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes += buffer[0..<count]
            } else if count == 0 || errno != EINTR {
                return bytes
            }
        }
    }
}
