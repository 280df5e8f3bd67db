package import HTTPMessage

/// A request head whose meaning has been checked: one host, one framing, a target that can be routed.
package struct RequestHead: Sendable {
    /// How the body is delimited.
    package enum Framing: Sendable, Equatable {
        /// There is no body.
        case none
        /// By a count of bytes, at least one.
        case length(Int)
        /// By chunks.
        case chunked
    }

    /// The method.
    package let method: HTTPMethod
    /// The path as received; begins with `/`.
    package let path: [UInt8]
    /// The bytes after `?`, if there is one.
    package let query: [UInt8]?
    /// The header fields.
    package let headers: HTTPHeaders
    /// How the body is delimited.
    package let framing: Framing
    /// Whether the version is 1.0.
    package let isHTTP10: Bool
    /// Whether the client allows another request on this connection.
    package let persists: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    package let expectsContinue: Bool

    /// The bytes of memory that fields and target take.
    package var heldBytes: Int { headers.bytes.count + path.count + (query?.count ?? 0) }

    /// Takes the parts that the parser found.
    ///
    /// - Parameters:
    ///   - parser: a parser that has completed.
    ///   - input: the bytes that it completed on, from the head's first.
    ///   - limits: the most bytes of a body.
    /// - Throws: the refusal.
    init(
        _ parser: RequestHeadParser, input: ArraySlice<UInt8>, limits: HTTPServerConfiguration.Limits
    ) throws(RequestRefusal) {
        let start = input.startIndex
        let fieldBytes = Array(input[(start + parser.fieldsStart)..<(start + parser.position)])
        headers = HTTPHeaders(validated: fieldBytes, fields: parser.fields)
        isHTTP10 = parser.isHTTP10
        method = Self.method(input[(start + parser.method.lowerBound)..<(start + parser.method.upperBound)])
        guard method != .connect, method != .trace else { throw .methodNotAllowed }
        let target = try RequestTarget(
            input[(start + parser.target.lowerBound)..<(start + parser.target.upperBound)])
        path = target.path
        query = target.query
        try Self.checkHost(headers, target: target, isHTTP10: isHTTP10)
        framing = try Self.framing(headers, isHTTP10: isHTTP10, bodyLimit: limits.bodyBytes)
        persists = !isHTTP10 && !Self.asksToClose(headers)
        expectsContinue = try Self.expectsContinue(headers, isHTTP10: isHTTP10)
    }

    private static func method(_ bytes: ArraySlice<UInt8>) -> HTTPMethod {
        HTTPMethod(String(decoding: bytes, as: UTF8.self))
    }

    /// RFC 9112 section 3.2: exactly one `Host` (none is allowed only on 1.0), equal to the authority of an absolute target.
    private static func checkHost(
        _ headers: HTTPHeaders, target: RequestTarget, isHTTP10: Bool
    ) throws(RequestRefusal) {
        switch headers.single(.host) {
        case .value(let host):
            guard RequestTarget.isAuthority(Array(host.utf8)[...]) else { throw .invalidHost }
            if let authority = target.authority {
                let same = authority.elementsEqual(host.utf8) { ByteClass.lowercased($0) == ByteClass.lowercased($1) }
                guard same else { throw .invalidHost }
            }
        case .absent: guard isHTTP10 else { throw .invalidHost }
        case .duplicate, .opaque: throw .invalidHost
        }
    }

    /// RFC 9112 section 6.3, without any of the repairs that it allows.
    private static func framing(
        _ headers: HTTPHeaders, isHTTP10: Bool, bodyLimit: Int
    ) throws(RequestRefusal) -> Framing {
        let length = headers.single(.contentLength)
        switch headers.single(.transferEncoding) {
        case .absent: break
        case .value(let coding):
            guard length == .absent, !isHTTP10 else { throw .ambiguousFraming }
            guard coding.utf8.elementsEqual("chunked".utf8, by: { ByteClass.lowercased($0) == $1 }) else {
                throw .unsupportedTransferCoding
            }
            return .chunked
        case .duplicate, .opaque: throw .ambiguousFraming
        }
        switch length {
        case .absent: return .none
        case .duplicate: throw .ambiguousFraming
        case .opaque: throw .malformedContentLength
        case .value(let digits):
            guard (1...18).contains(digits.utf8.count), digits.utf8.allSatisfy(ByteClass.isDigit),
                let count = Int(digits)
            else { throw .malformedContentLength }
            guard count <= bodyLimit else { throw .bodyTooLarge }
            return count == 0 ? .none : .length(count)
        }
    }

    private static func asksToClose(_ headers: HTTPHeaders) -> Bool {
        for value in headers.values(.connection) {
            for option in value.split(separator: UInt8(ascii: ",")) {
                let trimmed = option.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
                if trimmed.elementsEqual("close".utf8, by: { ByteClass.lowercased($0) == $1 }) { return true }
            }
        }
        return false
    }

    /// RFC 9110 section 10.1.1: ignored on 1.0, and there is no other expectation that can be met.
    private static func expectsContinue(_ headers: HTTPHeaders, isHTTP10: Bool) throws(RequestRefusal) -> Bool {
        if isHTTP10 { return false }
        switch headers.single("Expect") {
        case .absent: return false
        case .value(let text) where text.lowercased() == "100-continue": return true
        case .value, .duplicate, .opaque: throw .expectationFailed
        }
    }
}
