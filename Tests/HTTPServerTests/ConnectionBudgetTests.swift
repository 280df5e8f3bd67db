import HTTPMessage
import HTTPServer
import Testing

extension SocketTests {
    struct ConnectionBudgetTests {
        private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

        /// A server with few places.
        private static func configuration(
            connections: Int, _ listeners: [HTTPListener] = [HTTPListener(port: 0)]
        ) -> HTTPServerConfiguration {
            var configuration = HTTPServerConfiguration.testing { $0.limits.connections = connections }
            configuration.listeners = listeners
            return configuration
        }

        /// Connections that are open and say nothing; the server has taken all of them when this returns.
        private static func silent(_ count: Int, _ port: UInt16, _ recorder: EventRecorder) throws -> [TestSocket] {
            let sockets = try (0..<count).map { _ in try TestSocket(port: port) }
            let taken = recorder.first { if case .connections(let open) = $0, open >= count { true } else { nil } }
            #expect(taken == true)
            return sockets
        }

        @Test(.timeLimit(.minutes(10))) func `a listener that is full leaves the places of another alone`()
            async throws
        {
            let recorder = EventRecorder()
            let (entered, door) = (Latch(), Latch())
            let handler: HTTPServer.Handler = { request in
                if request.listener == "public" {
                    entered.open()
                    _ = await door.passage()
                }
                return HTTPResponse(status: .ok, body: Array(request.listener.utf8))
            }
            let listeners = [
                HTTPListener(name: "public", port: 0),
                HTTPListener(name: "operations", port: 0, connections: 2),
            ]
            let configuration = Self.configuration(connections: 1, listeners)
            try await withServer(configuration, report: recorder.report, handler: handler) { server, port in
                let busy = try TestSocket(port: port)
                busy.send(Self.request)
                #expect(entered.isOpened())
                #expect(TestResponse.all(in: try TestSocket(port: port).receiveAll())?.map(\.status) == [503])
                let health = try TestSocket(port: try #require(server.port(of: "operations")))
                health.send(Self.request)
                #expect(try health.receiveResponse()?.text == "operations")
                door.open()
                #expect(try busy.receiveResponse()?.text == "public")
            }
        }

        @Test(.timeLimit(.minutes(10))) func `silent connections make room for one that asks, the oldest first`()
            async throws
        {
            let recorder = EventRecorder()
            try await withServer(Self.configuration(connections: 4), report: recorder.report) { _, port in
                let silent = try Self.silent(4, port, recorder)
                let asking = try (0..<2).map { _ in try TestSocket(port: port) }
                for place in 0..<2 {
                    asking[place].send(Self.request)
                    #expect(try asking[place].receiveResponse()?.status == 200)
                    #expect(try silent[place].receiveAll() == [])
                }
                silent[3].send(Self.request)
                #expect(try silent[3].receiveResponse()?.status == 200)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `whoever was answered last keeps its place longest`() async throws {
            let recorder = EventRecorder()
            try await withServer(Self.configuration(connections: 2), report: recorder.report) { _, port in
                let asking = try Self.silent(2, port, recorder)
                for socket in asking.reversed() {
                    socket.send(Self.request)
                    #expect(try socket.receiveResponse()?.status == 200)
                }
                let newcomer = try TestSocket(port: port)
                #expect(try asking[1].receiveAll() == [])
                for socket in [newcomer, asking[0]] {
                    socket.send(Self.request)
                    #expect(try socket.receiveResponse()?.status == 200)
                }
                #expect(recorder.first { if case .displaced(let name) = $0 { name } else { nil } } == "public")
            }
        }

        @Test(.timeLimit(.minutes(10)), arguments: ["GET / HTTP/1.1\r\nHost", "GET / HTTP/1.1\r\n\r\n"])
        func `half a head, and a refusal that was read, hold no place`(begin: String) async throws {
            var configuration = Self.configuration(connections: 1)
            configuration.deadlines.linger = .seconds(60)
            try await withServer(configuration) { _, port in
                let first = try TestSocket(port: port)
                first.send(begin)
                if begin.hasSuffix("\r\n\r\n") { #expect(try first.receiveResponse()?.status == 400) }
                let second = try TestSocket(port: port)
                second.send(Self.request)
                #expect(try second.receiveResponse()?.status == 200)
                #expect(try first.receiveAll() == [])
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a request in progress is never closed for a new connection`()
            async throws
        {
            let (entered, door, keeper) = (Latch(), Latch(), StreamKeeper())
            let open = keeper.handler()
            let handler: HTTPServer.Handler = { request in
                if request.path == Array("/stream".utf8) { return await open(request) }
                if request.path == Array("/wait".utf8) {
                    entered.open()
                    _ = await door.passage()
                }
                return HTTPResponse(status: .ok)
            }
            try await withServer(Self.configuration(connections: 3), handler: handler) { _, port in
                let (waiting, sending) = (try TestSocket(port: port), try TestSocket(port: port))
                let reading = try TestSocket(port: port)
                waiting.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
                sending.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\na")
                reading.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(entered.isOpened())
                #expect(try sending.receive(through: "100 Continue\r\n\r\n") != nil)
                let stream = try #require(keeper.opened(1)?.first)
                #expect(TestResponse.all(in: try TestSocket(port: port).receiveAll())?.map(\.status) == [503])
                door.open()
                sending.send("b")
                #expect(try waiting.receiveResponse()?.status == 200)
                #expect(try sending.receiveResponse()?.status == 200)
                #expect(stream.send([0x78]) == .buffered)
                #expect(try reading.receive(through: "1\r\nx\r\n") != nil)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a handshake that does not begin makes room as well`() async throws {
            let fixture = try TLSFixture()
            let tls = TLSConfiguration(
                certificateChainFile: fixture.path("server.pem"), privateKeyFile: fixture.path("server.key"))
            let listener = HTTPListener(port: 0, tls: tls, connections: 1)
            try await withServer(Self.configuration(connections: 100, [listener])) { _, port in
                let silent = try TestSocket(port: port)
                #expect(try await fixture.exchange(port: port, []).contains("HTTP/1.1 200 OK\r\n"))
                #expect(try silent.receiveAll() == [])
            }
        }

        @Test(.timeLimit(.minutes(10))) func `every loop makes room among its own connections`() async throws {
            let recorder = EventRecorder()
            let configuration = HTTPServerConfiguration.testing(loops: 2) { $0.limits.connections = 64 }
            try await withServer(configuration, report: recorder.report) { _, port in
                let silent = try Self.silent(64, port, recorder)
                for _ in 0..<32 {
                    let socket = try TestSocket(port: port)
                    socket.send(Self.request)
                    #expect(try socket.receiveResponse()?.status == 200)
                }
                withExtendedLifetime(silent) {}
            }
        }
    }
}
