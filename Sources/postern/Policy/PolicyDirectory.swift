import AccessPolicy
import JSONCoding
import PolicyFormat

/// A directory of policy files.
struct PolicyDirectory {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// More files than any set of policies has.
    static let maximumFiles = 100_000

    /// The policy files in the directory, however deep; a hidden one is left out with a note.
    ///
    /// - Throws: ``CommandFailure`` when it is no directory, or when what is named like a policy cannot be one: left out
    ///   without a word, it would be taken for removed.
    func paths(_ console: Console) throws(CommandFailure) -> [String] {
        let tree: FileTree
        do {
            guard try LocalFile.kind(of: path) == .directory else {
                throw CommandFailure("`\(path)` is no directory; name one with policies in it")
            }
            tree = try FileTree(under: path, atMost: Self.maximumFiles, where: Self.isPolicyFile)
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure("`\(path)` cannot be read: \(error)")
        }
        if let other = tree.others.first {
            throw CommandFailure("`\(other)` is neither a file nor a directory; remove it or name it otherwise")
        }
        if let link = tree.dangling.first {
            throw CommandFailure("`\(link)` is a link to nothing; remove it or put its file back")
        }
        for path in tree.hidden { console.error("note: `\(path)` is hidden and was not read\n") }
        return tree.files
    }

    /// What the files hold.
    func read(_ console: Console) throws(CommandFailure) -> [PolicyFile] { try Self.read(paths(console)) }

    /// What the files hold, together; what is wrong with them is written first.
    ///
    /// - Parameters:
    ///   - console: where to say what is wrong.
    ///   - consequence: what it means that something is, such as `nothing was published`.
    /// - Returns: the documents.
    /// - Throws: ``CommandFailure`` when anything cannot be read.
    func collection(_ console: Console, otherwise consequence: String) throws(CommandFailure) -> PolicyCollection {
        try PolicyCollection(read(console), console, otherwise: consequence)
    }

    /// The files that a path stands for: those of a directory, or the file itself, whatever it is called.
    static func paths(at path: String, _ console: Console) throws(CommandFailure) -> [String] {
        do throws(FileError) {
            guard try LocalFile.kind(of: path) == .directory else { return [path] }
        } catch {
            throw CommandFailure("`\(path)` cannot be read: \(error)")
        }
        return try PolicyDirectory(path).paths(console)
    }

    /// What files hold.
    static func read(_ paths: [String]) throws(CommandFailure) -> [PolicyFile] {
        var files: [PolicyFile] = []
        for path in paths {
            do throws(FileError) {
                files.append(try PolicyFile(reading: path))
            } catch {
                throw CommandFailure("`\(path)` cannot be read: \(error)")
            }
        }
        return files
    }

    /// Whether a file's name says that it may hold policies.
    static func isPolicyFile(_ path: String) -> Bool {
        [".json", ".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
    }
}
