import HTTPMessage
import HTTPServer

/// A server for scripts and measurements: answers every request with the same JSON, streams at `/stream`, until its input ends.
///
/// Usage: http-echo [--port N] [--loops N] [--tls CERTIFICATE KEY]
@main
struct HTTPEcho {
    static func main() async throws {
        var listener = HTTPListener(port: 0)
        var loops = 1
        var arguments = CommandLine.arguments.dropFirst()
        while let option = arguments.popFirst() {
            switch option {
            case "--port": listener.port = arguments.popFirst().flatMap { UInt16($0) } ?? 0
            case "--loops": loops = arguments.popFirst().flatMap { Int($0) } ?? 1
            case "--tls":
                guard let certificate = arguments.popFirst(), let key = arguments.popFirst() else { return usage() }
                listener.tls = TLSConfiguration(
                    certificateChainFile: certificate, privateKeyFile: key, clientCertificates: .judgedByApplication)
            default: return usage()
            }
        }
        let server = try HTTPServer.start(HTTPServerConfiguration(listeners: [listener], loops: loops)) { request in
            answer(request)
        }
        print("listening on port \(server.ports)")
        while readLine() != nil {}
        await server.drain(within: .seconds(1))
    }

    private static func answer(_ request: HTTPRequest) -> HTTPResponse {
        if request.path.elementsEqual("/stream".utf8) {
            return HTTPResponse(
                status: .ok, headers: HTTPHeaders([(.contentType, "text/event-stream")]),
                stream: StreamingBody { stream in _ = stream.send(Array("data: open\n\n".utf8)) })
        }
        return HTTPResponse(
            status: .ok, contentType: "application/json", body: Array(#"{"active":true,"n":1234567}"#.utf8))
    }

    private static func usage() {
        print("usage: http-echo [--port N] [--loops N] [--tls CERTIFICATE KEY]")
    }
}
