import Glibc
import ServiceRuntime
import TestSupport

@testable import postern

extension TemporaryDirectory {
    func write(_ name: String, _ text: String) throws -> String {
        let file = "\(path)/\(name)"
        if let end = file.lastIndex(of: "/") { try LocalFile.makeDirectory(String(file[..<end])) }
        try LocalFile.replace(file, with: Array(text.utf8))
        return file
    }

    func files(_ name: String) throws -> [String: [UInt8]] {
        let directory = "\(path)/\(name)"
        var files: [String: [UInt8]] = [:]
        for file in try FileTree(under: directory, atMost: 1000).files {
            files[String(file.dropFirst(directory.count + 1))] = try LocalFile.read(file, atMost: 1 << 20)
        }
        return files
    }
}
