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
    func line(_ fault: JSONError, _ sources: SourceMap) -> String { fault.located(in: sources).text(in: path) + "\n" }

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
        if path.hasSuffix(".json") {
            do {
                return (try JSONValue.parse(bytes, limits: limits), SourceMap(json: bytes))
            } catch {
                throw CommandFailure(error.text(in: path))
            }
        }
        do {
            let document = try YAMLDocument(parsing: bytes, limits: limits)
            return (document.value, document.sources)
        } catch {
            throw CommandFailure("\(path):\(error.position): \(error.kind.text)")
        }
    }
}

extension JSONError {
    /// What is wrong in a file, with the place as far as it is known: file, line and column, path, reason.
    func text(in file: String) -> String {
        "\(file)\(position.map { ":\($0)" } ?? ""): \(JSONError(kind, at: path))"
    }
}
