import HTTPMessage
import HTTPServer

/// Any bytes either are requests or are refused, whole or cut anywhere the same way; what is read keeps the limits.
///
/// The limits are small, so that inputs of a fuzzer's usual length reach them.
public func checkHTTP(_ bytes: [UInt8]) throws(FuzzFinding) {
    let place = min(bytes.count, bytes.first.map { Int($0) } ?? 0)
    let whole = try Reading([bytes])
    let cut = try Reading([Array(bytes[..<place]), Array(bytes[place...])])
    try promise(whole == cut, "a cut changes nothing")
}

private struct Reading: Equatable {
    private var requests: [[UInt8]] = []
    private var refusal: RequestRefusal?

    init(_ pieces: [[UInt8]]) throws(FuzzFinding) {
        var reader = RequestReader()
        var input: [UInt8] = []
        for piece in pieces where refusal == nil {
            input += piece
            var position = 0
            while let step = next(&reader, input, &position) {
                if case .incomplete = step { break }
                if case .request(let head, let body) = step { try take(head, body) }
            }
            input.removeFirst(position)
        }
    }

    private mutating func next(
        _ reader: inout RequestReader, _ input: [UInt8], _ position: inout Int
    ) -> RequestReader.Step? {
        do throws(RequestRefusal) {
            return try reader.read(input, position: &position, limits: Self.limits)
        } catch {
            refusal = error
            return nil
        }
    }

    private mutating func take(_ head: RequestHead, _ body: [UInt8]) throws(FuzzFinding) {
        try promise(head.path.first == UInt8(ascii: "/"), "a path is absolute")
        try promise(!head.path.contains { $0 <= 0x20 || $0 >= 0x7F }, "a path is visible ascii")
        try promise(body.count <= Self.limits.bodyBytes, "a body keeps its limit")
        try promise(head.headers.count <= Self.limits.headerCount, "the fields keep their limit")
        try promise(head.isHTTP10 || head.headers.single(.host).text != nil, "a request has one host")
        requests.append(head.path + (head.query ?? []) + body)
    }

    private static var limits: HTTPServerConfiguration.Limits {
        var limits = HTTPServerConfiguration.Limits()
        limits.targetBytes = 200
        limits.headerBytes = 600
        limits.headerCount = 12
        limits.bodyBytes = 300
        return limits
    }
}
