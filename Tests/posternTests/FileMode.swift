import Glibc
import ServiceRuntime

/// The permission bits of a file or directory.
func mode(_ path: String) throws -> UInt32 {
    var status = stat()
    guard stat(path, &status) == 0 else { throw SystemError(call: "stat", code: errno) }
    return status.st_mode & 0o777
}

/// Sets the permission bits of a file.
func setMode(_ path: String, _ bits: UInt32) throws {
    guard chmod(path, bits) == 0 else { throw SystemError(call: "chmod", code: errno) }
}
