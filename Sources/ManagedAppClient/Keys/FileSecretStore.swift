import Cryptography
import Glibc

/// Secrets as files of mode 0600, replaced as a whole.
///
/// Its calls are short and block; a file that others can read is not read.
public struct FileSecretStore: SecretStore {
    private static let maximumBytes = 1 << 20
    private let directory: String

    /// Makes a store in a directory.
    ///
    /// - Parameter directory: made with mode 0700 when it does not exist; the directory above it must exist.
    /// - Throws: `LocalStoreError`.
    public init(directory: String) throws(LocalStoreError) {
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw Self.failure("mkdir", directory) }
        self.directory = directory
    }

    /// The item of a name; nil when there is none.
    ///
    /// - Throws: `LocalStoreError`.
    public func read(_ name: String) throws(LocalStoreError) -> [UInt8]? {
        let path = try path(name)
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure("open", path)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Self.failure("fstat", path) }
        guard status.st_mode & 0o077 == 0 else { throw .exposed(path) }
        guard status.st_size <= Self.maximumBytes else { throw .malformed(path) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            guard got > 0 else { throw Self.failure("read", path) }
            count += got
        }
        return bytes
    }

    /// Writes an item to a new file that takes the place of the old one.
    ///
    /// - Throws: `LocalStoreError`.
    public func write(_ bytes: [UInt8], as name: String) throws(LocalStoreError) {
        let path = try path(name)
        guard bytes.count <= Self.maximumBytes else { throw .failed("`\(path)` would be too large") }
        let draft = "\(path).\(Hexadecimal.encode(RandomBytes.generate(8)))"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure("open", draft) }
        do throws(LocalStoreError) {
            try Self.fill(file, bytes, draft)
            guard rename(draft, path) == 0 else { throw Self.failure("rename", path) }
        } catch {
            unlink(draft)
            throw error
        }
        try sync()
    }

    /// Removes an item.
    ///
    /// - Throws: `LocalStoreError`.
    public func remove(_ name: String) throws(LocalStoreError) {
        let path = try path(name)
        guard unlink(path) == 0 || errno == ENOENT else { throw Self.failure("unlink", path) }
        try sync()
    }

    private static func fill(_ file: Int32, _ bytes: [UInt8], _ path: String) throws(LocalStoreError) {
        defer { close(file) }
        var count = 0
        while count < bytes.count {
            let written = bytes.withUnsafeBytes {
                Glibc.write(file, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            guard written > 0 else { throw failure("write", path) }
            count += written
        }
        guard fsync(file) == 0 else { throw failure("fsync", path) }
    }

    /// The name of a file is durable when its directory is.
    private func sync() throws(LocalStoreError) {
        let file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw Self.failure("open", directory) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw Self.failure("fsync", directory) }
    }

    private func path(_ name: String) throws(LocalStoreError) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
            default: false
            }
        }
        guard isPlain, !name.isEmpty, name.utf8.first != 0x2E, name.utf8.count <= 200 else { throw .invalidName }
        return "\(directory)/\(name)"
    }

    private static func failure(_ call: String, _ path: String) -> LocalStoreError {
        .failed("`\(call)` of `\(path)` failed with error \(errno)")
    }
}
