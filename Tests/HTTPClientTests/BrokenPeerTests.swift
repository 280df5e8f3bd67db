import HTTPClient
import Testing

extension SocketTests {
    struct BrokenPeerTests {
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let answer: String
            var end = RawPeer.End.close
            let cause: HTTPClientError.Cause
            let kind: HTTPClientError.Kind
        }

        static let cases: [Case] = [
            Case(testDescription: "nothing", answer: "", cause: .connectionLost, kind: .connection),
            Case(testDescription: "silence", answer: "", end: .hold, cause: .timedOut, kind: .connection),
            Case(testDescription: "not http", answer: "SSH-2.0-x\r\n\r\n", cause: .malformed, kind: .answer),
            Case(
                testDescription: "an odd status", answer: "HTTP/1.1 999 x\r\n\r\n", cause: .malformed, kind: .answer),
            Case(
                testDescription: "no field", answer: "HTTP/1.1 200 OK\r\nnothing\r\n\r\n", cause: .malformed,
                kind: .answer),
            Case(
                testDescription: "half a head", answer: "HTTP/1.1 200 OK\r\nA: b\r\n", cause: .malformed, kind: .answer),
            Case(
                testDescription: "cut off", answer: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
                cause: .truncated,
                kind: .answer),
            Case(
                testDescription: "a chunk cut off",
                answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf", cause: .truncated,
                kind: .answer),
            Case(
                testDescription: "stalled", answer: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", end: .hold,
                cause: .stalled, kind: .answer),
            Case(
                testDescription: "a long announced body",
                answer: "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n" + String(repeating: "x", count: 2000),
                cause: .bodyTooLarge, kind: .answer),
            Case(
                testDescription: "a long body", answer: "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 2000),
                cause: .bodyTooLarge, kind: .answer),
            Case(
                testDescription: "a long header",
                answer: "HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 2000))\r\n\r\n", cause: .headersTooLarge,
                kind: .answer),
            Case(
                testDescription: "many headers",
                answer: "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 500) + "\r\n",
                cause: .headersTooLarge, kind: .answer),
            Case(
                testDescription: "many informational answers",
                answer: String(repeating: "HTTP/1.1 103 Early\r\nA: b\r\n\r\n", count: 100) + "HTTP/1.1 200 OK\r\n\r\n",
                cause: .headersTooLarge, kind: .answer),
        ]

        @Test(arguments: cases)
        func `tells a peer that was not reached from one that answered badly`(_ broken: Case) async throws {
            let peer = try RawPeer(answering: broken.answer, end: broken.end)
            var configuration = HTTPClientConfiguration()
            configuration.limits.bodyBytes = 1000
            configuration.limits.headerBytes = 1000
            let client = try HTTPClient(configuration)
            defer { client.close() }
            let isSlow = broken.end == .hold
            let error = await failure(
                client,
                HTTPClientRequest(
                    "GET", "http://127.0.0.1:\(peer.port)/", deadline: isSlow ? .milliseconds(200) : .seconds(30)))
            #expect(error?.cause == broken.cause)
            #expect(error?.kind == broken.kind)
            #expect(error?.origin == "http://127.0.0.1:\(peer.port)")
        }

        @Test(arguments: [
            ("http://127.0.0.1:1/", HTTPClientError.Cause.unconnected),
            ("http://name.invalid/", HTTPClientError.Cause.unresolved),
        ])
        func `a peer that is not there is a connection failure`(
            url: String, cause: HTTPClientError.Cause
        ) async throws {
            let client = try HTTPClient()
            defer { client.close() }
            let error = await failure(client, HTTPClientRequest("GET", url))
            #expect(error?.cause == cause)
            #expect(error?.kind == .connection)
        }

        @Test func `reads over informational answers`() async throws {
            let peer = try RawPeer(
                answering: "HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nB: c\r\nContent-Length: 2\r\n\r\nok")
            let client = try HTTPClient()
            defer { client.close() }
            let answer = try await client.send(HTTPClientRequest("GET", "http://127.0.0.1:\(peer.port)/"))
            #expect(answer.text == "ok")
            #expect(answer.headers == HeaderFields([("B", "c"), ("Content-Length", "2")]))
        }

        @Test func `asks a configured proxy and no other`() async throws {
            let peer = try RawPeer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            var configuration = HTTPClientConfiguration()
            configuration.proxy = .init(
                url: "http://127.0.0.1:\(peer.port)", credentials: .init(user: "a", password: "b"))
            let client = try HTTPClient(configuration)
            defer { client.close() }
            let answer = try await client.send(HTTPClientRequest("GET", "http://name.invalid/path"))
            #expect(answer.text == "ok")
            #expect(peer.text.hasPrefix("GET http://name.invalid/path HTTP/1.1\r\n"))
            #expect(peer.text.contains("Proxy-Authorization: Basic YTpi\r\n"))
        }
    }
}
