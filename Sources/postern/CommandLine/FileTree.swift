import Glibc

/// The files of some names under a directory, however deep.
///
/// Links are followed, also to directories; each directory is looked into once, by whatever path it is reached first,
/// by its own before by a link. Hidden directories are left out.
struct FileTree {
    /// The files, in the order of their paths.
    private(set) var files: [String] = []
    /// The hidden files that have such a name, and are no files of the tree.
    private(set) var hidden: [String] = []
    /// What has such a name and is neither a file nor a directory.
    private(set) var others: [String] = []
    /// The links of such a name that lead to nothing.
    private(set) var dangling: [String] = []

    private let limit: Int
    private let isWanted: (_ name: String) -> Bool
    private var seen: Set<Place> = []
    private var directories: [String]
    private var links: [String] = []
    private var count = 0

    /// What a directory is, however it is reached.
    private struct Place: Hashable {
        let device: dev_t
        let file: ino_t
    }

    /// Looks into a directory.
    ///
    /// - Parameters:
    ///   - directory: the directory.
    ///   - limit: how many files and directories there may be at most.
    ///   - isWanted: whether a file of a name is of interest.
    /// - Throws: `E2BIG` when there are more.
    init(
        under directory: String, atMost limit: Int, where isWanted: @escaping (_ name: String) -> Bool = { _ in true }
    ) throws(FileError) {
        self.limit = limit
        self.isWanted = isWanted
        directories = [directory]
        while let next = directories.popLast() ?? links.popLast() { try look(into: next) }
        files.sort()
        hidden.sort()
        others.sort()
        dangling.sort()
    }

    private mutating func look(into directory: String) throws(FileError) {
        var status = stat()
        guard stat(directory, &status) == 0 else { throw FileError(errno) }
        guard seen.insert(Place(device: status.st_dev, file: status.st_ino)).inserted else { return }
        for name in try LocalFile.names(in: directory).reversed() {
            try add(name, directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)")
            count += 1
            guard count <= limit else { throw FileError(E2BIG) }
        }
    }

    private mutating func add(_ name: String, _ path: String) throws(FileError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw FileError(errno) }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink, stat(path, &status) != 0 {
            if isWanted(name), !name.hasPrefix(".") { dangling.append(path) }
            return
        }
        switch LocalFile.kind(status) {
        case .directory where name.hasPrefix("."): return
        case .directory: if isLink { links.append(path) } else { directories.append(path) }
        case .file where isWanted(name): if name.hasPrefix(".") { hidden.append(path) } else { files.append(path) }
        case .other where isWanted(name) && !name.hasPrefix("."): others.append(path)
        case .file, .other: return
        }
    }
}
