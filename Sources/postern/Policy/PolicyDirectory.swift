import AccessPolicy
import JSONCoding
import PolicyFormat
import ServiceRuntime

/// A directory of policy files.
struct PolicyDirectory {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// More files than any set of policies has.
    static let maximumFiles = 100_000

    /// The policy files in the directory, however deep.
    func paths() throws(CommandFailure) -> [String] {
        do {
            guard try LocalFile.kind(of: path) == .directory else {
                throw CommandFailure("`\(path)` is no directory; name one with policies in it")
            }
            return try LocalFile.files(under: path, atMost: Self.maximumFiles).filter(Self.isPolicyFile)
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure("`\(path)` cannot be read: \(error)")
        }
    }

    /// What the files hold.
    func read() throws(CommandFailure) -> [PolicyFile] { try Self.read(paths()) }

    /// What the files hold, together; what is wrong with them is written first.
    ///
    /// - Parameters:
    ///   - console: where to say what is wrong.
    ///   - consequence: what it means that something is, such as `nothing was published`.
    /// - Returns: the documents.
    /// - Throws: ``CommandFailure`` when anything cannot be read.
    func collection(_ console: Console, otherwise consequence: String) throws(CommandFailure) -> PolicyCollection {
        try PolicyCollection(read(), console, otherwise: consequence)
    }

    /// The files that a path stands for: those of a directory, or the file itself, whatever it is called.
    static func paths(at path: String) throws(CommandFailure) -> [String] {
        do throws(SystemError) {
            guard try LocalFile.kind(of: path) == .directory else { return [path] }
        } catch {
            throw CommandFailure("`\(path)` cannot be read: \(error)")
        }
        return try PolicyDirectory(path).paths()
    }

    /// What files hold.
    static func read(_ paths: [String]) throws(CommandFailure) -> [PolicyFile] {
        var files: [PolicyFile] = []
        for path in paths {
            do throws(SystemError) {
                files.append(try PolicyFile(reading: path))
            } catch {
                throw CommandFailure("`\(path)` cannot be read: \(error)")
            }
        }
        return files
    }

    /// Whether a file's name says that it may hold policies.
    private static func isPolicyFile(_ path: String) -> Bool {
        [".json", ".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
    }
}
