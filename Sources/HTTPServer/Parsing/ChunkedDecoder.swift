import HTTPMessage

/// Decodes a chunked body (RFC 9112 section 7.1) that arrives in any pieces, strictly: CRLF only, no space around sizes.
///
/// It keeps counts and no bytes: `feed` says which of the given bytes are content. Sizes, extensions and trailers are counted against
/// limits of their own, so that a body can't be mostly overhead. Trailers are checked and dropped.
///
/// | state | accepts | next |
/// |---|---|---|
/// | size | hexadecimal digits; `;` or CR | extension, sizeLF |
/// | extension | token bytes, `=`, `;`; quote; CR | quoted, sizeLF |
/// | quoted, escaped | field bytes; closing quote | extension |
/// | sizeLF | LF | data, or trailerStart after size 0 |
/// | data | that many bytes | dataCR |
/// | dataCR, dataLF | CR, LF | size |
/// | trailerStart | CR, or a token byte | endLF, trailerName |
/// | trailerName | token bytes; colon | trailerValue |
/// | trailerValue | field bytes; CR | trailerLF |
/// | trailerLF | LF | trailerStart |
/// | endLF | LF | complete |
package struct ChunkedDecoder {
    /// What a call of `feed` found.
    package enum Output: Equatable {
        /// These of the given bytes are content.
        case content(Range<Int>)
        /// All bytes are used up.
        case incomplete
        /// The body has ended; the bytes after the position belong to the next request.
        case complete
    }

    private enum State {
        case size, extensions, quoted, escaped, sizeLF, data, dataCR, dataLF
        case trailerStart, trailerName, trailerValue, trailerLF, endLF, complete
    }

    private let limit: Int
    private var state = State.size
    private var size = 0
    private var sizeDigits = 0
    private var left = 0
    private var lineBytes = 0
    private var contentBytes = 0
    private var overheadBytes = 0
    private var trailerBytes = 0
    private var trailerName: [UInt8] = []

    /// Makes a decoder.
    ///
    /// - Parameter limit: the most bytes of content, and the most bytes around it.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Reads on.
    ///
    /// - Parameters:
    ///   - bytes: what is at hand.
    ///   - position: the first byte to look at; moved past what was used.
    /// - Returns: content, or that the bytes or the body have ended.
    /// - Throws: the refusal, at the first byte that breaks a rule.
    package mutating func feed(_ bytes: Span<UInt8>, position: inout Int) throws(RequestRefusal) -> Output {
        while position < bytes.count, state != .complete {
            if state == .data {
                let count = min(left, bytes.count - position)
                let range = position..<(position + count)
                position += count
                left -= count
                if left == 0 { state = .dataCR }
                return .content(range)
            }
            overheadBytes += 1
            guard overheadBytes <= limit else { throw .bodyTooLarge }
            try take(bytes[position])
            position += 1
        }
        return state == .complete ? .complete : .incomplete
    }

    private mutating func take(_ byte: UInt8) throws(RequestRefusal) {
        switch state {
        case .size: try takeSize(byte)
        case .extensions, .quoted, .escaped: try takeExtension(byte)
        case .sizeLF:
            guard byte == UInt8(ascii: "\n") else { throw .malformedChunk }
            state = size == 0 ? .trailerStart : .data
            left = size
        case .dataCR:
            guard byte == UInt8(ascii: "\r") else { throw .malformedChunk }
            state = .dataLF
        case .dataLF:
            guard byte == UInt8(ascii: "\n") else { throw .malformedChunk }
            (state, size, sizeDigits, lineBytes) = (.size, 0, 0, 0)
        case .trailerStart, .trailerName, .trailerValue, .trailerLF, .endLF: try takeTrailer(byte)
        case .data, .complete: throw .malformedChunk
        }
    }

    private mutating func takeSize(_ byte: UInt8) throws(RequestRefusal) {
        if let digit = ByteClass.hexadecimal(byte) {
            sizeDigits += 1
            // Sixteen digits can't overflow what the next line has just bounded.
            guard sizeDigits <= 16 else { throw .malformedChunk }
            size = size << 4 | Int(digit)
            guard size <= limit - contentBytes else { throw .bodyTooLarge }
            return
        }
        guard sizeDigits > 0 else { throw .malformedChunk }
        contentBytes += size
        switch byte {
        case UInt8(ascii: "\r"): state = .sizeLF
        case UInt8(ascii: ";"): state = .extensions
        default: throw .malformedChunk
        }
    }

    private mutating func takeExtension(_ byte: UInt8) throws(RequestRefusal) {
        lineBytes += 1
        guard lineBytes <= Self.extensionLimit else { throw .bodyTooLarge }
        switch (state, byte) {
        case (.extensions, UInt8(ascii: "\r")): state = .sizeLF
        case (.extensions, UInt8(ascii: "\"")): state = .quoted
        case (.extensions, UInt8(ascii: ";")), (.extensions, UInt8(ascii: "=")): break
        case (.extensions, _): guard ByteClass.isToken(byte) else { throw .malformedChunk }
        case (.quoted, UInt8(ascii: "\"")): state = .extensions
        case (.quoted, UInt8(ascii: "\\")): state = .escaped
        default:
            guard ByteClass.isFieldValue(byte) else { throw .malformedChunk }
            state = .quoted
        }
    }

    private mutating func takeTrailer(_ byte: UInt8) throws(RequestRefusal) {
        trailerBytes += 1
        guard trailerBytes <= Self.trailerLimit else { throw .forbiddenTrailer }
        switch (state, byte) {
        case (.trailerStart, UInt8(ascii: "\r")): state = .endLF
        case (.trailerName, UInt8(ascii: ":")):
            guard !Self.isForbidden(trailerName) else { throw .forbiddenTrailer }
            trailerName = []
            state = .trailerValue
        case (.trailerStart, _), (.trailerName, _):
            guard ByteClass.isToken(byte) else { throw .forbiddenTrailer }
            trailerName.append(ByteClass.lowercased(byte))
            state = .trailerName
        case (.trailerValue, UInt8(ascii: "\r")): state = .trailerLF
        case (.trailerValue, _): guard ByteClass.isFieldValue(byte) else { throw .forbiddenTrailer }
        case (.trailerLF, UInt8(ascii: "\n")): state = .trailerStart
        case (.endLF, UInt8(ascii: "\n")): state = .complete
        default: throw .forbiddenTrailer
        }
    }

    /// RFC 9110 section 6.5.1: fields of framing, routing, authentication, request modifiers and content format.
    private static func isForbidden(_ name: [UInt8]) -> Bool {
        switch String(decoding: name, as: UTF8.self) {
        case "authorization", "proxy-authorization", "cookie", "dpop", "content-length", "content-type",
            "content-encoding", "content-range", "transfer-encoding", "te", "trailer", "host", "connection", "upgrade",
            "expect", "range", "max-forwards", "cache-control", "forwarded", "x-forwarded-for", "x-forwarded-host",
            "x-forwarded-proto", "if-match", "if-none-match":
            true
        default: false
        }
    }

    private static var extensionLimit: Int { 1024 }
    private static var trailerLimit: Int { 4096 }
}
