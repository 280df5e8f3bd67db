import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension TemporaryDirectory {
    var database: String { path + "/test.sqlite" }
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
