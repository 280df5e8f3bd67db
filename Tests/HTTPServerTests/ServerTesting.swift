import HTTPMessage
import HTTPServer
import ServiceRuntime

/// Runs a body against a server on a free port, then drains it.
func withServer(
    _ configuration: HTTPServerConfiguration = .testing(),
    report: @escaping @Sendable (HTTPServerEvent) -> Void = { _ in },
    handler: @escaping HTTPServer.Handler = EchoHandler.answer,
    _ body: (HTTPServer, UInt16) async throws -> Void
) async throws {
    let server = try HTTPServer.start(configuration, report: report, handler: handler)
    do {
        try await body(server, server.ports.first ?? 0)
    } catch {
        await server.drain(within: .milliseconds(100))
        throw error
    }
    await server.drain(within: .milliseconds(100))
}

extension HTTPServerConfiguration {
    /// One plaintext listener with short lingering, changed as a test needs.
    static func testing(
        loops: Int = 1, tls: TLSConfiguration? = nil, _ change: (inout HTTPServerConfiguration) -> Void = { _ in }
    ) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration(listeners: [HTTPListener(port: 0, tls: tls)], loops: loops)
        configuration.deadlines.linger = .milliseconds(200)
        change(&configuration)
        return configuration
    }
}

/// Answers with what it was asked, so that a test sees what the server understood.
enum EchoHandler {
    @Sendable static func answer(_ request: HTTPRequest) async -> HTTPResponse {
        let query = request.query.map { "?" + String(decoding: $0, as: UTF8.self) } ?? ""
        let text = "\(request.method) \(String(decoding: request.path, as: UTF8.self))\(query) "
        return HTTPResponse(
            status: .ok, contentType: "text/plain", body: Array(text.utf8) + request.body)
    }
}

/// The two ways to reach a handler: the same test body holds for both.
enum Transport: CaseIterable, Sendable {
    case inProcess, socket

    /// Sends one request to the handler and returns what a client gets.
    func exchange(
        _ request: HTTPRequest, handler: @escaping HTTPServer.Handler
    ) async throws -> (status: HTTPStatus, body: String) {
        switch self {
        case .inProcess:
            let response = await handler(request)
            return (response.status, String(decoding: response.bytes, as: UTF8.self))
        case .socket:
            var result = (status: HTTPStatus(500), body: "no response")
            try await withServer(handler: handler) { _, port in
                let socket = try TestSocket(port: port)
                socket.send(Self.bytes(of: request))
                guard let response = try socket.receiveResponse() else { return }
                result = (HTTPStatus(response.status), response.text)
            }
            return result
        }
    }

    private static func bytes(of request: HTTPRequest) -> [UInt8] {
        var bytes = Array("\(request.method) ".utf8) + request.path
        if let query = request.query { bytes += Array("?".utf8) + query }
        bytes += Array(" HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(request.body.count)\r\n".utf8)
        for field in request.headers.list { bytes += Array("\(field.name): \(field.value)\r\n".utf8) }
        return bytes + Array("\r\n".utf8) + request.body
    }
}

/// Events of a server, kept in order; a test waits for one by its kind.
final class EventRecorder: Sendable {
    private let events = Lock<[HTTPServerEvent]>([])

    var report: @Sendable (HTTPServerEvent) -> Void {
        { [events] event in
            events.withLock { $0.append(event) }
            events.wake()
        }
    }

    /// Whether so many events came that the body is true for; false after ten seconds.
    func count(_ number: Int, _ body: @Sendable (HTTPServerEvent) -> Bool) -> Bool {
        events.wait(atMost: .seconds(10)) { events in
            events.count(where: body) >= number ? true : nil
        } ?? false
    }

    /// The first event that the body has a value for; nil after ten seconds.
    func first<Value: Sendable>(_ body: @Sendable (HTTPServerEvent) -> Value?) -> Value? {
        events.wait(atMost: .seconds(10)) { events in
            for event in events {
                if let value = body(event) { return value }
            }
            return nil
        }
    }
}
