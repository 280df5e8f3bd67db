import HTTPClient
import HTTPMessage
import HTTPServer
import ServiceRuntime
import Testing

extension SocketTests {
    struct StreamTests {
        @Test func `hands over the head before the body, and the body as it comes`() async throws {
            let sender = Lock<(any EventStream)?>(nil)
            try await withServer { _ in
                HTTPResponse(
                    status: .ok, headers: HTTPHeaders([(.contentType, "text/event-stream")]),
                    stream: StreamingBody(opened: { stream in sender.withLock { $0 = stream } }))
            } _: { client, origin in
                let stream = try await client.stream(HTTPClientRequest("GET", origin))
                #expect(stream.head.headers["Content-Type"] == "text/event-stream")
                var iterator = stream.makeAsyncIterator()
                while sender.withLock({ $0 == nil }) { await Task.yield() }
                for text in ["data: 1\n\n", "data: 2\n\n"] {
                    _ = sender.withLock { $0?.send(Array(text.utf8)) }
                    #expect(try await iterator.next() == Array(text.utf8))
                }
                sender.withLock { $0?.finish() }
                #expect(try await iterator.next() == nil)
            }
        }

        @Test func `makes the peer wait while the reader is behind, and loses nothing`() async throws {
            let length = 3_000_000
            let peer = try RawPeer(
                answering: "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
                    + String(repeating: "x", count: length))
            var configuration = HTTPClientConfiguration()
            configuration.limits.streamBufferBytes = 20_000
            let client = try HTTPClient(configuration)
            defer { client.close() }
            let stream = try await client.stream(HTTPClientRequest("GET", "http://127.0.0.1:\(peer.port)/"))
            var (count, longest) = (0, 0)
            for try await piece in stream {
                count += piece.count
                longest = max(longest, piece.count)
                await Task.yield()
            }
            #expect(count == length)
            #expect(longest <= 20_000)
        }

        @Test func `a stream that falls silent is given up`() async throws {
            let peer = try RawPeer(answering: "HTTP/1.1 200 OK\r\n\r\nfirst", end: .hold)
            var configuration = HTTPClientConfiguration()
            configuration.deadlines.streamSilence = .milliseconds(100)
            let client = try HTTPClient(configuration)
            defer { client.close() }
            let stream = try await client.stream(HTTPClientRequest("GET", "http://127.0.0.1:\(peer.port)/"))
            var iterator = stream.makeAsyncIterator()
            #expect(try await iterator.next() == Array("first".utf8))
            await #expect(throws: HTTPClientError(.stalled, origin: "http://127.0.0.1:\(peer.port)")) {
                try await iterator.next()
            }
        }

        @Test func `a stream ends when nobody reads it any more`() async throws {
            let closed = Gate()
            try await withServer { _ in
                HTTPResponse(
                    status: .ok, headers: HTTPHeaders(), stream: StreamingBody(opened: { _ in }, closed: closed.open))
            } _: { client, origin in
                do { _ = try await client.stream(HTTPClientRequest("GET", origin)) }
                await closed.passage()
                #expect(closed.isOpen)
            }
        }

        @Test func `a reader whose task is cancelled ends the stream`() async throws {
            let (opened, closed) = (Gate(), Gate())
            try await withServer { _ in
                HTTPResponse(
                    status: .ok, headers: HTTPHeaders(),
                    stream: StreamingBody(opened: { _ in opened.open() }, closed: closed.open))
            } _: { client, origin in
                let stream = try await client.stream(HTTPClientRequest("GET", origin))
                let cause = await withTaskGroup { group in
                    group.addTask {
                        do throws(HTTPClientError) {
                            var iterator = stream.makeAsyncIterator()
                            _ = try await iterator.next()
                            return nil as HTTPClientError.Cause?
                        } catch {
                            return error.cause
                        }
                    }
                    await opened.passage()
                    group.cancelAll()
                    return await group.next() ?? nil
                }
                #expect(cause == .cancelled)
                await closed.passage()
            }
        }
    }
}
