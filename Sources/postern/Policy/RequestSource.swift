import AccessModel
import Glibc
import JSONCoding
import PolicyFormat
import ServiceRuntime

/// Access requests that a command is pointed at: a file with one, or a file with one in each line.
enum RequestSource {
    /// The most bytes of one request.
    static let maximumByteCount = LineReader.maximumLineBytes

    /// The one request of a file; `-` is standard input.
    static func request(_ path: String) throws(CommandFailure) -> AccessRequest { try read(path) }

    /// The question of a file, in either shape; `-` is standard input.
    static func question(_ path: String) throws(CommandFailure) -> WhatIfQuestion { try read(path) }

    private static func read<Document: JSONReadable>(_ path: String) throws(CommandFailure) -> Document {
        let bytes: [UInt8]
        do {
            bytes = try LocalFile.read(path == "-" ? "/dev/stdin" : path, atMost: maximumByteCount)
        } catch {
            throw CommandFailure("the request in \(place(path)) cannot be read: \(error)")
        }
        do {
            return try Document(jsonBytes: bytes)
        } catch {
            throw CommandFailure(error.text(in: name(path)))
        }
    }

    /// Hands out the requests of a file with one in each line, in order; `-` is standard input.
    static func eachRequest(
        in path: String, _ body: (AccessRequest) throws -> Void
    ) throws {
        var lines: LineReader
        do {
            lines = try LineReader(path)
        } catch {
            throw CommandFailure("the requests in \(place(path)) cannot be read: \(error)")
        }
        while let line = try next(&lines, of: path) {
            let request: AccessRequest
            do {
                request = try AccessRequest(jsonBytes: line)
            } catch {
                // A request is on one line, so its own lines are none of the file's.
                let position = error.column.map { SourcePosition(line: lines.lineCount, column: $0) }
                let fault = JSONError(error.kind, at: error.path, position: position)
                throw CommandFailure(fault.text(in: name(path)))
            }
            try body(request)
        }
    }

    private static func next(_ lines: inout LineReader, of path: String) throws(CommandFailure) -> [UInt8]? {
        do {
            return try lines.next()
        } catch  where error.code == EFBIG {
            throw CommandFailure(
                "\(name(path)):\(lines.lineCount + 1): a line has at most \(LineReader.maximumLineBytes) bytes")
        } catch {
            throw CommandFailure("the requests in \(place(path)) cannot be read: \(error)")
        }
    }

    private static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

    private static func place(_ path: String) -> String { path == "-" ? name(path) : "`\(path)`" }
}
