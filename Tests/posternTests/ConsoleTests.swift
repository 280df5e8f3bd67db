import Glibc
import TestSupport
import Testing

@testable import postern

/// What becomes of results that cannot be written.
@Suite struct ConsoleTests {
    private static let says = Command("say", summary: "Says.") { _, console in
        console.write("one\n")
        console.write("two\n")
        return .success
    }
    private static let finds = Command("find", summary: "Finds.", failureCode: .usage) { _, console in
        console.write("found\n")
        return .failure
    }

    /// Runs a command with its results written to a descriptor, which is closed then.
    private static func run(_ arguments: [String], to results: Int32) async throws -> (code: ExitCode, errors: String) {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/errors"
        let messages = open(path, O_WRONLY | O_CREAT, 0o600)
        try #require(results >= 0 && messages >= 0)
        let console = Console(results: results, messages: messages)
        let code = await CommandRunner(commands: [says, finds], console: console).run(arguments)
        close(results)
        close(messages)
        return (code, String(decoding: try LocalFile.read(path, atMost: 1 << 16), as: UTF8.self))
    }

    @Test(arguments: [
        (["say"], " say", ExitCode.failure), (["find"], " find", .usage), (["--help"], "", .failure),
        (["say", "--help"], " say", .failure), (["--version"], "", .failure),
    ])
    func `an answer that does not fit is one message and a failure`(
        arguments: [String], name: String, code: ExitCode
    ) async throws {
        let result = try await Self.run(arguments, to: open("/dev/full", O_WRONLY))
        #expect(result.code == code)
        #expect(result.errors == "postern\(name): the output was lost: no space left on device\n")
    }

    @Test func `an answer to a closed stream is a failure`() async throws {
        // What is open for reading alone refuses what is written, like a descriptor that is closed.
        let result = try await Self.run(["say"], to: open("/dev/null", O_RDONLY))
        #expect(result.code == .failure)
        #expect(result.errors == "postern say: the output was lost: bad file descriptor\n")
    }

    @Test func `an answer that is written whole is none`() async throws {
        let result = try await Self.run(["say"], to: open("/dev/null", O_WRONLY))
        #expect(result.code == .success && result.errors.isEmpty)
    }

    @Test func `the program says its version and nothing else`() async {
        let result = await runCommand("--version")
        #expect(result == (.success, "postern \(Postern.version)\n", ""))
    }
}
