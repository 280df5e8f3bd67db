import HTTPMessage

/// Writes responses as HTTP/1.1 bytes.
struct ResponseWriter {
    /// What the request and the connection demand of a response.
    struct Context {
        /// The request was HEAD: no body follows.
        let isHead: Bool
        /// The request was of HTTP/1.0: no chunks.
        let isHTTP10: Bool
        /// The connection closes after the response.
        let closes: Bool
    }

    private var dateLine: [UInt8] = []
    private var dateSecond: Int64 = -1

    /// Appends a response with all of its body.
    mutating func write(
        _ status: HTTPStatus, _ headers: HTTPHeaders, body: [UInt8], _ context: Context, now: Int64,
        to output: inout [UInt8]
    ) {
        output.reserveCapacity(output.count + headers.bytes.count + body.count + 192)
        writeHead(status, headers, now: now, to: &output)
        if !status.forbidsBody {
            Self.append("Content-Length: ", to: &output)
            Self.append(body.count, to: &output)
            Self.append("\r\n", to: &output)
        }
        if context.closes { Self.append("Connection: close\r\n", to: &output) }
        Self.append("\r\n", to: &output)
        if !context.isHead && !status.forbidsBody { output.append(contentsOf: body) }
    }

    /// Appends the head of a response whose body follows in pieces.
    mutating func writeStreamHead(
        _ status: HTTPStatus, _ headers: HTTPHeaders, _ context: Context, now: Int64, to output: inout [UInt8]
    ) {
        writeHead(status, headers, now: now, to: &output)
        if !context.isHTTP10 { Self.append("Transfer-Encoding: chunked\r\n", to: &output) }
        if context.closes { Self.append("Connection: close\r\n", to: &output) }
        Self.append("\r\n", to: &output)
    }

    /// Appends a piece of a streamed body; returns the number of bytes appended.
    static func writePiece(_ bytes: [UInt8], chunked: Bool, to output: inout [UInt8]) -> Int {
        let before = output.count
        if chunked {
            append(String(bytes.count, radix: 16), to: &output)
            append("\r\n", to: &output)
        }
        output.append(contentsOf: bytes)
        if chunked { append("\r\n", to: &output) }
        return output.count - before
    }

    /// Appends the end of a streamed body.
    static func writeEnd(chunked: Bool, to output: inout [UInt8]) {
        if chunked { append("0\r\n\r\n", to: &output) }
    }

    private mutating func writeHead(
        _ status: HTTPStatus, _ headers: HTTPHeaders, now: Int64, to output: inout [UInt8]
    ) {
        Self.append("HTTP/1.1 ", to: &output)
        Self.append(status.code, to: &output)
        Self.append(" ", to: &output)
        Self.append(status.reason, to: &output)
        Self.append("\r\n", to: &output)
        if now != dateSecond {
            dateSecond = now
            dateLine = Array("Date: \(HTTPDate.text(secondsSince1970: now))\r\n".utf8)
        }
        output.append(contentsOf: dateLine)
        for field in headers.fields {
            let name = headers.bytes[Int(field.name.lowerBound)..<Int(field.name.upperBound)]
            if Self.isOwn(name) { continue }
            output.append(contentsOf: name)
            Self.append(": ", to: &output)
            output.append(contentsOf: headers.bytes[Int(field.value.lowerBound)..<Int(field.value.upperBound)])
            Self.append("\r\n", to: &output)
        }
    }

    /// Fields that only the server sets, because framing and persistence are its own.
    private static func isOwn(_ name: ArraySlice<UInt8>) -> Bool {
        switch name.count {
        case 4: isSame(name, "date")
        case 10: isSame(name, "connection")
        case 14: isSame(name, "content-length")
        case 17: isSame(name, "transfer-encoding")
        default: false
        }
    }

    private static func isSame(_ name: ArraySlice<UInt8>, _ other: StaticString) -> Bool {
        name.elementsEqual(other.description.utf8) { ByteClass.lowercased($0) == $1 }
    }

    private static func append(_ text: String, to output: inout [UInt8]) {
        output.append(contentsOf: text.utf8)
    }

    private static func append(_ number: Int, to output: inout [UInt8]) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}
