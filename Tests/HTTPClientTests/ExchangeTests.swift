import HTTPClient
import HTTPMessage
import HTTPServer
import ServiceRuntime
import Testing

extension SocketTests {
    struct ExchangeTests {
        @Test func `sends method, headers and body as given and nothing of its own beside`() async throws {
            try await withServer(handler: echo) { client, origin in
                let request = HTTPClientRequest(
                    "PATCH", origin + "/a%20b?c=d",
                    headers: HeaderFields([("X-Test", "one"), ("Content-Type", "text/x")]), body: Array("body".utf8))
                let answer = try await client.send(request)
                #expect(answer.status == 200)
                #expect(answer.headers["CONTENT-TYPE"] == "text/plain")
                #expect(
                    answer.text == "PATCH /a%20b accept=*/* content-type=text/x user-agent=postern x-test=one |body")
                let plain = try await client.send(HTTPClientRequest("POST", origin + "/p", body: []))
                #expect(plain.text == "POST /p accept=*/* user-agent=postern |")
            }
        }

        @Test func `uses a connection again`() async throws {
            let ports = Lock<Set<UInt16>>([])
            try await withServer { request in
                ports.withLock { _ = $0.insert(request.remote.port) }
                return HTTPResponse(status: .ok)
            } _: { client, origin in
                for _ in 0..<5 { _ = try await client.send(HTTPClientRequest("GET", origin)) }
            }
            #expect(ports.withLock { $0.count } == 1)
        }

        @Test func `runs requests side by side and keeps the rest waiting`() async throws {
            try await withServer(client: { $0.limits.transfers = 2 }, handler: echo) { client, origin in
                let count = await withTaskGroup { group in
                    for index in 0..<40 {
                        group.addTask { try? await client.send(HTTPClientRequest("GET", "\(origin)/\(index)")).status }
                    }
                    return await group.reduce(into: 0) { $0 += $1 == 200 ? 1 : 0 }
                }
                #expect(count == 40)
            }
        }

        @Test func `refuses a request beyond those that run and wait`() async throws {
            let gate = Gate()
            try await withServer(client: {
                $0.limits.transfers = 1
                $0.limits.waiting = 1
            }) { _ in
                await gate.passage()
                return HTTPResponse(status: .ok)
            } _: { client, origin in
                let causes = await withTaskGroup { group in
                    for _ in 0..<3 { group.addTask { await failure(client, HTTPClientRequest("GET", origin))?.cause } }
                    let first = await group.next() ?? nil
                    gate.open()
                    return await group.reduce(into: [first]) { $0.append($1) }
                }
                #expect(causes == [.overloaded, nil, nil])
            }
        }

        @Test func `ends a request whose task is cancelled`() async throws {
            let (arrived, gate) = (Gate(), Gate())
            try await withServer { _ in
                arrived.open()
                await gate.passageOrCancellation()
                return HTTPResponse(status: .ok)
            } _: { client, origin in
                let cause = await withTaskGroup { group in
                    group.addTask { await failure(client, HTTPClientRequest("GET", origin))?.cause }
                    await arrived.passage()
                    group.cancelAll()
                    return await group.next() ?? nil
                }
                gate.open()
                #expect(cause == .cancelled)
            }
        }

        @Test func `ends what runs when it is closed, and takes nothing afterwards`() async throws {
            let peer = try RawPeer(answering: "", end: .hold)
            let client = try HTTPClient()
            async let cause = failure(client, HTTPClientRequest("GET", "http://127.0.0.1:\(peer.port)/"))?.cause
            while !peer.text.contains("\r\n\r\n") { await Task.yield() }
            client.close()
            #expect(await cause == .closed)
            #expect(await failure(client, HTTPClientRequest("GET", "http://127.0.0.1:1/"))?.cause == .closed)
        }

        struct Refused: Sendable, CustomTestStringConvertible {
            let request: HTTPClientRequest
            let testDescription: String

            init(_ method: String, _ url: String, _ headers: [(name: String, value: String)] = []) {
                request = HTTPClientRequest(method, url, headers: HeaderFields(headers))
                testDescription = "\(method) \(url) \(headers)".filter { $0 != "\r" && $0 != "\n" }
            }
        }

        @Test(arguments: [
            Refused("GET", "ftp://localhost/"), Refused("GET", "file:///etc/passwd"), Refused("GET", "localhost:80"),
            Refused("GET", "http://user:password@localhost/"), Refused("GET", "http:// localhost/"),
            Refused("GET", "http://localhost/a\r\nX-Evil: 1"), Refused("GET", ""), Refused("G T", "http://localhost/"),
            Refused("CONNECT", "http://localhost/"), Refused("GET", "http://localhost/", [("X-A", "1\r\nX-B: 2")]),
            Refused("GET", "http://localhost/", [("X A", "1")]), Refused("GET", "http://localhost/", [("Host", "a")]),
            Refused("GET", "http://localhost/", [("Content-Length", "0")]),
            Refused("GET", "http://localhost/", [("transfer-encoding", "chunked")]),
        ])
        func `refuses a request that is not one`(_ refused: Refused) async throws {
            let client = try HTTPClient()
            defer { client.close() }
            let error = await failure(client, refused.request)
            #expect(error?.kind == .local)
            guard case .invalidRequest = error?.cause else {
                Issue.record("\(String(describing: error))")
                return
            }
        }

        @Test func `an error names the origin and neither path, query, header nor body`() async throws {
            let client = try HTTPClient()
            defer { client.close() }
            let request = HTTPClientRequest(
                "POST", "http://localhost:1/s3cret?s3cret", headers: HeaderFields([("Authorization", "s3cret")]),
                body: Array("s3cret".utf8))
            let error = await failure(client, request)
            #expect(error?.description == "`http://localhost:1`: no connection could be made")
            #expect("\(request)" == "POST http://localhost:1")
            #expect("\(HTTPClientConfiguration.Credentials(user: "a", password: "s3cret"))" == "redacted")
        }
    }
}
