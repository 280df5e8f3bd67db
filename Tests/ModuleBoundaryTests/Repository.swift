import FoundationEssentials

/// The checkout that this test was built from.
enum Repository {
    /// A source file by its path below the root and its code.
    struct File {
        let path: String
        let module: String
        let code: SourceCode
    }

    static let root = String(#filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())

    static func text(of path: String) throws -> String {
        try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    }

    /// The folders directly under Sources, which are the modules.
    static func modules() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root + "/Sources").sorted()
    }

    /// Every Swift file under Sources, read once.
    static let sources = Result { try readSources() }

    private static func readSources() throws -> [File] {
        try modules().flatMap { module in
            let folder = "Sources/" + module
            let found = try FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder)
            return try found.filter { $0.hasSuffix(".swift") }.sorted().map { name in
                let path = folder + "/" + name
                return try File(path: path, module: module, code: SourceCode(text(of: path)))
            }
        }
    }
}
