import FoundationEssentials
import Glibc
import Testing

/// A directory that goes away with its owner.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/postern-sql-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    var database: String { path + "/test.sqlite" }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Issue.record("the directory of the test remains: \(error)")
        }
    }
}

/// A small file system of its own in memory.
final class SmallFileSystem: Sendable {
    /// Whether this process may mount one.
    static let isPermitted: Bool = {
        do {
            _ = try SmallFileSystem(kibibytes: 64)
            return true
        } catch {
            return false
        }
    }()

    let directory: TemporaryDirectory

    init(kibibytes: Int) throws {
        directory = try TemporaryDirectory()
        try #require(mount("tmpfs", directory.path, "tmpfs", 0, "size=\(kibibytes)k") == 0, "mount is not permitted")
    }

    func makeReadOnly() throws {
        try #require(mount("tmpfs", directory.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
    }

    func grow(kibibytes: Int) throws {
        try #require(mount("tmpfs", directory.path, "tmpfs", UInt(MS_REMOUNT), "size=\(kibibytes)k") == 0)
    }

    deinit {
        umount2(directory.path, Int32(MNT_DETACH))
    }
}
