import JSONCoding
import PolicyFormat

extension PolicyFile {
    /// What a file holds.
    init(reading path: String) throws(FileError) {
        self = PolicyReader().read(
            try LocalFile.read(path, atMost: PolicyReader.standardLimits.maximumBytes), named: path)
    }
}

extension PolicyCollection {
    /// What files hold, together; what is wrong with them is written first.
    ///
    /// - Parameters:
    ///   - files: the files.
    ///   - console: where to say what is wrong.
    ///   - consequence: what it means that something is, such as `nothing was published`.
    /// - Throws: ``CommandFailure`` when anything was refused.
    init(_ files: [PolicyFile], _ console: Console, otherwise consequence: String) throws(CommandFailure) {
        self.init(files)
        guard refusedCount == 0 else {
            for diagnostic in diagnostics where diagnostic.severity == .error { console.error("\(diagnostic)\n") }
            throw CommandFailure("\(consequence); correct the errors above")
        }
    }
}
