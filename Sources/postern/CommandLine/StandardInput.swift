import Glibc

/// Secrets that are given on standard input, since arguments are seen by every user of the machine.
enum StandardInput {
    private static let maximumByteCount = 4096

    /// The first line.
    ///
    /// - Parameter what: what it is, for the error.
    /// - Returns: the line, without its end.
    /// - Throws: ``CommandFailure`` when it is not UTF-8 text without control characters.
    static func line(_ what: String) throws -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count <= maximumByteCount, Glibc.read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            bytes.append(byte)
        }
        guard let line = String(validating: bytes, as: UTF8.self),
            line.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw CommandFailure("the \(what) on standard input is not UTF-8 text in one line") }
        return line
    }
}
