import HTTPMessage
import HTTPServer
import Testing

extension SocketTests {
    struct DrainTests {
        /// The loops stop accepting one after the other, so the last of them may still take a connection, only to close it.
        private static func isRefusing(_ port: UInt16) -> Bool {
            for _ in 0..<1000 {
                do {
                    _ = try TestSocket(port: port).receiveAll()
                } catch TestSocket.Failure.cannotConnect {
                    return true
                } catch {
                    return false
                }
            }
            return false
        }

        private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

        @Test(.timeLimit(.minutes(10)))
        func `what is in flight is answered, what is idle is closed, nobody else gets in`() async throws {
            let (entered, door) = (Latch(), Latch())
            let handler: HTTPServer.Handler = { _ in
                entered.open()
                _ = await door.passage()
                return HTTPResponse(status: .ok, body: [0x61])
            }
            let server = try HTTPServer.start(.testing(loops: 2), handler: handler)
            let port = try #require(server.ports.first)
            let idle = try TestSocket(port: port)
            let busy = try TestSocket(port: port)
            busy.send(Self.request)
            #expect(entered.isOpened())
            async let drained: Void = server.drain(within: .seconds(8))
            #expect(try idle.receiveAll() == [])
            #expect(Self.isRefusing(port))
            door.open()
            let responses = TestResponse.all(in: try busy.receiveAll())
            #expect(responses?.map(\.status) == [200])
            #expect(responses?.first?.header("connection") == "close")
            await drained
            await server.drain()
        }

        @Test(.timeLimit(.minutes(10))) func `what is not done at the deadline is cut`() async throws {
            let (entered, cancelled) = (Latch(), Latch())
            let handler: HTTPServer.Handler = { _ in
                entered.open()
                if await Latch().passage() { cancelled.open() }
                return HTTPResponse(status: .ok)
            }
            let server = try HTTPServer.start(.testing(), handler: handler)
            let socket = try TestSocket(port: try #require(server.ports.first))
            socket.send(Self.request)
            #expect(entered.isOpened())
            await server.drain(within: .milliseconds(20))
            #expect(cancelled.isOpened())
            #expect(try socket.receiveAll() == [])
        }

        @Test(.timeLimit(.minutes(10))) func `streams end in order`() async throws {
            let keeper = StreamKeeper()
            let server = try HTTPServer.start(.testing(), handler: keeper.handler())
            let socket = try TestSocket(port: try #require(server.ports.first))
            socket.send(Self.request)
            let stream = try #require(keeper.opened(1)?.first)
            _ = stream.send(Array("last".utf8))
            await server.drain(within: .seconds(8))
            let all = String(decoding: try socket.receiveAll(), as: UTF8.self)
            #expect(all.hasSuffix("\r\n\r\n4\r\nlast\r\n0\r\n\r\n"))
            #expect(keeper.closed.isOpened())
            #expect(stream.send([1]) == .closed)
        }

        private static let unfinished =
            "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\na"

        /// A server whose usual deadlines are far away, and that waits for the rest of a request for so long when it drains.
        private static func patient(
            _ drainingRequest: Duration, _ listeners: [HTTPListener] = [HTTPListener(port: 0)]
        ) -> HTTPServerConfiguration {
            var configuration = HTTPServerConfiguration.testing()
            configuration.listeners = listeners
            configuration.deadlines.head = .seconds(600)
            configuration.deadlines.body = .seconds(600)
            configuration.deadlines.idle = .seconds(600)
            configuration.deadlines.drainingRequest = drainingRequest
            return configuration
        }

        @Test(.timeLimit(.minutes(10)))
        func `requests that do not go on do not hold up the end, those that are whole are answered`() async throws {
            let (entered, door) = (Latch(), Latch())
            let handler: HTTPServer.Handler = { _ in
                entered.open()
                _ = await door.passage()
                return HTTPResponse(status: .ok)
            }
            let fixture = try TLSFixture()
            let tls = TLSConfiguration(
                certificateChainFile: fixture.path("server.pem"), privateKeyFile: fixture.path("server.key"))
            let listeners = [HTTPListener(port: 0), HTTPListener(name: "tls", port: 0, tls: tls)]
            let configuration = Self.patient(.milliseconds(100), listeners)
            let server = try HTTPServer.start(configuration, handler: handler)
            let port = try #require(server.ports.first)
            let handshake = try TestSocket(port: try #require(server.port(of: "tls")))
            let (head, body, whole) = (
                try TestSocket(port: port), try TestSocket(port: port), try TestSocket(port: port)
            )
            head.send("GET / HT")
            body.send(Self.unfinished)
            #expect(try body.receive(through: "100 Continue\r\n\r\n") != nil)
            whole.send(Self.request)
            #expect(entered.isOpened())
            let start = ContinuousClock.now
            async let drained: Void = server.drain(within: .seconds(300))
            #expect(TestResponse.all(in: try body.receiveAll())?.map(\.status) == [408])
            _ = try head.receiveAll()
            #expect(try handshake.receiveAll() == [])
            door.open()
            #expect(TestResponse.all(in: try whole.receiveAll())?.map(\.status) == [200])
            await drained
            #expect(ContinuousClock.now - start < .seconds(240))
        }

        @Test(.timeLimit(.minutes(10))) func `a request that becomes whole in time is answered`() async throws {
            let server = try HTTPServer.start(Self.patient(.seconds(60)), handler: EchoHandler.answer)
            let port = try #require(server.ports.first)
            let (idle, socket) = (try TestSocket(port: port), try TestSocket(port: port))
            socket.send(Self.unfinished)
            #expect(try socket.receive(through: "100 Continue\r\n\r\n") != nil)
            async let drained: Void = server.drain(within: .seconds(60))
            #expect(try idle.receiveAll() == [])
            socket.send("b")
            let response = TestResponse.all(in: try socket.receiveAll())?.first
            #expect(response?.text == "POST / ab")
            #expect(response?.header("connection") == "close")
            await drained
        }

        @Test(.timeLimit(.minutes(10))) func `an answer is read to its end, and then its connection goes`() async throws
        {
            let recorder = EventRecorder()
            let length = 8_388_608
            let handler: HTTPServer.Handler = { _ in
                HTTPResponse(status: .ok, body: [UInt8](repeating: 0x61, count: length))
            }
            // Reading takes as long as what else runs leaves it; only a drain that waits for its own end takes minutes.
            var configuration = Self.patient(.milliseconds(100))
            configuration.deadlines.write = .seconds(240)
            let server = try HTTPServer.start(configuration, report: recorder.report, handler: handler)
            let port = try #require(server.ports.first)
            let reader = try TestSocket(port: port, receiveBuffer: 4096)
            reader.send(Self.request)
            #expect(recorder.first { if case .answered = $0 { true } else { nil } } == true)
            let body = try TestSocket(port: port)
            body.send(Self.unfinished)
            #expect(try body.receive(through: "100 Continue\r\n\r\n") != nil)
            let start = ContinuousClock.now
            async let drained: Void = server.drain(within: .seconds(300))
            #expect(TestResponse.all(in: try body.receiveAll())?.map(\.status) == [408])
            #expect(try reader.receiveResponse()?.body.count == length)
            #expect(try reader.receiveAll() == [])
            await drained
            #expect(ContinuousClock.now - start < .seconds(240))
        }
    }
}
