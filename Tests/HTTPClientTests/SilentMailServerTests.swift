import HTTPClient
import Testing

extension SocketTests {
    /// A mail server that says nothing more holds up its own mail, and nobody else.
    @Suite(.timeLimit(.minutes(2))) struct SilentMailServerTests {
        struct Silence: Sendable, CustomTestStringConvertible {
            let testDescription: String
            /// How many replies come before.
            let replies: Int
            /// What the server has been told when it falls silent.
            let told: String
            var url = "smtp"
            var offersTLS = false
        }

        static let silences = [
            Silence(testDescription: "at once", replies: 0, told: ""),
            Silence(testDescription: "in the handshake", replies: 0, told: "\u{3}", url: "smtps"),
            Silence(testDescription: "after EHLO", replies: 1, told: "EHLO"),
            Silence(testDescription: "after STARTTLS", replies: 2, told: "STARTTLS\r\n", offersTLS: true),
            Silence(testDescription: "after MAIL", replies: 2, told: "MAIL FROM:"),
            Silence(testDescription: "after RCPT", replies: 3, told: "RCPT TO:<ann"),
            Silence(testDescription: "after the last RCPT", replies: 4, told: "RCPT TO:<bo"),
            Silence(testDescription: "after DATA", replies: 5, told: "DATA\r\n"),
            Silence(testDescription: "after the final dot", replies: 6, told: "\r\n.\r\n"),
            Silence(testDescription: "after QUIT", replies: 7, told: "QUIT\r\n"),
        ]

        private func peer(_ silence: Silence) throws -> RawPeer {
            var script = Array(MailTests.script.prefix(silence.replies))
            if silence.offersTLS { script[1].send = "250-mail\r\n250 STARTTLS\r\n" }
            return try RawPeer(script, end: .hold)
        }

        private func mail(_ peer: RawPeer, _ silence: Silence) throws -> MailMessage {
            var mail = try MailTests.mail(peer)
            mail.server = "\(silence.url)://127.0.0.1:\(peer.port)"
            return mail
        }

        private func awaitTold(_ peer: RawPeer, _ silence: Silence) async throws {
            // A connection that is not spoken on shows nothing.
            if silence.told.isEmpty { return try await Task.sleep(for: .milliseconds(200)) }
            for _ in 0..<500 where !peer.text.contains(silence.told) { try await Task.sleep(for: .milliseconds(10)) }
            #expect(peer.text.contains(silence.told), "\(peer.text)")
        }

        @Test(arguments: silences) func `others are answered and closing takes no time`(silence: Silence) async throws {
            try await withServer(handler: echo) { client, origin in
                let (peer, clock) = (try peer(silence), ContinuousClock())
                let mail = try mail(peer, silence)
                async let failure = MailTests.failure(client, mail, within: .seconds(10))
                try await awaitTold(peer, silence)
                let asking = try await clock.measure {
                    for _ in 0..<10 {
                        _ = try await client.send(HTTPClientRequest("GET", origin, deadline: .seconds(60)))
                    }
                }
                #expect(asking < .seconds(1))
                #expect(clock.measure { client.close() } < .milliseconds(500))
                // What was taken before the farewell is delivered.
                #expect(await failure?.cause == (silence.replies == 7 ? nil : .closed))
            }
        }

        @Test(arguments: silences) func `the deadline holds`(silence: Silence) async throws {
            let (peer, client, clock) = (try peer(silence), try HTTPClient(), ContinuousClock())
            defer { client.close() }
            let mail = try mail(peer, silence)
            var cause: HTTPClientError.Cause?
            let time = await clock.measure {
                cause = await MailTests.failure(client, mail, within: .milliseconds(400))?.cause
            }
            #expect(cause == (silence.replies == 7 ? nil : .timedOut))
            #expect(time < .seconds(1))
        }

        @Test func `a mail that nobody waits for ends`() async throws {
            let (peer, client) = (try peer(Self.silences[8]), try HTTPClient())
            defer { client.close() }
            let mail = try mail(peer, Self.silences[8])
            let task = Task { await MailTests.failure(client, mail, within: .seconds(60))?.cause }
            try await awaitTold(peer, Self.silences[8])
            task.cancel()
            #expect(await task.value == .cancelled)
            // The peer is left, too: it holds the connection until then.
            let clock = ContinuousClock()
            #expect(clock.measure { client.close() } < .milliseconds(500))
        }

        @Test func `as many mails as may be on their way leave room for requests`() async throws {
            try await withServer(client: { $0.limits.mails = 2 }, handler: echo) { client, origin in
                let peer = try RawPeer([], end: .hold)
                let mail = try MailTests.mail(peer)
                let clock = ContinuousClock()
                let time = try await clock.measure {
                    try await withThrowingTaskGroup(of: HTTPClientError.Cause?.self) { group in
                        for _ in 0..<6 {
                            group.addTask { await MailTests.failure(client, mail, within: .seconds(1))?.cause }
                        }
                        _ = try await client.send(HTTPClientRequest("GET", origin))
                        for try await cause in group { #expect(cause == .timedOut) }
                    }
                }
                #expect(time < .seconds(3))
                let free = try RawPeer(MailTests.script)
                #expect(await MailTests.failure(client, try MailTests.mail(free)) == nil)
            }
        }
    }
}
