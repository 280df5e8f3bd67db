import Glibc
import ServiceRuntime
import TestSupport
import Testing

@Suite struct StateDirectoryLockTests {
    private let temporary: TemporaryDirectory
    private var directory: String { temporary.path }

    init() throws {
        temporary = try TemporaryDirectory()
    }

    @Test func `refuses a directory that is held and says by whom`() throws {
        let held = try StateDirectoryLock(directory: directory)
        #expect(throws: StateDirectoryLockError.alreadyHeld(path: directory, holder: getpid())) {
            _ = try StateDirectoryLock(directory: directory)
        }
        _ = consume held
        _ = try StateDirectoryLock(directory: directory)
    }

    @Test func `refuses a directory that cannot hold a file`() {
        let path = "/dev/null"
        #expect(
            throws: StateDirectoryLockError.unusable(
                path: path + "/lock", cause: SystemError(call: "open", code: ENOTDIR))
        ) {
            _ = try StateDirectoryLock(directory: path)
        }
    }

    @Test func `says in one lower-case line what failed`() {
        let error = StateDirectoryLockError.unusable(path: "/x", cause: SystemError(call: "open", code: ENOTDIR))
        #expect(error.description == "cannot lock `/x`: `open` failed: not a directory")
    }
}
