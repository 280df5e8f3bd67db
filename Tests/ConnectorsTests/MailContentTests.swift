import AccessModel
import Compliance
import ComplianceGateway
import Cryptography
import Testing

@testable import Connectors

/// The words of a mail, and how they are written.
@Suite struct MailContentTests {
    private func parts(_ bytes: [UInt8]) throws -> (header: [String], text: String) {
        let whole = String(decoding: bytes, as: UTF8.self)
        let end = try #require(whole.firstRange(of: "\r\n\r\n"))
        let body = whole[end.upperBound...].split(separator: "\r\n").joined()
        let header = whole[..<end.lowerBound].split(separator: "\r\n").map(String.init)
        return (header, String(decoding: try Base64.decode(body), as: UTF8.self))
    }

    @Test(arguments: TextLanguage.allCases)
    func `a mail says what happened and what to do, in its language`(language: TextLanguage) throws {
        var texts: Set<String> = []
        for event in DeliveryEvent.allCases {
            let bytes = MailContent.bytes(
                ActuatorTests.message(event), from: "postern@contoso.example", to: ["alice@contoso.example"],
                in: language)
            let (header, text) = try parts(bytes)
            #expect(header.contains("From: <postern@contoso.example>"))
            #expect(header.contains("Date: 15 Jan 2027 08:00:00 +0000"))
            #expect(header.contains("Content-Language: \(language.rawValue)"))
            #expect(header.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { $0 < 0x80 } }, "\(header)")
            #expect(bytes.split(separator: 0x0A).allSatisfy { $0.count <= 78 })
            #expect(text.contains("Alice"))
            texts.insert(String(text.split(separator: "\r\n").first ?? ""))
        }
        #expect(texts.count == DeliveryEvent.allCases.count)
    }

    @Test func `a subject of any script is cut between characters`() throws {
        let subject = String(repeating: "조직 데이터 ", count: 20) + "👩‍👩‍👧‍👦"
        let words = MailContent.encodedWords(subject).split(separator: "\r\n ")
        #expect(words.count > 3 && words.allSatisfy { $0.utf8.count <= 75 })
        let text = try words.map { word in
            let encoded = word.dropFirst("=?utf-8?B?".count).dropLast(2)
            return try #require(String(validating: Base64.decode(String(encoded)), as: UTF8.self))
        }.joined()
        #expect(text == subject)
    }

    @Test func `two mails of one message have one identifier`() throws {
        func id(_ message: DeliveryMessage) throws -> String? {
            try parts(MailContent.bytes(message, from: "a@b.example", to: ["c@d.example"], in: .english)).header
                .first { $0.hasPrefix("Message-ID:") }
        }
        var other = ActuatorTests.message()
        other.id = "another"
        #expect(try id(ActuatorTests.message()) == id(ActuatorTests.message()))
        #expect(try id(ActuatorTests.message()) != id(other))
    }
}
