/// One challenge of a `WWW-Authenticate` header: a scheme with its parameters (RFC 9110, section 11.6.1).
///
/// The reader is lenient: values without quotes, missing or surplus commas, several challenges in one line, and whatever else
/// public resources are known to send.
public struct AuthenticateChallenge: Sendable, Equatable {
    /// The longest header line that is read, in bytes; the rest of a longer one is left out.
    public static let maximumBytes = 65_536

    /// The scheme in lower case.
    public let scheme: String
    /// The parameters; names in lower case.
    ///
    /// Of a name that comes twice the first value counts.
    public let parameters: [String: String]

    /// Reads every challenge of header lines, in order.
    ///
    /// - Parameter lines: the values of `WWW-Authenticate`.
    /// - Returns: what could be read; never fails.
    public static func list(_ lines: [String]) -> [AuthenticateChallenge] {
        lines.flatMap { line in
            var reader = ChallengeReader(line)
            return reader.challenges()
        }
    }
}

/// Reads one header line.
private struct ChallengeReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ line: String) {
        bytes = Array(line.utf8.prefix(AuthenticateChallenge.maximumBytes))
    }

    mutating func challenges() -> [AuthenticateChallenge] {
        var list: [AuthenticateChallenge] = []
        var scheme: String?
        var parameters: [String: String] = [:]
        func finished() -> [AuthenticateChallenge] {
            scheme.map { [AuthenticateChallenge(scheme: $0, parameters: parameters)] } ?? []
        }
        while let word = nextWord() {
            // A word before `=` is a parameter's name; any other begins a challenge.
            if scheme != nil, let value = valueAfterEquals() {
                let name = word.lowercased()
                if parameters[name] == nil { parameters[name] = value }
                continue
            }
            list += finished()
            scheme = word.lowercased()
            parameters = [:]
        }
        return list + finished()
    }

    /// The next run of bytes that can be a scheme or a name.
    private mutating func nextWord() -> String? {
        while index < bytes.count, !Self.isWord(bytes[index]) {
            // What stands between is passed over, a stray quoted text as a whole.
            if bytes[index] == 0x22 { _ = quoted() } else { index += 1 }
        }
        let start = index
        while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
        return start < index ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    private mutating func valueAfterEquals() -> String? {
        let mark = index
        skipSpaces()
        guard index < bytes.count, bytes[index] == 0x3D else {
            index = mark
            return nil
        }
        index += 1
        skipSpaces()
        if index < bytes.count, bytes[index] == 0x22 { return quoted() }
        let start = index
        while index < bytes.count, bytes[index] != 0x2C, bytes[index] != 0x20, bytes[index] != 0x09 { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// A quoted text, to the end of the line if its end is missing.
    private mutating func quoted() -> String {
        index += 1
        var text: [UInt8] = []
        while index < bytes.count, bytes[index] != 0x22 {
            if bytes[index] == 0x5C, index + 1 < bytes.count { index += 1 }
            text.append(bytes[index])
            index += 1
        }
        index = min(index + 1, bytes.count)
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipSpaces() {
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && byte != 0x2C && byte != 0x3D && byte != 0x22
    }
}
