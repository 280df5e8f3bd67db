import HTTPServer

/// Any bytes are a chunked body, the begin of one, or refused; whole or byte by byte the same way, within the limit.
public func checkChunked(_ bytes: [UInt8]) throws(FuzzFinding) {
    let whole = Decoding([bytes])
    try promise(whole == Decoding(bytes.map { [$0] }), "a cut changes nothing")
    try promise(whole.content.count <= Decoding.limit, "the content keeps its limit")
}

private struct Decoding: Equatable {
    private(set) var content: [UInt8] = []
    private var used = 0
    private var isComplete = false
    private var refusal: RequestRefusal?

    init(_ pieces: [[UInt8]]) {
        var decoder = ChunkedDecoder(limit: Self.limit)
        do throws(RequestRefusal) {
            for piece in pieces where !isComplete { try decode(piece, with: &decoder) }
        } catch {
            refusal = error
            // What came before a refusal is never handed on, and how much of it was seen depends on the cut.
            content = []
            used = 0
        }
    }

    private mutating func decode(_ piece: [UInt8], with decoder: inout ChunkedDecoder) throws(RequestRefusal) {
        var position = 0
        defer { used += position }
        while true {
            switch try decoder.feed(piece.span, position: &position) {
            case .content(let range): content += piece[range]
            case .incomplete: return
            case .complete:
                isComplete = true
                return
            }
        }
    }

    static var limit: Int { 300 }
}
