import HTTPClient
import Testing

extension SocketTests {
    struct MailTests {
        /// What a server says to a mail for two, one entry for each of its replies.
        static let script: [(after: String, send: String)] = [
            ("", "220 mail ESMTP\r\n"), ("EHLO", "250-mail\r\n250 8BITMIME\r\n"), ("MAIL FROM:", "250 ok\r\n"),
            ("RCPT TO:<ann", "250 ok\r\n"), ("RCPT TO:<bo", "250 ok\r\n"), ("DATA\r\n", "354 go\r\n"),
            ("\r\n.\r\n", "250 taken\r\n"), ("QUIT", "221 bye\r\n"),
        ]

        static func mail(
            _ peer: RawPeer, to recipients: [String] = ["ann@example.com", "bo@example.com"], requiresTLS: Bool = false
        ) throws -> MailMessage {
            var mail = MailMessage(
                server: "smtp://127.0.0.1:\(peer.port)", sender: MailAddress("postern@example.com"),
                recipients: try recipients.map { try #require(MailAddress($0)) },
                content: Array("Subject: Hi\r\n\r\nOne\r\n.Two\r\n".utf8))
            mail.requiresTLS = requiresTLS
            return mail
        }

        private func mail(_ peer: RawPeer, requiresTLS: Bool = false) throws -> MailMessage {
            try Self.mail(peer, requiresTLS: requiresTLS)
        }

        private func failure(_ mail: MailMessage) async throws -> HTTPClientError? {
            let client = try HTTPClient()
            defer { client.close() }
            return await Self.failure(client, mail)
        }

        static func failure(_ client: HTTPClient, _ mail: MailMessage, within deadline: Duration? = nil) async
            -> HTTPClientError?
        {
            do throws(HTTPClientError) {
                try await client.send(mail, deadline: deadline)
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

        @Test func `asks nobody for a mail to nobody`() async throws {
            let mail = MailMessage(server: "smtp://127.0.0.1:1", sender: nil, recipients: [], content: [])
            #expect(try await failure(mail)?.kind == .local)
        }

        // MARK: What replies mean

        /// The replies of the script with some of them changed.
        private static func script(_ changes: [Int: String]) -> [(after: String, send: String)] {
            script.enumerated().map { ($1.after, changes[$0].map { $0 + "\r\n" } ?? $1.send) }
        }

        private static let replies: [([Int: String], HTTPClientError.Cause?)] = [
            ([0: "554 no service"], .mailServerRefused(554)), ([0: "421 busy"], .mailServerRefused(421)),
            ([2: "550 not you"], .mailRefused(550)), ([2: "451 later"], .mailRefused(451)),
            ([2: "421 bye"], .mailServerRefused(421)), ([2: "530 who are you"], .mailServerRefused(530)),
            ([3: "550 who", 4: "551 who"], .mailRefused(551)), ([3: "550 who", 4: "450 later"], .mailRefused(450)),
            ([3: "450 later", 4: "550 who"], .mailRefused(450)), ([3: "999 what", 4: "999 what"], .malformed),
            ([5: "554 none"], .mailRefused(554)), ([5: "451 later"], .mailRefused(451)), ([5: "999 what"], .malformed),
            ([6: "552 full"], .mailRefused(552)), ([6: "452 full"], .mailRefused(452)),
            ([6: "421 bye"], .mailServerRefused(421)), ([6: "999 what"], .malformed), ([6: "199 what"], .malformed),
            ([6: "251 taken"], nil), ([7: "500 no farewell"], nil),
        ]

        @Test(arguments: replies)
        func `tells the mail's refusals from the server's`(_ changes: [Int: String], _ cause: HTTPClientError.Cause?)
            async throws
        {
            let peer = try RawPeer(Self.script(changes))
            #expect(try await failure(mail(peer))?.cause == cause, "\(changes)")
        }

        @Test(arguments: [(3, "550 who", true), (3, "450 later", false), (4, "550 who", true), (4, "999 what", false)])
        func `a refused recipient does not keep the mail from the other`(
            _ place: Int, _ reply: String, _ isFinal: Bool
        ) async throws {
            let peer = try RawPeer(Self.script([place: reply]))
            let client = try HTTPClient()
            defer { client.close() }
            let mail = try mail(peer)
            let receipt = try await client.send(mail)
            let refusal = try #require(receipt.refusals.first)
            #expect(receipt.refusals.count == 1 && refusal.recipient == mail.recipients[place - 3])
            #expect(refusal.isFinal == isFinal && "\(refusal.code)" == reply.prefix(3))
            #expect(peer.text.contains("Subject: Hi\r\n\r\nOne\r\n..Two\r\n.\r\n"))
        }

        // MARK: Addresses

        @Test(arguments: ["250-mail\r\n250 SMTPUTF8", "250-mail\r\n250 8BITMIME", "250 mail"])
        func `an address outside of ASCII goes only where it is understood`(offer: String) async throws {
            let script = Self.script([1: offer]).map { ($0.after.replacing("<bo", with: "<jos"), $0.send) }
            let peer = try RawPeer(script)
            let mail = try Self.mail(peer, to: ["ann@example.com", "josé@cöntoso.example"])
            let cause = try await failure(mail)?.cause
            let isOffered = offer.contains("SMTPUTF8")
            #expect(cause == (isOffered ? nil : .mailAddressUnsupported))
            #expect(peer.text.contains("MAIL FROM") == isOffered)
            #expect(peer.text.contains("> SMTPUTF8\r\n") == isOffered)
            #expect(peer.text.contains("RCPT TO:<josé@xn--cntoso-wxa.example>\r\n") == isOffered)
        }

        private static let addresses: [(String, String?)] = [
            ("a.b+c@example.com", "a.b+c@example.com"), ("o'neil@example", "o'neil@example"),
            ("jo@cöntoso.example", "jo@xn--cntoso-wxa.example"), ("jo@조직.example", "jo@xn--o15b4x.example"),
            ("josé@example.com", "josé@example.com"), ("a@example.com>\r\nDATA", nil), ("a b@example.com", nil),
            ("", nil), ("a", nil), ("@", nil), ("a@", nil), ("@b", nil), ("<a@example.com>", nil), ("a@b@c", nil),
            ("a,b@example.com", nil), ("jo\"se@example.com", nil), ("jo(se)@example.com", nil),
            ("a..b@example.com", nil),
            (".a@example.com", nil), ("a.@example.com", nil), ("a@example..com", nil), ("..@-", nil), ("a@-b.com", nil),
            ("a@b_c.example", "a@b_c.example"), ("a@b/c", nil), ("a@[127.0.0.1]", nil),
            ("jo\u{2028}se@example.com", nil),
            ("jo\u{202E}se@example.com", nil), ("jo\u{85}se@example.com", nil), ("jo@exa\u{202E}mple.com", nil),
            ("jo\u{A0}se@example.com", nil), ("\(String(repeating: "x", count: 65))@example.com", nil),
            ("a@\(String(repeating: "x", count: 64)).com", nil), ("a\u{301}@example.com", "a\u{301}@example.com"),
        ]

        @Test(arguments: addresses) func `an address is one that needs no quotes`(_ text: String, _ sent: String?) {
            #expect(MailAddress(text)?.text == sent)
        }
    }
}
