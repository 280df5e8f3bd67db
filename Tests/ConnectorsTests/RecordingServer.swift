import HTTPClient
import HTTPMessage
import HTTPServer
import ServiceRuntime

/// A server that answers by a script and keeps what it was asked.
final class RecordingServer: Sendable {
    /// One request as it came.
    struct Exchange: Sendable, Equatable {
        var line: String
        var authorization: String?
        var body: String
        var headers: [String: String] = [:]

        static func == (left: Self, right: Self) -> Bool {
            left.line == right.line && left.authorization == right.authorization && left.body == right.body
        }
    }

    private let kept = Lock([Exchange]())
    private let script: @Sendable (_ line: String) -> (status: Int, body: String)

    private init(_ script: @escaping @Sendable (_ line: String) -> (status: Int, body: String)) {
        self.script = script
    }

    var exchanges: [Exchange] { kept.withLock { $0 } }

    /// Runs a body against a server of its own.
    static func run(
        _ script: @escaping @Sendable (_ line: String) -> (status: Int, body: String),
        _ body: (RecordingServer, HTTPClient, String) async throws -> Void
    ) async throws {
        let recorder = RecordingServer(script)
        let server = try HTTPServer.start(
            HTTPServerConfiguration(listeners: [HTTPListener(port: 0)], loops: 1), handler: { recorder.answer($0) })
        let client = try HTTPClient()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(recorder, client, "http://127.0.0.1:\(server.ports.first ?? 0)"))
        } catch {
            result = .failure(error)
        }
        client.close()
        await server.drain(within: .milliseconds(100))
        try result.get()
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let query = request.query.map { "?" + String(decoding: $0, as: UTF8.self) } ?? ""
        let line = "\(request.method.rawValue) \(String(decoding: request.path, as: UTF8.self))\(query)"
        var headers: [String: String] = [:]
        for field in request.headers.list { headers["\(field.name)".lowercased()] = "\(field.value)" }
        let exchange = Exchange(
            line: line, authorization: headers["authorization"], body: String(decoding: request.body, as: UTF8.self),
            headers: headers)
        kept.withLock { $0.append(exchange) }
        let (status, body) = script(line)
        return HTTPResponse(
            status: HTTPStatus(status), contentType: "application/json", body: status == 204 ? [] : Array(body.utf8))
    }
}
