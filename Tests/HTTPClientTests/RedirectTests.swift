import HTTPClient
import HTTPMessage
import HTTPServer
import Testing

extension SocketTests {
    struct RedirectTests {
        /// Leads where the query says, with the status that the path says.
        @Sendable static func lead(_ request: HTTPRequest) async -> HTTPResponse {
            let path = String(decoding: request.path, as: UTF8.self)
            guard let status = Int(path.dropFirst()), let target = request.query else { return await echo(request) }
            return HTTPResponse(
                status: HTTPStatus(status), headers: HTTPHeaders([(.location, String(decoding: target, as: UTF8.self))])
            )
        }

        private func request(_ method: String, _ url: String, redirects: Int = 3) -> HTTPClientRequest {
            var request = HTTPClientRequest(
                method, url, headers: HeaderFields([("Authorization", "secret"), ("Accept", "text/plain")]),
                body: method == "GET" ? nil : Array("body".utf8))
            request.redirects = redirects
            return request
        }

        @Test func `hands a redirect over unless asked to follow it`() async throws {
            try await withServer(handler: Self.lead) { client, origin in
                let answer = try await client.send(request("GET", origin + "/302?/end", redirects: 0))
                #expect(answer.status == 302)
                #expect(answer.headers["Location"] == "/end")
            }
        }

        @Test(arguments: [
            ("GET", 302, "GET", ""), ("POST", 301, "GET", ""), ("POST", 302, "GET", ""), ("POST", 303, "GET", ""),
            ("PUT", 303, "GET", ""), ("POST", 307, "POST", "body"), ("PUT", 308, "PUT", "body"),
            ("PUT", 302, "PUT", "body"),
        ])
        func `follows with the method and body that the status says, with credentials within the origin`(
            method: String, status: Int, expected: String, body: String
        ) async throws {
            try await withServer(handler: Self.lead) { client, origin in
                let answer = try await client.send(request(method, "\(origin)/\(status)?/end"))
                #expect(answer.text.hasPrefix("\(expected) /end accept=text/plain authorization=secret"))
                #expect(answer.text.hasSuffix("|" + body))
            }
        }

        @Test func `takes no credential and no body to another origin`() async throws {
            try await withServer(handler: Self.lead) { client, origin in
                let other = origin.replacing("localhost", with: "127.0.0.1")
                let answer = try await client.send(request("GET", "\(origin)/302?\(other)/end"))
                #expect(answer.text == "GET /end accept=text/plain user-agent=postern |")
                let error = await failure(client, request("POST", "\(origin)/307?\(other)/end"))
                #expect(error?.cause == .redirectRefused)
                #expect(error?.kind == .answer)
            }
        }

        @Test(arguments: ["file:///etc/passwd", "http://user:password@localhost/", "http://"])
        func `does not follow to what may not be asked`(target: String) async throws {
            try await withServer(handler: Self.lead) { client, origin in
                #expect(await failure(client, request("GET", "\(origin)/302?\(target)"))?.cause == .redirectRefused)
            }
        }

        @Test func `follows so often as it was told`() async throws {
            try await withServer { _ in
                HTTPResponse(status: HTTPStatus(302), headers: HTTPHeaders([(.location, "/again")]))
            } _: { client, origin in
                #expect(await failure(client, request("GET", origin, redirects: 3))?.cause == .redirectRefused)
            }
        }
    }
}

extension String {
    fileprivate func replacing(_ text: String, with other: String) -> String {
        guard let range = firstRange(of: text) else { return self }
        return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
