import HTTPMessage
import HTTPServer
import Testing

extension SocketTests {
    struct TLSTests {
        private let fixture: TLSFixture

        init() throws {
            fixture = try TLSFixture()
        }

        private func configuration(
            _ clients: TLSConfiguration.ClientCertificates = .ignored, loops: Int = 1,
            ticketKeyLifetime: Duration = .seconds(3600)
        ) -> HTTPServerConfiguration {
            .testing(
                loops: loops,
                tls: TLSConfiguration(
                    certificateChainFile: fixture.path("server.pem"), privateKeyFile: fixture.path("server.key"),
                    clientCertificates: clients, ticketKeyLifetime: ticketKeyLifetime))
        }

        /// Says what the server knows of the client's certificate: trust, and whether it is the one of the given name.
        private func certificateHandler(expecting der: [UInt8]) -> HTTPServer.Handler {
            { request in
                let text =
                    switch request.clientCertificate?.trust {
                    case .none: "none"
                    case .verified: "verified"
                    case .unverified(let code): "unverified \(code)"
                    }
                let same = request.clientCertificate?.der == der
                return HTTPResponse(status: .ok, body: Array("<\(request.scheme) \(text) \(same)>".utf8))
            }
        }

        @Test(.timeLimit(.minutes(10)), arguments: ["-tls1_2", "-tls1_3"])
        func `answers over every version it offers, with the protocol that was agreed`(version: String) async throws {
            try await withServer(configuration()) { _, port in
                let text = try await fixture.exchange(port: port, [version, "-alpn", "h2,http/1.1"])
                #expect(text.contains("ALPN protocol: http/1.1"))
                #expect(text.contains("HTTP/1.1 200 OK\r\n"))
                #expect(text.contains("GET / "))
            }
        }

        @Test(.timeLimit(.minutes(10)), arguments: [["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], ["-alpn", "h2"]])
        func `refuses old versions and protocols it does not speak`(options: [String]) async throws {
            let recorder = EventRecorder()
            try await withServer(configuration(), report: recorder.report) { _, port in
                try await #expect(!fixture.exchange(port: port, options).contains("HTTP/1.1"))
                let reason = recorder.first { if case .handshakeFailed(_, let reason) = $0 { reason } else { nil } }
                #expect(reason?.isEmpty == false)
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `plaintext on a TLS port ends without an answer`() async throws {
            try await withServer(configuration()) { _, port in
                let socket = try TestSocket(port: port)
                socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                try #expect(!String(decoding: socket.receiveAll(), as: UTF8.self).contains("HTTP/1.1"))
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `a handshake that does not go on ends at the head's deadline`() async throws {
            let recorder = EventRecorder()
            var configuration = configuration()
            configuration.deadlines.head = .milliseconds(200)
            try await withServer(configuration, report: recorder.report) { _, port in
                let socket = try TestSocket(port: port)
                #expect(try socket.receiveAll() == [])
                let reason = recorder.first { if case .handshakeFailed(_, let reason) = $0 { reason } else { nil } }
                #expect(reason == "timed out")
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `hands any client certificate to an application that judges`() async throws {
            let clients = TLSConfiguration.ClientCertificates.judgedByApplication
            let stranger = ["-cert", fixture.path("stranger.pem"), "-key", fixture.path("stranger.key")]
            let handler = certificateHandler(expecting: try fixture.der("stranger"))
            try await withServer(configuration(clients), handler: handler) { _, port in
                try await #expect(fixture.exchange(port: port).contains("<https none false>"))
                // 18 is X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT.
                for version in ["-tls1_2", "-tls1_3"] {
                    let text = try await fixture.exchange(port: port, stranger + [version])
                    #expect(text.contains("<https unverified 18 true>"))
                }
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `verifies client certificates against the configured authorities`() async throws {
            let clients = TLSConfiguration.ClientCertificates.verified(authoritiesFile: fixture.path("authority.pem"))
            let known = ["-cert", fixture.path("client.pem"), "-key", fixture.path("client.key")]
            let stranger = ["-cert", fixture.path("stranger.pem"), "-key", fixture.path("stranger.key")]
            let handler = certificateHandler(expecting: try fixture.der("client"))
            try await withServer(configuration(clients), handler: handler) { _, port in
                try await #expect(fixture.exchange(port: port).contains("<https none false>"))
                try await #expect(fixture.exchange(port: port, known).contains("<https verified true>"))
                try await #expect(!fixture.exchange(port: port, stranger).contains("HTTP/1.1"))
            }
        }

        @Test(.timeLimit(.minutes(10)), arguments: ["-tls1_2", "-tls1_3"])
        func `a session resumes on any loop and keeps its client certificate`(version: String) async throws {
            let clients = TLSConfiguration.ClientCertificates.verified(authoritiesFile: fixture.path("authority.pem"))
            let known = [version, "-cert", fixture.path("client.pem"), "-key", fixture.path("client.key")]
            let handler = certificateHandler(expecting: try fixture.der("client"))
            try await withServer(configuration(clients, loops: 2), handler: handler) { _, port in
                _ = try await fixture.exchange(port: port, known + ["-sess_out", fixture.path("session")])
                for _ in 0..<6 {
                    let text = try await fixture.exchange(port: port, [version, "-sess_in", fixture.path("session")])
                    #expect(text.contains("Reused, TLSv1."))
                    #expect(text.contains("<https verified true>"))
                }
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `a ticket dies with its key`() async throws {
            try await withServer(configuration(ticketKeyLifetime: .zero)) { _, port in
                _ = try await fixture.exchange(port: port, ["-sess_out", fixture.path("session")])
                let text = try await fixture.exchange(port: port, ["-sess_in", fixture.path("session")])
                #expect(text.contains("New, TLSv1.3"))
                #expect(text.contains("HTTP/1.1 200 OK"))
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `a new certificate is for new connections, and old sessions resume`() async throws {
            try await withServer(configuration()) { server, port in
                let before = try await fixture.exchange(port: port, ["-sess_out", fixture.path("session")])
                #expect(before.contains("CN = localhost"))
                try fixture.makeSelfSigned("server", subject: "/CN=renewed")
                try server.reloadCertificate()
                try await #expect(fixture.exchange(port: port).contains("CN = renewed"))
                let resumed = try await fixture.exchange(port: port, ["-sess_in", fixture.path("session")])
                #expect(resumed.contains("Reused, TLSv1.3"))
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `a reload that fails keeps the certificate in use`() async throws {
            try await withServer(configuration()) { server, port in
                try fixture.makeSelfSigned("other", subject: "/CN=other")
                // Another key than the certificate's.
                try fixture.replace("server.key", by: "other.key")
                #expect(throws: HTTPServerError.self) { try server.reloadCertificate() }
                try await #expect(fixture.exchange(port: port).contains("HTTP/1.1 200 OK"))
            }
        }

        @Test func `a file that is missing or no key is a typed error`() {
            let missing = TLSConfiguration(
                certificateChainFile: fixture.path("none.pem"), privateKeyFile: fixture.path("server.key"))
            let mismatched = TLSConfiguration(
                certificateChainFile: fixture.path("server.pem"), privateKeyFile: fixture.path("client.key"))
            let noAuthorities = TLSConfiguration(
                certificateChainFile: fixture.path("server.pem"), privateKeyFile: fixture.path("server.key"),
                clientCertificates: .verified(authoritiesFile: fixture.path("none.pem")))
            let cases = [
                (missing, "certificate chain"), (mismatched, "private key"), (noAuthorities, "client authorities"),
            ]
            for (tls, what) in cases {
                let error = #expect(throws: HTTPServerError.self) {
                    try HTTPServer.start(.testing(tls: tls)) { _ in HTTPResponse(status: .ok) }
                }
                guard case .tls("public", what, _, _)? = error else {
                    Issue.record("expected an error about the \(what), got \(String(describing: error))")
                    continue
                }
            }
        }

        @Test(.timeLimit(.minutes(10)))
        func `a large answer goes through TLS whole`() async throws {
            let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: 0x30 + $0 % 10) }
            let handler: HTTPServer.Handler = { _ in HTTPResponse(status: .ok, body: body) }
            try await withServer(configuration(), handler: handler) { _, port in
                try await #expect(fixture.exchange(port: port, ["-quiet"]).utf8.suffix(body.count).elementsEqual(body))
            }
        }
    }
}
