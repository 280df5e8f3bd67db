import Glibc
import ServiceRuntime

/// Files and directories that a command is pointed at.
enum LocalFile {
    /// What a path leads to.
    enum Kind: Sendable, Hashable {
        case file
        case directory
        case other
    }

    /// What a path leads to; a symbolic link is followed.
    static func kind(of path: String) throws(SystemError) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError(call: "stat", code: errno) }
        return kind(status)
    }

    /// Whether anything is at a path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The whole content of a file.
    ///
    /// - Throws: `EFBIG` when it is longer than `limit` bytes.
    static func read(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(call: "open", code: errno) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(call: "read", code: errno) }
            guard count > 0 else { return content }
            content.append(contentsOf: chunk[..<count])
            guard content.count <= limit else { throw SystemError(call: "read", code: EFBIG) }
        }
    }

    /// Puts content in a file's place: whoever opens the path finds the old content or the new, never a part.
    static func replace(_ path: String, with content: [UInt8]) throws(SystemError) {
        let draft = path + ".\(getpid()).tmp"
        do throws(SystemError) {
            try write(content, to: draft)
            guard rename(draft, path) == 0 else { throw SystemError(call: "rename", code: errno) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Makes a directory and those above it that are missing.
    static func makeDirectory(_ path: String) throws(SystemError) {
        var parents: [String] = []
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        while !path.isEmpty, !exists(String(path)) {
            parents.append(String(path))
            guard let end = path.lastIndex(of: "/") else { break }
            path = path[..<end]
        }
        for parent in parents.reversed() where mkdir(parent, 0o777) != 0 && errno != EEXIST {
            throw SystemError(call: "mkdir", code: errno)
        }
    }

    /// The files under a directory, however deep, in the order of their paths; hidden ones and links to directories
    /// are left out.
    static func files(under directory: String, atMost limit: Int) throws(SystemError) -> [String] {
        var found: [String] = []
        var pending = [directory]
        while let next = pending.popLast() {
            for name in try names(in: next) where !name.hasPrefix(".") {
                let path = next.hasSuffix("/") ? next + name : "\(next)/\(name)"
                var status = stat()
                guard lstat(path, &status) == 0 else { throw SystemError(call: "lstat", code: errno) }
                switch kind(status) {
                case .directory: pending.append(path)
                case .file: found.append(path)
                case .other: if try kind(of: path) == .file { found.append(path) }
                }
                guard found.count + pending.count <= limit else { throw SystemError(call: "readdir", code: E2BIG) }
            }
        }
        return found.sorted()
    }

    /// The names of everything in a directory, hidden ones too, in order.
    static func names(in directory: String) throws(SystemError) -> [String] {
        guard let stream = opendir(directory) else { throw SystemError(call: "opendir", code: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw SystemError(call: "readdir", code: errno) }
                return names.sorted()
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    private static func kind(_ status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        default: .other
        }
    }

    private static func write(_ content: [UInt8], to path: String) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemError(call: "open", code: errno) }
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = SystemError(call: "write", code: errno)
                close(descriptor)
                throw failure
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else {
            let failure = SystemError(call: "fsync", code: errno)
            close(descriptor)
            throw failure
        }
        guard close(descriptor) == 0 else { throw SystemError(call: "close", code: errno) }
    }
}
