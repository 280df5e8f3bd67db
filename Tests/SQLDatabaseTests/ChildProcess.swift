import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A process that the test started, with its standard output.
///
/// Used by one task at a time: the calls that wait do so on a thread of their own, and the task waits for them.
final class ChildProcess: @unchecked Sendable {
    private let process: pid_t
    private let output: UnsafeMutablePointer<FILE>
    private var isReaped = false

    /// Starts the helper that is built beside the tests.
    init(_ arguments: [String]) throws {
        let path = try Self.directory() + "/SQLWriter"
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let code = posix_spawn(&process, path, &actions, nil, &words, environ)
        close(ends[1])
        try #require(code == 0, "\(path): \(code)")
        self.process = process
        output = try #require(fdopen(ends[0], "r"))
    }

    /// The next lines, fewer at the end of the output.
    func lines(upTo count: Int = .max) async throws -> [String] {
        try await blocking { Array(sequence(state: ()) { _ in self.line() }.prefix(count)) }
    }

    /// The next whole line without its end, or nil at the end of the output; what is left of a torn line is dropped.
    private func line() -> String? {
        var buffer: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(buffer) }
        let count = getline(&buffer, &capacity, output)
        guard count > 0, let buffer, buffer[count - 1] == 10 else { return nil }
        return String(decoding: UnsafeRawBufferPointer(start: buffer, count: count - 1), as: UTF8.self)
    }

    /// Ends it at once, without a chance to do anything more.
    func killAtOnce() {
        kill(process, SIGKILL)
    }

    /// Waits for its end and returns the exit status, or minus the number of the signal that ended it.
    func end() async throws -> Int32 {
        try await blocking { self.wait() }
    }

    private func wait() -> Int32 {
        var status: Int32 = 0
        isReaped = waitpid(process, &status, 0) == process
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }

    deinit {
        if !isReaped {
            killAtOnce()
            _ = wait()
        }
        fclose(output)
    }

    private static func directory() throws -> String {
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // The test runner of the package manager loads the tests from beside its own arguments.
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? path
        return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.startIndex)])
    }
}
