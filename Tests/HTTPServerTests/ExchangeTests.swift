import HTTPMessage
import HTTPServer
import Testing

extension SocketTests {
    struct ExchangeTests {
        @Test(.timeLimit(.minutes(10)), arguments: Transport.allCases)
        func `a handler sees the same request in process and over a socket`(transport: Transport) async throws {
            let headers = HTTPHeaders([("X-A", "1"), ("x-a", "2")])
            let request = HTTPRequest(method: .put, target: "/a%20b?c=d", headers: headers, body: [1, 2, 3])
            let answer = try await transport.exchange(request) { request in
                let values = request.headers.values("X-A").map { String(decoding: $0, as: UTF8.self) }
                let segments = (try? request.pathSegments()) ?? []
                let query = (try? request.queryParameters().single("c"))?.text ?? ""
                let text =
                    "\(request.method) \(segments) \(query) \(values) \(request.body) \(request.remote.isLoopback)"
                return HTTPResponse(status: .created, body: Array(text.utf8))
            }
            #expect(answer.status == .created)
            #expect(answer.body == #"PUT ["a b"] d ["1", "2"] [1, 2, 3] true"#)
        }

        @Test(.timeLimit(.minutes(10))) func `pipelined requests are answered in order`() async throws {
            try await withServer { _, port in
                let socket = try TestSocket(port: port)
                let requests = (0..<50).map {
                    "POST /\($0) HTTP/1.1\r\nHost: x\r\nContent-Length: \("\($0)".utf8.count)\r\n\r\n\($0)"
                }
                socket.send(requests.joined())
                for number in 0..<50 {
                    #expect(try socket.receiveResponse()?.text == "POST /\(number) \(number)")
                }
            }
        }

        @Test(.timeLimit(.minutes(10))) func `the last request of a connection closes it`() async throws {
            try await withServer(.testing { $0.limits.requestsPerConnection = 2 }) { _, port in
                let socket = try TestSocket(port: port)
                socket.send(String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 3))
                #expect(try socket.receiveResponse()?.header("connection") == nil)
                #expect(try socket.receiveResponse()?.header("connection") == "close")
                #expect(try socket.receiveAll() == [])
            }
        }

        @Test(
            .timeLimit(.minutes(10)),
            arguments: [
                "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
            ])
        func `a connection that is not to persist closes after the answer`(request: String) async throws {
            try await withServer { _, port in
                let socket = try TestSocket(port: port)
                socket.send(request)
                let responses = TestResponse.all(in: try socket.receiveAll())
                #expect(responses?.map(\.status) == [200])
                #expect(responses?.first?.header("connection") == "close")
            }
        }

        @Test(.timeLimit(.minutes(10))) func `HEAD has the length of the body and no body`() async throws {
            try await withServer { _, port in
                let socket = try TestSocket(port: port)
                socket.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let head = try socket.receive(through: "\r\n\r\n")
                #expect(head?.contains("Content-Length: 7\r\n") == true)
                #expect(try socket.receiveResponse()?.text == "GET / ")
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a status without a body has none and no length`() async throws {
            try await withServer(handler: { _ in HTTPResponse(status: .noContent, body: [1]) }) { _, port in
                let socket = try TestSocket(port: port)
                socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let head = try socket.receive(through: "\r\n\r\n")
                #expect(head?.hasPrefix("HTTP/1.1 204 No Content\r\n") == true)
                #expect(head?.contains("Content-Length") == false)
                socket.finishSending()
                #expect(try socket.receiveAll() == [])
            }
        }

        @Test(.timeLimit(.minutes(10))) func `framing fields are the server's own`() async throws {
            let handler: HTTPServer.Handler = { _ in
                let headers = HTTPHeaders([
                    ("content-length", "99"), ("Transfer-Encoding", "chunked"), ("Connection", "upgrade"),
                    ("Date", "never"), ("X-Own", "1"),
                ])
                return HTTPResponse(status: .ok, headers: headers, body: [0x61])
            }
            try await withServer(handler: handler) { _, port in
                let socket = try TestSocket(port: port)
                socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let response = try #require(try socket.receiveResponse())
                #expect(response.lines.count == 3)
                #expect(response.header("content-length") == "1")
                #expect(response.header("x-own") == "1")
                #expect(response.header("date")?.hasSuffix("GMT") == true)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a response that would be split becomes a bare 500`() async throws {
            let recorder = EventRecorder()
            let handler: HTTPServer.Handler = { _ in
                HTTPResponse(status: .ok, headers: HTTPHeaders([("A", "b\r\nSet-Cookie: c=d")]), body: [0x61])
            }
            try await withServer(report: recorder.report, handler: handler) { _, port in
                let socket = try TestSocket(port: port)
                socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let response = try #require(try socket.receiveResponse())
                #expect(response.status == 500)
                #expect(response.lines.count == 2)
                #expect(response.body == [])
                let name = recorder.first { if case .responseMalformed(let listener) = $0 { listener } else { nil } }
                #expect(name == "public")
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a client that waits for 100 Continue gets it, then the answer`()
            async throws
        {
            try await withServer { _, port in
                let socket = try TestSocket(port: port)
                socket.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n")
                #expect(try socket.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
                socket.send("ok")
                #expect(try socket.receiveResponse()?.text == "POST / ok")
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a client that has finished sending is still answered`() async throws {
            try await withServer { _, port in
                let socket = try TestSocket(port: port)
                socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                socket.finishSending()
                #expect(TestResponse.all(in: try socket.receiveAll())?.map(\.text) == ["GET / "])
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a body that comes in many pieces is whole`() async throws {
            try await withServer { _, port in
                let socket = try TestSocket(port: port)
                let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
                socket.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n")
                socket.send(body)
                #expect(try socket.receiveResponse()?.body == Array("POST / ".utf8) + body)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a refusal has a constant short body and names nothing`() async throws {
            try await withServer { _, port in
                let socket = try TestSocket(port: port)
                socket.send("GET /secret HTTP/1.1\r\nHost: a b\r\n\r\n")
                let response = try #require(TestResponse.all(in: try socket.receiveAll())?.first)
                #expect(response.text == "400 Bad Request\n")
                #expect(response.header("server") == nil)
            }
        }

        @Test(.timeLimit(.minutes(10))) func `a handler stays on its loop across suspensions`() async throws {
            let handler: HTTPServer.Handler = { _ in
                let before = ThreadIdentity.current
                let counter = Counter()
                async let other = counter.increment()
                let inside = await other
                let after = ThreadIdentity.current
                let text = "\(before == inside && inside == after)"
                return HTTPResponse(status: .ok, body: Array(text.utf8))
            }
            try await withServer(.testing(loops: 2), handler: handler) { _, port in
                let socket = try TestSocket(port: port)
                socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try socket.receiveResponse()?.text == "true")
            }
        }
    }
}

private actor Counter {
    private var count = 0

    func increment() -> ThreadIdentity {
        count += 1
        return .current
    }
}
