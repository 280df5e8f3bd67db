import Glibc

/// Where cases come from: a directory that must hold some.
struct PolicyCaseDirectory: Sendable {
    /// Why a directory is no directory of cases.
    enum Failure: Error, Hashable {
        case unreadable(String)
        case empty(String)
    }

    let path: String

    /// The repository's Policies directory.
    static let policies = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Policies/"

    /// The names of the case files, in order.
    func names() throws(Failure) -> [String] {
        guard let stream = opendir(path) else { throw .unreadable(path) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".json") { names.append(name) }
        }
        guard !names.isEmpty else { throw .empty(path) }
        return names.sorted()
    }

    /// The bytes of a file.
    func read(_ name: String) throws(Failure) -> [UInt8] {
        guard let file = fopen(path + name, "r") else { throw .unreadable(path + name) }
        defer { fclose(file) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return content }
            content.append(contentsOf: chunk[..<count])
        }
    }
}
