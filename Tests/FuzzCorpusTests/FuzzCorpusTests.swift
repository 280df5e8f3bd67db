import FuzzChecks
import Glibc
import Testing

/// The files of one corpus folder, by name.
private func corpus(_ name: String) throws -> [(file: String, bytes: [UInt8])] {
    let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
    let folder = "\(tests)/Fuzz/Corpus/\(name)"
    let directory = try #require(opendir(folder), "\(folder) is missing")
    defer { closedir(directory) }
    var files: [(file: String, bytes: [UInt8])] = []
    while let entry = readdir(directory) {
        let file = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if file.hasPrefix(".") { continue }
        files.append((file, try contents("\(folder)/\(file)")))
    }
    return files.sorted { $0.file < $1.file }
}

private func contents(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "re"), "\(path) can't be read")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
}

@Suite struct FuzzCorpusTests {
    static let checks: [(corpus: String, check: @Sendable ([UInt8]) throws(FuzzFinding) -> Void)] = [
        ("JSON", checkJSON),
        ("YAML", checkYAML),
        ("JWS", checkJWS),
        ("Certificate", checkCertificate),
        ("HTTP", checkHTTP),
        ("Chunked", checkChunked),
        ("Policy", checkPolicies),
        ("DeviceFilter", checkDeviceFilter),
    ]

    @Test(arguments: checks.map(\.corpus))
    func `every input that was ever interesting keeps the parser's promises`(_ name: String) throws {
        let check = try #require(Self.checks.first { $0.corpus == name }?.check)
        let files = try corpus(name)
        #expect(!files.isEmpty)
        for (file, bytes) in files {
            #expect(throws: Never.self, "\(name)/\(file)") { try check(bytes) }
        }
    }
}
