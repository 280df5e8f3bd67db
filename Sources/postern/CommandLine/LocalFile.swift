import Glibc

/// Files and directories that a command is pointed at.
enum LocalFile {
    /// What a path leads to.
    enum Kind: Sendable, Hashable {
        case file
        case directory
        case other
    }

    /// What a path leads to; a symbolic link is followed.
    static func kind(of path: String) throws(FileError) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError(errno) }
        return kind(status)
    }

    /// Whether anything is at a path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The whole content of a file.
    ///
    /// - Throws: `EFBIG` when it is longer than `limit` bytes.
    static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(errno) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(errno) }
            guard count > 0 else { return content }
            content.append(contentsOf: chunk[..<count])
            guard content.count <= limit else { throw FileError(EFBIG) }
        }
    }

    /// Puts content in a file's place: whoever opens the path finds the old content or the new, never a part.
    ///
    /// What it writes first is hidden; what an interrupted process left of it, ``removeAbandonedDrafts(in:)`` removes.
    static func replace(_ path: String, with content: [UInt8]) throws(FileError) {
        let split = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let draft = "\(path[..<split]).\(path[split...]).\(getpid()).tmp"
        do throws(FileError) {
            try write(content, to: draft)
            guard rename(draft, path) == 0 else { throw FileError(errno) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Removes what processes that are gone have begun to write into a directory.
    static func removeAbandonedDrafts(in directory: String) throws(FileError) {
        for name in try names(in: directory) where name.hasPrefix(".") && name.hasSuffix(".tmp") {
            guard let process = name.split(separator: ".").dropLast().last.flatMap({ pid_t($0) }), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            let path = "\(directory)/\(name)"
            guard unlink(path) == 0 || errno == ENOENT else { throw FileError(errno) }
        }
    }

    /// Makes a directory and those above it that are missing.
    static func makeDirectory(_ path: String) throws(FileError) {
        var parents: [String] = []
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        while !path.isEmpty, !exists(String(path)) {
            parents.append(String(path))
            guard let end = path.lastIndex(of: "/") else { break }
            path = path[..<end]
        }
        for parent in parents.reversed() where mkdir(parent, 0o777) != 0 && errno != EEXIST {
            throw FileError(errno)
        }
    }

    /// The names of everything in a directory, hidden ones too, in order.
    static func names(in directory: String) throws(FileError) -> [String] {
        guard let stream = opendir(directory) else { throw FileError(errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw FileError(errno) }
                return names.sorted()
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    static func kind(_ status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        default: .other
        }
    }

    private static func write(_ content: [UInt8], to path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileError(errno) }
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = FileError(errno)
                close(descriptor)
                throw failure
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else {
            let failure = FileError(errno)
            close(descriptor)
            throw failure
        }
        guard close(descriptor) == 0 else { throw FileError(errno) }
    }
}
