import HTTPMessage
import Testing

@testable import HTTPServer

extension SocketTests {
    struct HeldBytesTests {
        private static func configuration(_ bytes: Int) -> HTTPServerConfiguration {
            .testing { $0.limits.heldRequestBytes = bytes }
        }

        private static func head(_ length: Int, _ fields: String = "") -> String {
            "POST / HTTP/1.1\r\nHost: x\r\n\(fields)Content-Length: \(length)\r\n\r\n"
        }

        private static func body(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: count) }

        /// The begin of a body that tells no length before.
        private static func chunk(_ count: Int) -> [UInt8] {
            let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            return Array("\(head)\(String(count, radix: 16))\r\n".utf8) + body(count)
        }

        @Test(.timeLimit(.minutes(10))) func `unfinished bodies share a bound, and give back what they held`()
            async throws
        {
            let recorder = EventRecorder()
            try await withServer(Self.configuration(100_000), report: recorder.report) { _, port in
                let sockets = try (0..<20).map { _ in try TestSocket(port: port) }
                for socket in sockets { socket.send(Self.chunk(20_000)) }
                let refusals = recorder.count(14) {
                    if case .refused(_, .overloaded) = $0 { true } else { false }
                }
                #expect(refusals)
                for socket in sockets { socket.finishSending() }
                var answers: [TestResponse] = []
                for socket in sockets { answers += TestResponse.all(in: try socket.receiveAll()) ?? [] }
                #expect(answers.count >= 14)
                #expect(answers.allSatisfy { $0.status == 503 && $0.header("retry-after") == "1" })
                #expect(recorder.first { if case .connections(0) = $0 { true } else { nil } } == true)
                let socket = try TestSocket(port: port)
                socket.send(Array(Self.head(90_000).utf8) + Self.body(90_000))
                #expect(try socket.receiveResponse()?.status == 200)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `one body that tells no length ends at the bound`() async throws {
            try await withServer(Self.configuration(100_000)) { _, port in
                let socket = try TestSocket(port: port)
                socket.send(Self.chunk(200_000))
                let response = try socket.receiveResponse()
                #expect(response?.status == 503)
                #expect(response?.header("connection") == "close")
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a length that there is no room for is refused before the body comes`()
            async throws
        {
            try await withServer(Self.configuration(100_000)) { _, port in
                let socket = try TestSocket(port: port)
                socket.send(Self.head(200_000, "Expect: 100-continue\r\n"))
                #expect(try socket.receive(through: "\r\n\r\n")?.hasPrefix("HTTP/1.1 503 ") == true)
                let other = try TestSocket(port: port)
                other.send(Self.head(90_000, "Expect: 100-continue\r\n"))
                #expect(try other.receive(through: "\r\n\r\n")?.hasPrefix("HTTP/1.1 100 ") == true)
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `bodies count until their handler has returned, and small requests go on meanwhile`() async throws {
            let (entered, door) = (Latch(), Latch())
            let handler: HTTPServer.Handler = { request in
                if request.body.count == 60_000 {
                    entered.open()
                    _ = await door.passage()
                }
                return HTTPResponse(status: .ok, body: Array("\(request.body.count)".utf8))
            }
            try await withServer(Self.configuration(60_000), handler: handler) { _, port in
                let large = try TestSocket(port: port)
                large.send(Array(Self.head(60_000).utf8) + Self.body(60_000))
                #expect(entered.isOpened())
                for bytes in [Self.chunk(30_000), Array(Self.head(30_000).utf8)] {
                    let refused = try TestSocket(port: port)
                    refused.send(bytes)
                    #expect(try refused.receiveResponse()?.status == 503)
                }
                let small = try TestSocket(port: port)
                small.send(Array(Self.head(2000).utf8) + Self.body(2000))
                #expect(try small.receiveResponse()?.text == "2000")
                door.open()
                #expect(try large.receiveResponse()?.text == "60000")
                let next = try TestSocket(port: port)
                next.send(Array(Self.head(30_000).utf8) + Self.body(30_000))
                #expect(try next.receiveResponse()?.text == "30000")
            }
        }
    }
}

struct HeldMemoryTests {
    @Test(arguments: ["Content-Length: 1000000", "Transfer-Encoding: chunked"])
    func `a body takes memory as it comes, not as it was announced`(framing: String) throws {
        let limits = HTTPServerConfiguration.Limits()
        let head = "POST / HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n"
        let size = framing.contains("chunked") ? "f4240\r\n" : ""
        var reader = RequestReader()
        var came = 0
        for piece in [Array((head + size).utf8), [0x61]] + (0..<10).map({ _ in [UInt8](repeating: 0x61, count: 5000) })
        {
            var position = 0
            came += piece.count
            while case .body = try reader.read(piece, position: &position, limits: limits) {}
            // An array begins with a few bytes more than what is put in.
            #expect(reader.heldBytes <= 2 * came + 32)
        }
        #expect(reader.heldBytes >= 50_000)
    }

    @Test func `the first bytes of each request are free`() {
        for (bytes, counted) in [(0, 0), (4096, 0), (4097, 1), (65_536, 61_440)] {
            #expect(HeldBytes.counted(bytes) == counted)
        }
    }
}
