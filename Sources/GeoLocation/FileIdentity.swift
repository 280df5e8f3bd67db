import Glibc
import ServiceRuntime

/// Tells one version of a file from the next.
struct FileIdentity: Sendable, Equatable {
    private let device: UInt
    private let node: UInt
    private let byteCount: Int
    private let modified: [Int]

    /// What the path leads to now.
    init(of path: String) throws(GeoLocationError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw .unreadable(path: path, cause: SystemError(call: "stat", code: errno))
        }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt(status.st_dev)
        node = UInt(status.st_ino)
        byteCount = Int(status.st_size)
        modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
}
