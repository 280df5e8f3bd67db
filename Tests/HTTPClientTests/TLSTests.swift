import HTTPClient
import HTTPMessage
import HTTPServer
import TestSupport
import Testing

extension SocketTests {
    struct TLSTests {
        private let directory: TemporaryDirectory

        init() async throws {
            let made = try TemporaryDirectory()
            directory = made
            try await blocking {
                try Self.makeCertificate(made, "server", "/CN=localhost", ["-addext", "subjectAltName=DNS:localhost"])
                try Self.makeCertificate(made, "stranger", "/CN=stranger")
                try Self.makeCertificate(made, "client", "/CN=client")
            }
        }

        private static func makeCertificate(
            _ directory: TemporaryDirectory, _ name: String, _ subject: String, _ more: [String] = []
        ) throws {
            let file = directory.path + "/" + name
            let result = try runProgram(
                [
                    "timeout", "20", "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                    "-nodes", "-days", "2", "-subj", subject, "-keyout", file + ".key", "-out", file + ".pem",
                ] + more)
            try #require(result.status == 0)
        }

        private func file(_ name: String) -> String { directory.path + "/" + name }

        private var tls: TLSConfiguration {
            TLSConfiguration(
                certificateChainFile: file("server.pem"), privateKeyFile: file("server.key"),
                clientCertificates: .judgedByApplication)
        }

        @Test func `trusts the authorities of its own file, and shows its certificate`() async throws {
            try await withServer(tls: tls) {
                $0.authoritiesFile = file("server.pem")
                $0.clientCertificate = .init(
                    certificateChainFile: file("client.pem"), privateKeyFile: file("client.key"))
            } handler: { request in
                HTTPResponse(status: .ok, body: [request.clientCertificate == nil ? 0 : 1])
            } _: { client, origin in
                let answer = try await client.send(HTTPClientRequest("GET", origin))
                #expect(answer.body == [1])
            }
        }

        @Test(arguments: [
            (authorities: "stranger.pem", host: "localhost"), (authorities: nil, host: "localhost"),
            (authorities: "server.pem", host: "127.0.0.1"),
        ])
        func `refuses a certificate of another authority or another name`(
            authorities: String?, host: String
        ) async throws {
            try await withServer(tls: tls) {
                $0.authoritiesFile = authorities.map(file)
            } handler: { _ in
                HTTPResponse(status: .ok)
            } _: { client, origin in
                let port = origin.split(separator: ":").last ?? ""
                let error = await failure(client, HTTPClientRequest("GET", "https://\(host):\(port)/"))
                #expect(error?.cause == .untrusted)
                #expect(error?.kind == .connection)
            }
        }
    }
}
