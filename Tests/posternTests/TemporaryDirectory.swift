import Glibc
import ServiceRuntime

@testable import postern

/// A directory that is gone when the test is.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/postern-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(call: "mkdtemp", code: errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        Self.removeTree(path)
    }

    private static func removeTree(_ path: String) {
        if let stream = opendir(path) {
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                    tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { removeTree("\(path)/\(name)") }
            }
        }
        remove(path)
    }

    func write(_ name: String, _ text: String) throws -> String {
        let file = "\(path)/\(name)"
        if let end = file.lastIndex(of: "/") { try LocalFile.makeDirectory(String(file[..<end])) }
        try LocalFile.replace(file, with: Array(text.utf8))
        return file
    }

    func files(_ name: String) throws -> [String: [UInt8]] {
        let directory = "\(path)/\(name)"
        var files: [String: [UInt8]] = [:]
        for file in try LocalFile.files(under: directory, atMost: 1000) {
            files[String(file.dropFirst(directory.count + 1))] = try LocalFile.read(file, atMost: 1 << 20)
        }
        return files
    }
}
