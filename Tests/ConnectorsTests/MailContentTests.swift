import AccessModel
import Compliance
import ComplianceGateway
import Cryptography
import HTTPClient
import JSONCoding
import Testing

@testable import Connectors

/// The words of a mail, and how they are written.
@Suite struct MailContentTests {
    private static func bytes(
        _ message: DeliveryMessage, from: String, to: [String], in language: TextLanguage
    ) throws -> [UInt8] {
        try MailContent.bytes(
            message, from: #require(MailAddress(from)), to: to.map { try #require(MailAddress($0)) },
            isToUser: to == [message.userPrincipalName], in: language)
    }

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
            let isDevice = event == .deviceComplianceLost || event == .deviceComplianceGained
            let bytes = try Self.bytes(
                isDevice ? Self.notice(event, device: true, []) : ActuatorTests.message(event),
                from: "postern@contoso.example", to: ["alice@contoso.example"],
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

    @Test(arguments: TextLanguage.allCases)
    func `a user who can do something is shown where, and nobody else`(language: TextLanguage) throws {
        let page = "https://gateway.example/contoso/me"
        let asks: Set<DeliveryEvent> = [.complianceLost, .checkFailing, .checkStepNear, .deviceComplianceLost]
        for event in DeliveryEvent.allCases {
            var message = ActuatorTests.message(event)
            message.selfServiceURL = page
            let own = try #require(message.userPrincipalName)
            for (recipients, isUser) in [
                ([own], true), (["it@contoso.example"], false), ([own, "it@x.example"], false),
            ] {
                let bytes = try Self.bytes(message, from: "postern@contoso.example", to: recipients, in: language)
                let lines = try parts(bytes).text.split(separator: "\r\n")
                #expect(lines.contains { $0 == page } == (isUser && asks.contains(event)), "\(event) \(recipients)")
            }
        }
    }

    /// What follows from checks of an app, or of a device.
    private static func notice(_ event: DeliveryEvent, device: Bool, _ steps: [DeliveryStep]) -> DeliveryMessage {
        var message = ActuatorTests.message(event)
        (message.status, message.reasons, message.steps) = (nil, [], steps)
        guard device else { return message }
        (message.client, message.clientName, message.instance) = (nil, nil, nil)
        (message.device, message.deviceName) = (DeviceID("d1"), "Alice’s phone")
        return message
    }

    private static let due = Timestamp(seconds: 1_800_000_000 + 86_400 * 3)
    private static let steps = [
        DeliveryStep(check: "pin", reason: .pinNotSet, action: .block, due: due),
        DeliveryStep(check: "rooted", reason: .deviceRooted, action: .wipe, due: due + .seconds(3600)),
        DeliveryStep(check: "appVersion", reason: .appVersionTooOld, action: .warn, due: nil),
    ]
    private static let deviceSteps = DeviceCheck.allCases.map { check in
        let reason: ReasonCode =
            switch check {
            case .management, .encryption: .deviceNotCompliant
            case .rooted: .deviceRooted
            case .osVersion: .osVersionTooOld
            case .lastSeen: .checkInOverdue
            }
        return DeliveryStep(check: check.rawValue, reason: reason, action: .block, due: due)
    }

    @Test(arguments: TextLanguage.allCases, [DeliveryEvent.checkFailing, .checkStepNear])
    func `a notice says of each check what is wrong, what to do, and what follows when`(
        _ language: TextLanguage, _ event: DeliveryEvent
    ) throws {
        let dates: [TextLanguage: (String, String)] = [
            .english: ("18 January 2027 at 08:00 (UTC)", "18 January 2027 at 09:00 (UTC)"),
            .spanish: ("18 de enero de 2027 a las 08:00 (UTC)", "18 de enero de 2027 a las 09:00 (UTC)"),
            .korean: ("2027년 1월 18일 08:00(UTC)", "2027년 1월 18일 09:00(UTC)"),
            .russian: ("18 января 2027 г. в 08:00 (UTC)", "18 января 2027 г. в 09:00 (UTC)"),
        ]
        let (block, wipe) = try #require(dates[language])
        for (device, steps) in [(false, Self.steps), (true, Self.deviceSteps)] {
            let message = Self.notice(event, device: device, steps)
            let text = try parts(
                Self.bytes(message, from: "a@contoso.example", to: ["b@contoso.example"], in: language)
            ).text
            let blocks = text.split(separator: "\r\n\r\n").map(String.init)
            #expect(blocks.count == 1 + steps.count, "\(text)")
            #expect(Set(blocks).count == blocks.count)
            #expect(blocks[0].contains("Alice") && !text.contains("{"))
            #expect(blocks[1].contains(block))
            if !device { #expect(blocks[2].contains(wipe)) }
            for (block, step) in zip(blocks.dropFirst(), steps) where !device {
                let words = ComplianceText(.interactionRequired, reason: step.reason, in: language)
                #expect(block.hasPrefix(words.message + "\r\n" + words.action + "\r\n"))
            }
            let subject = MailTexts.texts(message, language).subject
            #expect(subject.contains(device ? "Alice’s phone" : "Mail") && !subject.contains("{"))
            #expect(subject.contains("2027"))
        }
    }

    @Test(arguments: TextLanguage.allCases) func `a mail by which somebody tries the destination says so first`(
        _ language: TextLanguage
    ) throws {
        var message = Self.notice(.checkFailing, device: false, Self.steps)
        func mail() throws -> (header: [String], text: String) {
            try parts(Self.bytes(message, from: "a@contoso.example", to: ["b@contoso.example"], in: language))
        }
        let real = try mail()
        message.isTest = true
        let test = try mail()
        #expect(test.text.hasSuffix("\r\n\r\n" + real.text) && test.header != real.header)
        #expect(String(decoding: WebhookMessage(message: message).jsonBytes(), as: UTF8.self).contains(#""test":true"#))
        message.isTest = false
        #expect(!String(decoding: WebhookMessage(message: message).jsonBytes(), as: UTF8.self).contains("test"))
    }

    @Test(arguments: TextLanguage.allCases) func `a name is put into a text as it is`(_ language: TextLanguage) {
        var message = Self.notice(.checkFailing, device: false, Self.steps)
        message.displayName = "{date} {thing}"
        #expect(MailTexts.texts(message, language).opening.contains("{date} {thing}"))
    }

    private static let languages: [(String?, String?, String?, TextLanguage)] = [
        ("ko-KR", nil, nil, TextLanguage.korean), ("ko-KR", nil, "es", .korean), ("fr", nil, "es", .spanish),
        ("fr", nil, nil, .english), (nil, nil, "ru", .russian), ("ko", "desk@contoso.example", "es", .spanish),
        ("ko", "desk@contoso.example", nil, .english),
    ]

    @Test(arguments: languages)
    func `people read what they prefer, others what the destination says`(
        _ preferred: String?, _ recipients: String?, _ setting: String?, _ expected: TextLanguage
    ) {
        var message = ActuatorTests.message()
        message.preferredLanguage = preferred
        var settings = ["from": "a@contoso.example"]
        settings["to"] = recipients
        settings["language"] = setting
        let destination = Destination(name: "mail", kind: .mail, url: "smtp://mail.example", settings: settings)
        #expect(HTTPDeliverySender.language(of: message, to: destination) == expected)
    }

    @Test func `a webhook is told of checks and devices`() throws {
        let message = Self.notice(.checkFailing, device: true, [Self.deviceSteps[0]])
        let body = String(decoding: WebhookMessage(message: message).jsonBytes(), as: UTF8.self)
        #expect(body.contains(#""deviceId":"d1","deviceName":"Alice’s phone""#))
        #expect(
            body.contains(
                #""checks":[{"check":"management","reason":"device_not_compliant","action":"block","due":"2027-01-18T08:00:00Z"}]"#
            ), "\(body)")
    }

    private static let subjects = [
        String(repeating: "조직 데이터 ", count: 20) + "👩‍👩‍👧‍👦", "e" + String(repeating: "\u{301}", count: 120),
        String(repeating: "👩‍👩‍👧‍👦", count: 20), String(repeating: "👩\u{200D}", count: 40) + "👩",
        String(repeating: "x", count: 41) + "e" + String(repeating: "\u{301}", count: 21),
    ]

    @Test(arguments: subjects) func `a subject of any script is cut between scalars`(_ subject: String) throws {
        let words = MailContent.encodedWords(subject).split(separator: "\r\n ")
        #expect(words.count >= 2 && words.allSatisfy { $0.utf8.count <= 75 })
        #expect(try Self.decoded(words) == subject)
    }

    private static func decoded(_ words: [Substring]) throws -> String {
        var text = ""
        for word in words {
            let encoded = word.dropFirst("=?utf-8?B?".count).dropLast(2)
            let part = try #require(String(validating: Base64.decode(String(encoded)), as: UTF8.self))
            text.unicodeScalars.append(contentsOf: part.unicodeScalars)
        }
        return text
    }

    private static let turning: [Unicode.Scalar] =
        [0x0A, 0x0D, 0x00, 0x1B, 0x7F, 0x85, 0x9B, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F].compactMap {
            Unicode.Scalar($0 as UInt32)
        } + ((0x202A...0x202E).map { $0 } + (0x2066...0x2069).map { $0 }).compactMap { Unicode.Scalar($0 as UInt32) }

    @Test(arguments: turning) func `a name can neither break a line nor turn a text`(_ scalar: Unicode.Scalar) throws {
        for event in DeliveryEvent.allCases {
            var message = ActuatorTests.message(event)
            let isDevice = event == .deviceComplianceLost || event == .deviceComplianceGained
            if isDevice || event == .checkFailing { message = Self.notice(event, device: isDevice, Self.deviceSteps) }
            let name = "Al" + String(Character(scalar)) + "Bcc: eve"
            message.displayName = event == .accountDisabled ? nil : name
            message.userPrincipalName = name
            if message.clientName != nil { message.clientName = name }
            if message.deviceName != nil { message.deviceName = name }
            let (header, text) = try parts(
                Self.bytes(message, from: "a@contoso.example", to: ["b@contoso.example"], in: .english))
            #expect(text.contains("Bcc: eve") && !header.contains { $0.hasPrefix("Bcc") }, "\(event)")
            for line in text.split(separator: "\r\n") { #expect(!line.unicodeScalars.contains(scalar)) }
            let start = try #require(header.firstIndex { $0.hasPrefix("Subject: ") })
            let words = header[start...].prefix { $0.hasPrefix("Subject: ") || $0.hasPrefix(" ") }
            let subject = try Self.decoded(words.map { $0.hasPrefix(" ") ? $0.dropFirst() : $0.dropFirst(9) })
            #expect(!subject.unicodeScalars.contains(scalar), "\(event)")
        }
    }

    @Test func `two mails of one message have one identifier`() throws {
        func id(_ message: DeliveryMessage) throws -> String? {
            try parts(Self.bytes(message, from: "a@b.example", to: ["c@d.example"], in: .english)).header
                .first { $0.hasPrefix("Message-ID:") }
        }
        var other = ActuatorTests.message()
        other.id = "another"
        #expect(try id(ActuatorTests.message()) == id(ActuatorTests.message()))
        #expect(try id(ActuatorTests.message()) != id(other))
    }
}
