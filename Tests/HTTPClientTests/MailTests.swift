import HTTPClient
import Testing

extension SocketTests {
    struct MailTests {
        private func mail(_ peer: RawPeer, requiresTLS: Bool = false) -> MailMessage {
            var mail = MailMessage(
                server: "smtp://127.0.0.1:\(peer.port)", sender: "postern@example.com",
                recipients: ["ann@example.com", "bo@example.com"],
                content: Array("Subject: Hi\r\n\r\nOne\r\n.Two\r\n".utf8))
            mail.requiresTLS = requiresTLS
            return mail
        }

        private func failure(_ mail: MailMessage) async throws -> HTTPClientError? {
            let client = try HTTPClient()
            defer { client.close() }
            do throws(HTTPClientError) {
                try await client.send(mail)
                return nil
            } catch {
                return error
            }
        }

        @Test func `hands over envelope and message`() async throws {
            let peer = try RawPeer([
                ("", "220 mail ESMTP\r\n"), ("EHLO", ""), ("\r\n", "250 mail\r\n"), ("FROM:", ""),
                ("\r\n", "250 ok\r\n"),
                ("TO:", ""), ("\r\n", "250 ok\r\n"), ("TO:", ""), ("\r\n", "250 ok\r\n"), ("DATA\r\n", "354 go\r\n"),
                ("\r\n.\r\n", "250 taken\r\n"), ("QUIT", "221 bye\r\n"),
            ])
            #expect(try await failure(mail(peer)) == nil)
            #expect(peer.text.contains("MAIL FROM:<postern@example.com>"))
            #expect(peer.text.contains("RCPT TO:<ann@example.com>\r\n"))
            #expect(peer.text.contains("RCPT TO:<bo@example.com>\r\n"))
            #expect(peer.text.contains("Subject: Hi\r\n\r\nOne\r\n..Two\r\n.\r\n"))
        }

        @Test func `tells the code of a refusal`() async throws {
            let peer = try RawPeer([
                ("", "220 mail ESMTP\r\n"), ("EHLO", ""), ("\r\n", "250 mail\r\n"), ("FROM:", ""),
                ("\r\n", "550 not you\r\n"), ("QUIT", "221 bye\r\n"),
            ])
            let error = try await failure(mail(peer))
            #expect(error?.cause == .mailRefused(550))
            #expect(error?.kind == .answer)
        }

        @Test func `sends nothing without TLS where it must be`() async throws {
            let peer = try RawPeer([
                ("", "220 mail ESMTP\r\n"), ("EHLO", ""), ("\r\n", "250 mail\r\n"), ("QUIT", "221 bye\r\n"),
            ])
            #expect(try await failure(mail(peer, requiresTLS: true)) != nil)
            #expect(!peer.text.contains("MAIL FROM"))
        }

        @Test(arguments: ["a@example.com>\r\nDATA", "a b", "", "<a@example.com>"])
        func `refuses an address that could be a command`(address: String) async throws {
            var mail = MailMessage(server: "smtp://127.0.0.1:1", sender: "", recipients: [address], content: [])
            mail.requiresTLS = false
            #expect(try await failure(mail)?.kind == .local)
        }
    }
}
