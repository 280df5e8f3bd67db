import JSONCoding
import ServiceRuntime
import YAMLCoding

/// A document that a command reads: YAML, or JSON when its name ends so.
struct DocumentFile {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The most bytes of a document.
    static let maximumByteCount = 64 << 20

    /// One line about a fault: file, line and column, path, reason.
    func line(_ fault: JSONError, _ sources: SourceMap) -> String {
        let place = sources.nearest(to: fault.path).map { "\(path):\($0.line):\($0.column)" } ?? path
        return "\(place): \(fault)\n"
    }

    /// The document as a tree, and where in the file each part of it stands.
    ///
    /// - Throws: ``CommandFailure`` with file, line and column.
    func parse() throws(CommandFailure) -> (value: JSONValue, sources: SourceMap) {
        let limits = JSONLimits(maximumBytes: Self.maximumByteCount, maximumDepth: 32, maximumValues: 5_000_000)
        let bytes: [UInt8]
        do {
            bytes = try LocalFile.read(path, atMost: Self.maximumByteCount)
        } catch {
            throw CommandFailure("`\(path)` cannot be read: \(error)")
        }
        do {
            if path.hasSuffix(".json") {
                return (try JSONValue.parse(bytes, limits: limits), SourceMap(json: bytes))
            }
            let document = try YAMLDocument(parsing: bytes, limits: limits)
            return (document.value, document.sources)
        } catch {
            throw CommandFailure("\(path): \(error)")
        }
    }
}
