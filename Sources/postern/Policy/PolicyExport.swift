import PolicyFormat

/// Writes a set of policies into a directory, each document in canonical form and in a file of its own.
struct PolicyExport {
    private let collection: PolicyCollection
    private let source: String

    /// - Parameters:
    ///   - collection: the set.
    ///   - source: what it is, in words.
    init(_ collection: PolicyCollection, _ source: String) {
        self.collection = collection
        self.source = source
    }

    func write(into directory: String, _ console: Console) throws -> ExitCode {
        var target = try PolicyImportTarget(directory, console)
        var written: Set<String> = []
        for entry in collection.entries { written.insert(try target.write(entry)) }
        let paths =
            LocalFile.exists(directory)
            ? try FileTree(under: directory, atMost: PolicyDirectory.maximumFiles, where: PolicyDirectory.isPolicyFile)
                .files : []
        for path in paths where !written.contains(path) {
            console.error("warning: `\(path)` is not of \(source); it was left as it is\n")
        }
        console.write("Wrote \(TextLayout.count(written.count, "document")) of \(source) to \(directory).\n")
        return .success
    }
}
