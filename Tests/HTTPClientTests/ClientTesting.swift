import HTTPClient
import HTTPMessage
import HTTPServer

/// Runs a body against a server on a free port and a client that closes afterwards.
func withServer(
    tls: TLSConfiguration? = nil, client change: (inout HTTPClientConfiguration) -> Void = { _ in },
    handler: @escaping HTTPServer.Handler, _ body: (HTTPClient, String) async throws -> Void
) async throws {
    let server = try HTTPServer.start(
        HTTPServerConfiguration(listeners: [HTTPListener(port: 0, tls: tls)], loops: 1), handler: handler)
    var configuration = HTTPClientConfiguration()
    change(&configuration)
    let client = try HTTPClient(configuration)
    let origin = "\(tls == nil ? "http" : "https")://localhost:\(server.ports.first ?? 0)"
    let result: Result<Void, any Error>
    do {
        result = .success(try await body(client, origin))
    } catch {
        result = .failure(error)
    }
    client.close()
    await server.drain(within: .milliseconds(100))
    try result.get()
}

/// What the client throws for a request, nil if it is answered.
func failure(_ client: HTTPClient, _ request: HTTPClientRequest) async -> HTTPClientError? {
    do throws(HTTPClientError) {
        _ = try await client.send(request)
        return nil
    } catch {
        return error
    }
}

/// Answers with what the server understood: method, target, and the fields that tests look at.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
    let names: Set<String> = ["authorization", "content-type", "accept", "x-test", "user-agent", "expect"]
    let fields = request.headers.list.filter { names.contains($0.name.lowercased()) }
        .map { "\($0.name.lowercased())=\($0.value)" }.sorted().joined(separator: " ")
    let text = "\(request.method) \(String(decoding: request.path, as: UTF8.self)) \(fields) |"
    return HTTPResponse(status: .ok, contentType: "text/plain", body: Array(text.utf8) + request.body)
}

extension HTTPClientResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
