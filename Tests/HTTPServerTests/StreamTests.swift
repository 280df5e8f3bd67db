import HTTPMessage
import HTTPServer
import ServiceRuntime
import Testing

/// The streams that a test's handler has opened.
final class StreamKeeper: Sendable {
    private let streams = Lock<[any EventStream]>([])
    let closed = Latch()
    /// How often the stream had room again; each wakes whoever waits.
    let drained = Lock(0)

    func handler(heartbeat: StreamingBody.Heartbeat? = nil) -> HTTPServer.Handler {
        { _ in
            HTTPResponse(
                status: .ok, headers: HTTPHeaders([(.contentType, "text/event-stream")]),
                stream: StreamingBody(
                    heartbeat: heartbeat,
                    opened: { stream in
                        self.streams.withLock { $0.append(stream) }
                        self.streams.wake()
                    },
                    drained: {
                        self.drained.withLock { $0 += 1 }
                        self.drained.wake()
                    }, closed: { self.closed.open() }))
        }
    }

    /// The streams once there are so many; nil after ten seconds.
    func opened(_ count: Int) -> [any EventStream]? {
        streams.wait(atMost: .seconds(10)) { $0.count >= count ? $0 : nil }
    }
}

extension SocketTests {
    struct StreamTests {
        private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

        @Test(.timeLimit(.minutes(10))) func `pieces reach the client as chunks, in order, until the end`() async throws
        {
            let keeper = StreamKeeper()
            try await withServer(handler: keeper.handler()) { _, port in
                let socket = try TestSocket(port: port)
                socket.send(Self.request)
                let stream = try #require(keeper.opened(1)?.first)
                let head = try socket.receive(through: "\r\n\r\n")
                #expect(head?.contains("Transfer-Encoding: chunked\r\n") == true)
                #expect(head?.contains("Content-Length") == false)
                #expect(stream.send(Array("data: 1\n\n".utf8)) == .buffered)
                #expect(try socket.receive(through: "9\r\ndata: 1\n\n\r\n") == "9\r\ndata: 1\n\n\r\n")
                #expect(stream.send(Array("2".utf8)) == .buffered)
                #expect(stream.send([]) == .buffered)
                stream.finish()
                #expect(stream.send([1]) == .closed)
                #expect(String(decoding: try socket.receiveAll(), as: UTF8.self) == "1\r\n2\r\n0\r\n\r\n")
                #expect(keeper.closed.isOpened())
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `what the loop's own thread and another one send arrives in the order in which it was sent`() async throws
        {
            let handler: HTTPServer.Handler = { _ in
                HTTPResponse(
                    status: .ok, headers: HTTPHeaders(),
                    stream: StreamingBody(
                        opened: { stream in
                            _ = stream.send(Array("first, ".utf8))
                            // The loop's thread waits here, so that the other one certainly comes second.
                            do {
                                try JoinedThread(name: "other") { _ = stream.send(Array("second, ".utf8)) }.join()
                            } catch {
                                Issue.record(error)
                            }
                            _ = stream.send(Array("third".utf8))
                            stream.finish()
                        }, closed: {}))
            }
            try await withServer(handler: handler) { _, port in
                let socket = try TestSocket(port: port)
                socket.send("GET / HTTP/1.0\r\n\r\n")
                let answer = String(decoding: try socket.receiveAll(), as: UTF8.self)
                #expect(answer.hasSuffix("\r\n\r\nfirst, second, third"))
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a stream to HTTP/1.0 has no chunks`() async throws {
            let keeper = StreamKeeper()
            try await withServer(handler: keeper.handler()) { _, port in
                let socket = try TestSocket(port: port)
                socket.send("GET / HTTP/1.0\r\n\r\n")
                let stream = try #require(keeper.opened(1)?.first)
                _ = try socket.receive(through: "\r\n\r\n")
                _ = stream.send(Array("data".utf8))
                stream.finish()
                #expect(try socket.receiveAll() == Array("data".utf8))
            }
        }

        @Test(.timeLimit(.minutes(10))) func `HEAD opens no stream`() async throws {
            let keeper = StreamKeeper()
            try await withServer(handler: keeper.handler()) { _, port in
                let socket = try TestSocket(port: port)
                socket.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
                let all = String(decoding: try socket.receiveAll(), as: UTF8.self)
                #expect(all.hasPrefix("HTTP/1.1 200 OK\r\n") && all.hasSuffix("\r\n\r\n"))
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a reader that falls too far behind is cut`() async throws {
            let keeper = StreamKeeper()
            let recorder = EventRecorder()
            let configuration = HTTPServerConfiguration.testing { $0.limits.streamBufferBytes = 100_000 }
            try await withServer(configuration, report: recorder.report, handler: keeper.handler()) { _, port in
                let socket = try TestSocket(port: port, receiveBuffer: 4096)
                socket.send(Self.request)
                let stream = try #require(keeper.opened(1)?.first)
                let piece = [UInt8](repeating: 0x61, count: 10_000)
                var results: [EventStreamResult] = []
                // The kernel takes some megabytes at most; a thousand pieces are ten.
                for _ in 0..<1000 where results.last != .overflowed { results.append(stream.send(piece)) }
                #expect(results.last == .overflowed)
                #expect(stream.send(piece) == .closed)
                #expect(keeper.closed.isOpened())
                #expect(recorder.first { if case .streamOverflowed = $0 { true } else { nil } } == true)
                #expect(try !socket.receiveAll().suffix(5).elementsEqual("0\r\n\r\n".utf8))
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `what is offered to a reader that is behind waits for room, and all of it arrives in order`() async throws
        {
            let keeper = StreamKeeper()
            let configuration = HTTPServerConfiguration.testing { $0.limits.streamBufferBytes = 100_000 }
            try await withServer(configuration, handler: keeper.handler()) { _, port in
                let socket = try TestSocket(port: port, receiveBuffer: 4096)
                socket.send("GET / HTTP/1.0\r\n\r\n")
                let stream = try #require(keeper.opened(1)?.first)
                _ = try socket.receive(through: "\r\n\r\n")
                // Sixteen megabytes: more than the kernel takes, so that the reader decides the pace.
                let count = 1600
                let sender = try JoinedThread(name: "sender") {
                    defer { stream.finish() }
                    var drains = 0
                    for number in 0..<count {
                        let piece = [UInt8](repeating: UInt8(number % 251), count: 10_000)
                        while stream.offer(piece) == .full {
                            let seen = drains
                            guard
                                let drained = keeper.drained.wait(
                                    atMost: .seconds(20), until: { $0 > seen ? $0 : nil })
                            else { return }
                            drains = drained
                        }
                    }
                }
                let all = try socket.receiveAll()
                sender.join()
                try #require(all.count == count * 10_000)
                #expect((0..<count).allSatisfy { all[$0 * 10_000 + 5000] == UInt8($0 % 251) })
                #expect(keeper.drained.withLock { $0 } > 0)
                #expect(keeper.closed.isOpened())
            }
        }

        @Test(.timeLimit(.minutes(10))) func `an offer beyond half of the buffer waits only behind others`()
            async throws
        {
            let keeper = StreamKeeper()
            let configuration = HTTPServerConfiguration.testing { $0.limits.streamBufferBytes = 100_000 }
            try await withServer(configuration, handler: keeper.handler()) { _, port in
                let socket = try TestSocket(port: port, receiveBuffer: 4096)
                socket.send(Self.request)
                let stream = try #require(keeper.opened(1)?.first)
                #expect(stream.offer([UInt8](repeating: 1, count: 60_000)) == .buffered)
                var last = EventStreamResult.buffered
                // The kernel takes some megabytes at most.
                for _ in 0..<1000 where last != .full {
                    last = stream.offer([UInt8](repeating: 1, count: 49_000))
                }
                #expect(last == .full)
                // It is only the offer that is turned away: the stream stands.
                #expect(stream.send([1]) == .buffered)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a stream learns that its client has left`() async throws {
            let keeper = StreamKeeper()
            try await withServer(handler: keeper.handler()) { _, port in
                var socket: TestSocket? = try TestSocket(port: port)
                socket?.send(Self.request)
                let stream = try #require(keeper.opened(1)?.first)
                socket = nil
                #expect(keeper.closed.isOpened())
                #expect(stream.send([1]) == .closed)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a silent stream sends its heartbeat`() async throws {
            let keeper = StreamKeeper()
            let heartbeat = StreamingBody.Heartbeat(bytes: Array(":\n\n".utf8), interval: .zero)
            #expect(heartbeat.interval == .seconds(1))
            try await withServer(handler: keeper.handler(heartbeat: heartbeat)) { _, port in
                let socket = try TestSocket(port: port)
                socket.send(Self.request)
                #expect(try socket.receive(through: ":\n\n\r\n")?.hasSuffix("3\r\n:\n\n\r\n") == true)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `one sender reaches many streams on every loop`() async throws {
            let keeper = StreamKeeper()
            try await withServer(.testing(loops: 2), handler: keeper.handler()) { _, port in
                let sockets = try (0..<200).map { _ in try TestSocket(port: port) }
                for socket in sockets { socket.send(Self.request) }
                let streams = try #require(keeper.opened(200))
                for stream in streams { #expect(stream.send(Array("x".utf8)) == .buffered) }
                for socket in sockets { #expect(try socket.receive(through: "1\r\nx\r\n") != nil) }
            }
        }
    }
}
