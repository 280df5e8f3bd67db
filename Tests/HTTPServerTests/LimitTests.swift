import HTTPMessage
import HTTPServer
import Testing

extension SocketTests {
    struct LimitTests {
        private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

        @Test func `an address that is not this machine's is an error that names listener, address and port`() throws {
            let configuration = HTTPServerConfiguration(
                listeners: [HTTPListener(name: "away", address: "192.0.2.1", port: 8443)])
            let error = #expect(throws: HTTPServerError.self) {
                try HTTPServer.start(configuration) { _ in HTTPResponse(status: .ok) }
            }
            guard case .notBound("away", "192.0.2.1", 8443, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }

        @Test func `a port in use is an error, with one loop and with several`() async throws {
            for loops in [1, 2] {
                try await withServer(.testing(loops: loops)) { _, port in
                    for others in [1, 2] {
                        let configuration = HTTPServerConfiguration(
                            listeners: [HTTPListener(name: "again", port: port)], loops: others)
                        #expect(throws: HTTPServerError.portInUse(listener: "again", address: "127.0.0.1", port: port))
                        {
                            try HTTPServer.start(configuration) { _ in HTTPResponse(status: .ok) }
                        }
                    }
                }
            }
        }

        @Test func `listeners need names of their own and numeric addresses`() {
            let twice = [HTTPListener(port: 0), HTTPListener(port: 0)]
            for listeners in [[], twice] {
                #expect(throws: HTTPServerError.invalidListeners) {
                    try HTTPServer.start(HTTPServerConfiguration(listeners: listeners)) { _ in
                        HTTPResponse(status: .ok)
                    }
                }
            }
            let named = HTTPListener(name: "a", address: "localhost", port: 0)
            #expect(throws: HTTPServerError.invalidAddress(listener: "a")) {
                try HTTPServer.start(HTTPServerConfiguration(listeners: [named])) { _ in HTTPResponse(status: .ok) }
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a request knows the listener that took it`() async throws {
            let listeners = [
                HTTPListener(name: "public", port: 0), HTTPListener(name: "operations", address: "::1", port: 0),
            ]
            let handler: HTTPServer.Handler = { HTTPResponse(status: .ok, body: Array($0.listener.utf8)) }
            try await withServer(HTTPServerConfiguration(listeners: listeners, loops: 2), handler: handler) {
                server, port in
                #expect(server.port(of: "public") == port)
                #expect(server.port(of: "operations") == server.ports.last)
                #expect(server.port(of: "other") == nil)
                let socket = try TestSocket(port: port)
                socket.send(Self.request)
                #expect(try socket.receiveResponse()?.text == "public")
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a connection beyond the limit is told so and closed`() async throws {
            let recorder = EventRecorder()
            let (entered, door) = ([Latch(), Latch()], Latch())
            let handler: HTTPServer.Handler = { request in
                entered[request.path == Array("/0".utf8) ? 0 : 1].open()
                _ = await door.passage()
                return HTTPResponse(status: .ok)
            }
            let configuration = HTTPServerConfiguration.testing { $0.limits.connections = 2 }
            try await withServer(configuration, report: recorder.report, handler: handler) { _, port in
                let busy = try (0..<2).map { _ in try TestSocket(port: port) }
                for (number, socket) in busy.enumerated() {
                    socket.send("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                    #expect(entered[number].isOpened())
                }
                let third = try TestSocket(port: port)
                let refusal = TestResponse.all(in: try third.receiveAll())
                #expect(refusal?.map(\.status) == [503])
                #expect(refusal?.first?.header("retry-after") == "1")
                let cause = recorder.first { if case .refused(_, let cause) = $0 { cause } else { nil } }
                #expect(cause == .tooManyConnections)
                door.open()
                for socket in busy { #expect(try socket.receiveResponse()?.status == 200) }
                busy[0].finishSending()
                #expect(try busy[0].receiveAll() == [])
                let fourth = try TestSocket(port: port)
                fourth.send(Self.request)
                #expect(try fourth.receiveResponse()?.status == 200)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a thousand idle connections do not hinder one that asks`() async throws {
            let recorder = EventRecorder()
            try await withServer(.testing(loops: 2), report: recorder.report) { _, port in
                let idle = try (0..<1000).map { _ in try TestSocket(port: port) }
                let open = recorder.first { if case .connections(1000) = $0 { true } else { nil } }
                #expect(open == true)
                let socket = try TestSocket(port: port)
                socket.send(Self.request)
                #expect(try socket.receiveResponse()?.status == 200)
                for (number, socket) in idle.enumerated() where number % 100 == 0 {
                    socket.send(Self.request)
                    #expect(try socket.receiveResponse()?.status == 200)
                }
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a handler past its deadline is cancelled and answered for`() async throws
        {
            let recorder = EventRecorder()
            let cancelled = Latch()
            let configuration = HTTPServerConfiguration.testing { $0.deadlines.handler = .milliseconds(50) }
            let handler: HTTPServer.Handler = { _ in
                if await Latch().passage() { cancelled.open() }
                return HTTPResponse(status: .ok)
            }
            try await withServer(configuration, report: recorder.report, handler: handler) { _, port in
                let socket = try TestSocket(port: port)
                socket.send(Self.request)
                let responses = TestResponse.all(in: try socket.receiveAll())
                #expect(responses?.map(\.status) == [503])
                #expect(cancelled.isOpened())
                #expect(recorder.first { if case .handlerOverran = $0 { true } else { nil } } == true)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a handler is cancelled when the peer leaves`() async throws {
            let recorder = EventRecorder()
            let (entered, cancelled) = (Latch(), Latch())
            let handler: HTTPServer.Handler = { _ in
                entered.open()
                if await Latch().passage() { cancelled.open() }
                return HTTPResponse(status: .ok)
            }
            try await withServer(report: recorder.report, handler: handler) { _, port in
                var socket: TestSocket? = try TestSocket(port: port)
                socket?.send(Self.request)
                #expect(entered.isOpened())
                socket = nil
                #expect(cancelled.isOpened())
                #expect(recorder.first { if case .abandoned = $0 { true } else { nil } } == true)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a peer that does not read is cut, one that reads is not`()
            async throws
        {
            let recorder = EventRecorder()
            let configuration = HTTPServerConfiguration.testing { $0.deadlines.write = .seconds(2) }
            let body = [UInt8](repeating: 0x61, count: 8_388_608)
            let handler: HTTPServer.Handler = { _ in HTTPResponse(status: .ok, body: body) }
            try await withServer(configuration, report: recorder.report, handler: handler) { _, port in
                let reader = try TestSocket(port: port)
                reader.send(Self.request)
                #expect(try reader.receiveResponse()?.body.count == body.count)
                let stuck = try TestSocket(port: port, receiveBuffer: 4096)
                stuck.send(Self.request)
                #expect(recorder.first { if case .abandoned = $0 { true } else { nil } } == true)
                #expect(try stuck.receiveAll().count < body.count)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a peer that asks without reading is held back, not buffered without end`()
            async throws
        {
            let body = [UInt8](repeating: 0x61, count: 100_000)
            let counter = RequestCounter()
            let handler: HTTPServer.Handler = { _ in
                await counter.count()
                return HTTPResponse(status: .ok, body: body)
            }
            try await withServer(handler: handler) { _, port in
                let socket = try TestSocket(port: port, receiveBuffer: 4096)
                let requests = 400
                socket.send(String(repeating: Self.request, count: requests))
                #expect(try socket.receiveResponse()?.body == body)
                #expect(await counter.value < requests)
                for _ in 1..<requests { #expect(try socket.receiveResponse()?.body.count == body.count) }
                #expect(await counter.value == requests)
            }
        }
    }
}

private actor RequestCounter {
    private(set) var value = 0

    func count() { value += 1 }
}
