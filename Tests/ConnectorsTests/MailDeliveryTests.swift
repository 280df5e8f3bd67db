import AccessModel
import ComplianceGateway
import Connectors
import HTTPClient
import ServiceRuntime
import Testing

/// What a mail server's answers come to, recipient by recipient.
@Suite(.serialized, .timeLimit(.minutes(2))) struct MailDeliveryTests {
    private func send(
        _ server: MailServer, from: String = "postern@contoso.example", to: String?, upn: String? = nil, times: Int = 1
    ) async throws -> [DeliveryOutcome] {
        let client = try HTTPClient()
        defer { client.close() }
        let sender = HTTPDeliverySender(client, now: { Timestamp(seconds: 1) })
        var settings = ["from": from]
        settings["to"] = to
        let destination = Destination(
            name: "desk", kind: .mail, url: "smtp://127.0.0.1:\(server.port)", settings: settings)
        var message = ActuatorTests.message()
        if let upn { message.userPrincipalName = upn }
        var outcomes: [DeliveryOutcome] = []
        for _ in 0..<times { outcomes.append(await sender.send(message, to: destination, secret: nil)) }
        return outcomes
    }

    private func recipients(_ mail: MailServer.Mail) -> [String] {
        mail.commands.filter { $0.hasPrefix("RCPT TO:") }.map { String($0.dropFirst(9).dropLast()) }
    }

    private func words(_ outcome: DeliveryOutcome?) -> (isRefused: Bool, words: String)? {
        switch outcome {
        case .refused(let words): (true, words)
        case .failed(let words): (false, words)
        case .delivered, nil: nil
        }
    }

    @Test func `everybody gets a mail`() async throws {
        let server = try MailServer { _ in nil }
        #expect(try await send(server, to: "a@contoso.example; b@contoso.example") == [.delivered])
        #expect(server.mails.map(recipients) == [["a@contoso.example", "b@contoso.example"]])
    }

    @Test func `who is refused does not keep the mail from the others, and is told of`() async throws {
        let server = try MailServer { $0.contains("gone@") ? "550 gone" : nil }
        let outcome = try await send(server, to: "good@contoso.example;gone@contoso.example").first
        let told = try #require(words(outcome))
        #expect(told.isRefused && told.words.contains("1 of 2") && told.words.contains("550"), "\(told)")
        #expect(!told.words.contains("@"))
        #expect(server.mails.count == 1)
        let both = try await send(server, to: "gone@contoso.example;gone@b.example").first
        #expect(words(both)?.isRefused == true)
        #expect(server.mails.count == 1)
    }

    @Test func `who is put off is asked again, and nobody else`() async throws {
        let tries = Counter()
        let server = try MailServer { $0.contains("late@") && tries.next() < 2 ? "450 later" : nil }
        let outcomes = try await send(server, to: "good@contoso.example;late@contoso.example", times: 3)
        let told = try #require(words(outcomes[0]))
        #expect(!told.isRefused && told.words.contains("1 of 2") && told.words.contains("450"), "\(told)")
        #expect(words(outcomes[1])?.isRefused == false)
        #expect(outcomes[2] == .delivered)
        let both = ["good@contoso.example", "late@contoso.example"]
        #expect(server.mails.map(recipients) == [both, ["late@contoso.example"]])
        #expect(server.mails.allSatisfy { mail in both.allSatisfy { mail.content.contains("<\($0)>") } })
    }

    private static let replies: [(String, String, Bool)] = [
        ("", "554 no service", false), ("", "421 busy", false), ("RCPT", "550 who", true), ("RCPT", "450 later", false),
        ("RCPT", "999 what", false), ("DATA", "554 no", true), (".", "552 full", true), (".", "451 later", false),
        (".", "999 what", false), (".", "199 what", false), ("MAIL", "530 who", false), ("MAIL", "550 not you", true),
    ]

    @Test(arguments: replies) func `what will be the same the next time is not tried again`(
        _ command: String, _ reply: String, _ isRefused: Bool
    ) async throws {
        let server = try MailServer {
            ($0.isEmpty ? command.isEmpty : !command.isEmpty && $0.hasPrefix(command)) ? reply : nil
        }
        let outcome = try await send(server, to: nil).first
        #expect(words(outcome)?.isRefused == isRefused, "\(String(describing: outcome))")
    }

    @Test func `an address outside of ASCII is refused where it is not understood`() async throws {
        let server = try MailServer { _ in nil }
        let alone = try #require(words(try await send(server, to: nil, upn: "josé@contoso.example").first))
        #expect(alone.isRefused && alone.words.contains("ascii"))
        #expect(server.mails.isEmpty)
        let told = try #require(words(try await send(server, to: "josé@contoso.example;bo@contoso.example").first))
        #expect(told.isRefused && told.words.contains("1 of 2"))
        #expect(server.mails.map(recipients) == [["bo@contoso.example"]])
        #expect(try await send(server, to: nil, upn: "jo@cöntoso.example") == [.delivered])
        #expect(server.mails.last.map(recipients) == ["jo@xn--cntoso-wxa.example"])
        #expect(server.mails.last?.content.contains("To: <jo@xn--cntoso-wxa.example>\r\n") == true)
    }

    @Test(arguments: ["jo<se@contoso.example", "jo\"se@contoso.example", "a,b@contoso.example", "nonsense", "..@-"])
    func `an address that cannot be written is refused`(address: String) async throws {
        let server = try MailServer { _ in nil }
        let text = "the address cannot be written in a mail"
        #expect(try await send(server, to: nil, upn: address) == [.refused(text)])
        #expect(words(try await send(server, from: address, to: nil).first)?.isRefused == true)
        #expect(server.mails.isEmpty)
        let told = try #require(words(try await send(server, to: "\(address);bo@contoso.example").first))
        #expect(told.isRefused && told.words.contains("1 of 2"))
        #expect(server.mails.map(recipients) == [["bo@contoso.example"]])
    }
}

private final class Counter: Sendable {
    private let count = Lock(0)

    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
