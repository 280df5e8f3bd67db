import Glibc
import TestSupport
import Testing

@testable import postern

/// Which files of a directory are policies, and what is said of those that cannot be.
@Suite struct PolicyFilesTests {
    typealias Published = PolicyPublicationCommandTests

    private static func prepared() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        _ = try directory.write("p/0.json", Published.policy(1))
        _ = try directory.write("elsewhere/1.json", Published.policy(2))
        return directory
    }

    private static func count(_ directory: TemporaryDirectory) async -> CommandResult {
        await runCommand("policy", "export", directory.path + "/p", "--into", directory.path + "/out")
    }

    @Test func `a link to a directory is followed, and one that leads back is not followed twice`() async throws {
        let directory = try Self.prepared()
        let path = directory.path
        #expect(symlink(path + "/elsewhere", path + "/p/linked") == 0)
        #expect(symlink(path + "/p", path + "/elsewhere/back") == 0)
        #expect(symlink(path + "/elsewhere", path + "/p/again") == 0)
        let exported = await Self.count(directory)
        #expect(exported.code == .success && exported.output.hasPrefix("Wrote 2 documents "), "\(exported)")
    }

    @Test(arguments: ["pipe.json", "pipe.yml"])
    func `what is neither a file nor a directory is refused by its name`(_ name: String) async throws {
        let directory = try Self.prepared()
        #expect(mkfifo("\(directory.path)/p/\(name)", 0o600) == 0)
        let refused = await Self.count(directory)
        #expect(refused.code == .failure)
        #expect(
            refused.errors.contains("`\(directory.path)/p/\(name)` is neither a file nor a directory"), "\(refused)")
    }

    @Test func `a link to nothing is refused by its name`() async throws {
        let directory = try Self.prepared()
        #expect(symlink("/nowhere/x.json", directory.path + "/p/x.json") == 0)
        let refused = await Self.count(directory)
        #expect(
            refused.code == .failure && refused.errors.contains("`\(directory.path)/p/x.json` is a link to nothing"))
    }

    @Test func `what is named otherwise may be anything`() async throws {
        let directory = try Self.prepared()
        #expect(mkfifo(directory.path + "/p/control", 0o600) == 0)
        #expect(symlink("/nowhere", directory.path + "/p/lost") == 0)
        #expect(await Self.count(directory).code == .success)
    }

    @Test func `a hidden file that is named like a policy is left out with a note`() async throws {
        let directory = try Self.prepared()
        _ = try directory.write("p/.hidden.json", Published.policy(2))
        _ = try directory.write("p/.git/x.json", "{")
        let exported = await Self.count(directory)
        #expect(exported.code == .success && exported.output.hasPrefix("Wrote 1 document "), "\(exported)")
        #expect(
            exported.errors == "note: `\(directory.path)/p/.hidden.json` is hidden and was not read\n", "\(exported)")
    }

    @Test func `what an interrupted import left is never read, and is removed next time`() async throws {
        let directory = try Self.prepared()
        // No process has this number.
        let draft = try directory.write("out/.0.json.99999999.tmp", "{")
        let other = try directory.write("out/.notes.tmp", "mine")
        let imported = await runCommand("policy", "import", directory.path + "/p", "--into", directory.path + "/out")
        #expect(imported.code == .success, "\(imported)")
        #expect(!LocalFile.exists(draft))
        #expect(LocalFile.exists(other))
    }

    @Test func `a device of nothing is no device`() async throws {
        let directory = try Self.prepared()
        for (name, text) in [("null.json", "null"), ("empty.yaml", ""), ("list.json", "[]")] {
            let device = try directory.write(name, text)
            let refused = await runCommand(
                "policy", "what-if", "--policies", directory.path + "/p", "--account", "a", "--application", "b",
                "--device", device)
            #expect(refused.code == .usage || refused.code == .failure, "\(refused)")
            #expect(refused.errors.contains("`--device`") || refused.errors.contains(device), "\(refused)")
        }
    }
}
