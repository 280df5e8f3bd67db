import Cryptography
import Glibc
import ManagedAppClient
import TestSupport
import Testing

struct FileStoreTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var path: String { directory.path + "/app" }

    private func mode(_ name: String) -> UInt32 {
        var status = stat()
        return stat(path + "/" + name, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func `an item is read as it was written, replaced whole, and only its owner's`() throws {
        let store = try FileSecretStore(directory: path)
        #expect(try store.read("a") == nil)
        try store.write([1, 2, 3], as: "a")
        try store.write([4], as: "a")
        #expect(try store.read("a") == [4])
        #expect(mode("a") == 0o600)
        #expect(mode("") == 0o700)
        try store.remove("a")
        try store.remove("a")
        #expect(try store.read("a") == nil)
    }

    @Test func `a file that others can read is no secret`() throws {
        let store = try FileSecretStore(directory: path)
        try store.write([1], as: "a")
        chmod(path + "/a", 0o640)
        #expect(throws: LocalStoreError.exposed(path + "/a")) { try store.read("a") }
    }

    @Test(arguments: ["", "../a", "a/b", ".a", "a b", "ä", String(repeating: "a", count: 201)])
    func `refuses a name that could lead elsewhere`(name: String) throws {
        let store = try FileSecretStore(directory: path)
        #expect(throws: LocalStoreError.invalidName) { try store.write([1], as: name) }
    }

    @Test func `a key is the same after it was read again`() async throws {
        let keys = try FileDeviceKeyStore(directory: path)
        let made = try keys.makeKey(named: "k")
        let read = try #require(try FileDeviceKeyStore(directory: path).key(named: "k"))
        #expect(read.publicKey == made.publicKey)
        #expect(mode("key-k.pem") == 0o600)
        let signature = try await read.sign([1, 2])
        #expect(made.publicKey.verify(signature, over: [1, 2], algorithm: .es256))
        try keys.removeKey(named: "k")
        #expect(try keys.key(named: "k") == nil)
    }
}
