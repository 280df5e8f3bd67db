import Glibc

/// Files that the benchmark is pointed at.
enum BenchFile {
    /// The names of what is in a directory, in order.
    static func names(in directory: String) throws(BenchError) -> [String] {
        guard let stream = opendir(directory) else { throw BenchError("`\(directory)` cannot be opened") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { name in
                    String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.sorted()
    }

    /// The whole content of a file.
    static func read(_ path: String) throws(BenchError) -> [UInt8] {
        guard let file = fopen(path, "r") else { throw BenchError("`\(path)` cannot be opened") }
        defer { fclose(file) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            content.append(contentsOf: chunk[..<count])
            if count < chunk.count { break }
        }
        guard ferror(file) == 0 else { throw BenchError("`\(path)` cannot be read") }
        return content
    }
}
