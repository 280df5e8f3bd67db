import HTTPMessage
import Testing

@testable import HTTPServer

struct RequestReaderTests {
    /// What a reader made of bytes: the requests in text, and the refusal that ended them.
    struct Outcome: Equatable {
        var requests: [String] = []
        var refusal: RequestRefusal?
    }

    /// Feeds pieces the way a connection does: the input grows, and what is used up is dropped in between.
    static func outcome(_ pieces: [[UInt8]], limits: HTTPServerConfiguration.Limits = .init()) -> Outcome {
        var outcome = Outcome()
        var reader = RequestReader()
        var input: [UInt8] = []
        do throws(RequestRefusal) {
            for piece in pieces {
                input += piece
                var position = 0
                var goesOn = true
                while goesOn {
                    switch try reader.read(input, position: &position, limits: limits) {
                    case .incomplete: goesOn = false
                    case .body: continue
                    case .request(let head, let body): outcome.requests.append(text(head, body))
                    }
                }
                input.removeFirst(position)
            }
        } catch {
            outcome.refusal = error
        }
        return outcome
    }

    private static func text(_ head: RequestHead, _ body: [UInt8]) -> String {
        let query = head.query.map { "?" + String(decoding: $0, as: UTF8.self) } ?? ""
        let fields = head.headers.list.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
        let flags = "\(head.isHTTP10 ? "1.0" : "1.1")\(head.persists ? " persists" : "")"
        return "\(head.method) \(String(decoding: head.path, as: UTF8.self))\(query) \(flags) [\(fields)] "
            + String(decoding: body, as: UTF8.self)
    }

    struct Accepted: Sendable, CustomTestStringConvertible {
        let bytes: String
        let requests: [String]
        var testDescription: String { bytes.debugDescription }
    }

    static let accepted: [Accepted] = [
        Accepted(
            bytes: "GET /a/b?c=d?e HTTP/1.1\r\nHost: x\r\nA:  b\tc  \r\nEmpty:\r\n\r\n",
            requests: ["GET /a/b?c=d?e 1.1 persists [Host=x,A=b\tc,Empty=] "]),
        Accepted(bytes: "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", requests: ["GET / 1.1 persists [Host=x] "]),
        Accepted(bytes: "GET / HTTP/1.0\r\n\r\n", requests: ["GET / 1.0 [] "]),
        Accepted(
            bytes: "GET / HTTP/1.1\r\nHost: x\r\nConnection: a , CLOSE\r\n\r\n",
            requests: ["GET / 1.1 [Host=x,Connection=a , CLOSE] "]),
        Accepted(
            bytes: "GET HTTPS://Ex.org:8443/p HTTP/1.1\r\nHost: eX.org:8443\r\n\r\n",
            requests: ["GET /p 1.1 persists [Host=eX.org:8443] "]),
        Accepted(
            bytes: "GET http://x?q HTTP/1.1\r\nHost: x\r\n\r\n", requests: ["GET /?q 1.1 persists [Host=x] "]),
        Accepted(
            bytes: "GET /%2e%41.. HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
            requests: ["GET /%2e%41.. 1.1 persists [Host=[::1]:80] "]),
        Accepted(
            bytes: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\nHost: y\r\n\r\n",
            requests: [
                "POST / 1.1 persists [Host=x,Content-Length=3] abc", "GET / 1.1 persists [Host=y] ",
            ]),
        Accepted(
            bytes: "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\nA;n=\"v\\\"\"\r\n0123456789\r\n"
                + "1\r\n.\r\n0\r\nX-Sum: 1\r\n\r\nGET / HTTP/1.1\r\nHost: y\r\n\r\n",
            requests: [
                "POST / 1.1 persists [Host=x,Transfer-Encoding=Chunked] 0123456789.", "GET / 1.1 persists [Host=y] ",
            ]),
        Accepted(
            bytes: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
            requests: ["POST / 1.1 persists [Host=x,Content-Length=0] "]),
    ]

    @Test(arguments: accepted)
    func `reads requests`(accepted: Accepted) {
        #expect(Self.outcome([accepted.bytes.latin1]) == Outcome(requests: accepted.requests))
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let bytes: String
        let refusal: RequestRefusal
        var testDescription: String { "\(refusal) \(bytes.prefix(60).debugDescription)" }

        init(_ refusal: RequestRefusal, _ bytes: String) {
            self.bytes = bytes
            self.refusal = refusal
        }

        init(_ refusal: RequestRefusal, target: String) {
            self.init(refusal, "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        }

        init(_ refusal: RequestRefusal, field: String) {
            self.init(refusal, "POST / HTTP/1.1\r\nHost: x\r\n\(field)\r\n\r\n")
        }

        init(_ refusal: RequestRefusal, chunks: String) {
            self.init(refusal, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
        }
    }

    static let refusedHeads: [Refused] = [
        Refused(.malformedRequestLine, "\r\n\r\nGET / HTTP/1.1\r\n"),
        Refused(.malformedRequestLine, "\nGET / HTTP/1.1\r\n"),
        Refused(.malformedRequestLine, " / HTTP/1.1\r\n"),
        Refused(.malformedRequestLine, "get / HTTP/1.1\r\n"),
        Refused(.malformedRequestLine, "GET1 / HTTP/1.1\r\n"),
        Refused(.malformedRequestLine, String(repeating: "A", count: 33)),
        Refused(.malformedRequestLine, "GET  HTTP/1.1\r\n"),
        Refused(.malformedRequestLine, "GET /\r\n"),
        Refused(.malformedRequestLine, "GET /\t HTTP/1.1\r\n"),
        Refused(.malformedRequestLine, "GET /#a HTTP/1.1\r\n"),
        Refused(.malformedRequestLine, "GET / HTTX/1.1\r\n"),
        Refused(.malformedRequestLine, "GET / HTTP/x.1\r\n"),
        Refused(.malformedRequestLine, "GET / HTTP/1,1\r\n"),
        Refused(.malformedRequestLine, "GET / HTTP/1.x\r\n"),
        Refused(.malformedRequestLine, "GET / HTTP/1.10\r\n"),
        Refused(.malformedRequestLine, "GET / HTTP/1.1 \r\n"),
        Refused(.malformedRequestLine, "GET / HTTP/1.1\rX"),
        Refused(.unsupportedVersion, "GET / HTTP/1.2\r\n"),
        Refused(.unsupportedVersion, "GET / HTTP/0.9\r\n"),
        Refused(.unsupportedVersion, "GET / HTTP/3.0\r\n"),
        Refused(.methodNotAllowed, "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Refused(.methodNotAllowed, "CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n"),
        Refused(.malformedTarget, target: "*"),
        Refused(.malformedTarget, target: "a"),
        Refused(.malformedTarget, target: "ftp://x/"),
        Refused(.malformedTarget, target: "http://"),
        Refused(.malformedTarget, target: "http://u@x/"),
        Refused(.malformedTarget, target: "http:///a"),
        Refused(.malformedTarget, target: "/%"),
        Refused(.malformedTarget, target: "/%a"),
        Refused(.malformedTarget, target: "/%ag"),
        Refused(.malformedTarget, target: "/%00"),
        Refused(.malformedTarget, target: "/a/../b"),
        Refused(.malformedTarget, target: "/a/%2E%2e"),
        Refused(.malformedTarget, target: "/a%2f..%2Fb"),
        Refused(.malformedTarget, target: "/./b"),
        Refused(.targetTooLong, "GET /\(String(repeating: "a", count: 8192))"),
        Refused(.invalidHost, target: "http://y/"),
        Refused(.invalidHost, "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
        Refused(.invalidHost, "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
        Refused(.invalidHost, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        Refused(.invalidHost, "GET / HTTP/1.1\r\nHost: a..b\r\n\r\n"),
        Refused(.invalidHost, "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n"),
        Refused(.invalidHost, "GET / HTTP/1.1\r\nHost: a:123456\r\n\r\n"),
        Refused(.invalidHost, "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"),
        Refused(.invalidHost, "GET / HTTP/1.1\r\nHost: [x]\r\n\r\n"),
        Refused(.invalidHost, "GET / HTTP/1.1\r\nHost: u@x\r\n\r\n"),
        Refused(.invalidHost, "GET / HTTP/1.1\r\nHost: \u{E9}\r\n\r\n"),
        Refused(.invalidHost, "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"),
    ]

    static let refusedFields: [Refused] = [
        Refused(.malformedHeader, field: "A b: c"),
        Refused(.malformedHeader, field: "A\t: c"),
        Refused(.malformedHeader, field: "A: b\u{1}"),
        Refused(.malformedHeader, field: "A:\tb"),
        Refused(.malformedHeader, field: "A: \tb"),
        Refused(.malformedHeader, field: "A: b\t"),
        Refused(.malformedHeader, field: "A: b\t "),
        Refused(.malformedHeader, field: "A: b\n"),
        Refused(.malformedHeader, field: "A: b\r\n\tc"),
        Refused(.malformedHeader, "GET / HTTP/1.1\r\nHost: x\r\n\rX"),
        Refused(.tooManyHeaders, field: String(repeating: "A: b\r\n", count: 100)),
        Refused(.headersTooLarge, field: "A: \(String(repeating: "b", count: 16_384))"),
        Refused(.headersTooLarge, field: String(repeating: "b", count: 16_384)),
        Refused(.headersTooLarge, field: "A:\(String(repeating: " ", count: 16_384))b"),
        Refused(.ambiguousFraming, field: "Content-Length: 1\r\nTransfer-Encoding: chunked"),
        Refused(.ambiguousFraming, field: "Content-Length: 1\r\nContent-Length: 1"),
        Refused(.ambiguousFraming, field: "Transfer-Encoding: chunked\r\ntransfer-encoding: chunked"),
        Refused(.ambiguousFraming, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"),
        Refused(.malformedContentLength, field: "Content-Length: 1 1"),
        Refused(.malformedContentLength, field: "Content-Length: 0x1"),
        Refused(.malformedContentLength, field: "Content-Length: \u{B2}"),
        Refused(.malformedContentLength, field: "Content-Length: 1_0"),
        Refused(.malformedContentLength, field: "Content-Length: 9999999999999999999"),
        Refused(.bodyTooLarge, field: "Content-Length: 1048577"),
        Refused(.unsupportedTransferCoding, field: "Transfer-Encoding: gzip"),
        Refused(.unsupportedTransferCoding, field: "Transfer-Encoding: chunked;q=1"),
        Refused(.expectationFailed, field: "Expect: 100-continued"),
        Refused(.expectationFailed, field: "Expect: 100-continue\r\nExpect: 100-continue"),
    ]

    static let refusedChunks: [Refused] = [
        Refused(.malformedChunk, chunks: ";a\r\n"),
        Refused(.malformedChunk, chunks: "g\r\n"),
        Refused(.malformedChunk, chunks: "1\rX"),
        Refused(.malformedChunk, chunks: "1\r\nabc"),
        Refused(.malformedChunk, chunks: "1\r\na\rX"),
        Refused(.malformedChunk, chunks: "1\r\naX\n0\r\n\r\n"),
        Refused(.malformedChunk, chunks: "1;a b\r\n"),
        Refused(.malformedChunk, chunks: "1;a=\"\u{1}\"\r\n"),
        Refused(.malformedChunk, chunks: "00000000000000001\r\n"),
        Refused(.bodyTooLarge, chunks: "100001\r\n"),
        Refused(.bodyTooLarge, chunks: "1\r\na\r\n100000\r\n"),
        Refused(.bodyTooLarge, chunks: "1;\(String(repeating: "a", count: 1025))"),
        Refused(.forbiddenTrailer, chunks: "0\r\nHOST: x\r\n\r\n"),
        Refused(.forbiddenTrailer, chunks: "0\r\n: x\r\n\r\n"),
        Refused(.forbiddenTrailer, chunks: "0\r\nA : x\r\n\r\n"),
        Refused(.forbiddenTrailer, chunks: "0\r\nA: x\r\n b\r\n\r\n"),
        Refused(.forbiddenTrailer, chunks: "0\r\n\rX"),
        Refused(.forbiddenTrailer, chunks: "0\r\nA: \(String(repeating: "b", count: 4096))"),
    ]

    @Test(arguments: refusedHeads + refusedFields + refusedChunks)
    func `refuses what breaks a rule and says which`(refused: Refused) {
        #expect(Self.outcome([refused.bytes.latin1]) == Outcome(refusal: refused.refusal))
    }

    @Test func `a limit is met exactly and passed by one byte`() {
        var limits = HTTPServerConfiguration.Limits()
        limits.targetBytes = 4
        limits.headerBytes = 11
        limits.bodyBytes = 12
        let head = "GET /abc HTTP/1.1\r\nHost: x\r\n\r\n"
        #expect(Self.outcome([head.latin1], limits: limits).refusal == nil)
        #expect(Self.outcome(["GET /abcd HTTP/1.1\r\n".latin1], limits: limits).refusal == .targetTooLong)
        limits.headerBytes = 7
        #expect(Self.outcome([head.latin1], limits: limits).refusal == .headersTooLarge)
        limits.headerBytes = 100
        let body = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nc\r\n0123456789ab\r\n0\r\n\r\n"
        #expect(Self.outcome([body.latin1], limits: limits).refusal == nil)
        limits.bodyBytes = 11
        #expect(Self.outcome([body.latin1], limits: limits).refusal == .bodyTooLarge)
    }

    @Test(.timeLimit(.minutes(10))) func `a limit on any byte ends in the head or in its refusal`() {
        let head = "GET /abc HTTP/1.1\r\nHost: x\r\nA: b\r\nLonger: c d\r\n\r\n"
        let fieldBytes = "Host: x\r\nA: b\r\nLonger: c d".utf8.count
        for limit in 0...(head.utf8.count + 1) {
            var limits = HTTPServerConfiguration.Limits()
            limits.headerBytes = limit
            let expected: RequestRefusal? = limit > fieldBytes ? nil : .headersTooLarge
            #expect(Self.outcome([head.latin1], limits: limits).refusal == expected)
            #expect(Self.outcome(head.latin1.map { [$0] }, limits: limits).refusal == expected)
        }
    }

    @Test func `a body that is mostly overhead is refused`() {
        var limits = HTTPServerConfiguration.Limits()
        limits.bodyBytes = 100
        let chunks = String(repeating: "1\r\na\r\n", count: 30)
        let request = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n"
        #expect(Self.outcome([request.latin1], limits: limits).refusal == .bodyTooLarge)
    }

    @Test func `what is found does not depend on where the bytes are cut`() {
        var generator = SeededGenerator(state: 0x5EED)
        let tables =
            Self.accepted.map(\.bytes.latin1)
            + (Self.refusedHeads + Self.refusedFields + Self.refusedChunks).map(\.bytes.latin1)
        let fixture = RawRequestFixture.shared.cases.map(\.request).filter { $0.count < 100_000 }
        for bytes in tables + fixture {
            let whole = Self.outcome([bytes])
            #expect(Self.outcome(bytes.prefix(3000).map { [$0] } + [Array(bytes.dropFirst(3000))]) == whole)
            for _ in 0..<4 {
                #expect(Self.outcome(generator.cut(bytes)) == whole)
            }
        }
    }
}

/// A repeatable source of numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Cuts bytes into a few pieces anywhere.
    mutating func cut(_ bytes: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let longest = pieces.count < 40 ? max(1, min(rest.count, bytes.count / 8 + 2)) : rest.count
            let count = pieces.count < 40 ? Int.random(in: 1...longest, using: &self) : rest.count
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
