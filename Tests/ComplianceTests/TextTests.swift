import AccessModel
import Compliance
import Testing

struct TextTests {
    @Test(arguments: TextLanguage.allCases)
    func `every status and reason has its own words`(_ language: TextLanguage) {
        var seen: Set<ComplianceText> = []
        for status in ComplianceStatus.allCases {
            for reason in [nil] + ReasonCode.allCases.map(Optional.some) {
                let text = ComplianceText(status, reason: reason, in: language)
                #expect(!text.title.isEmpty && !text.title.hasSuffix("."))
                #expect(text.message.hasSuffix("."))
                #expect(text.action.hasSuffix("."))
                #expect(seen.insert(text).inserted, "\(status) \(String(describing: reason))")
            }
        }
    }

    @Test(arguments: TextLanguage.allCases)
    func `no two reasons share a message or an advice`(_ language: TextLanguage) {
        let texts = ReasonCode.allCases.map { ComplianceText(.notCompliant, reason: $0, in: language) }
        #expect(Set(texts.map(\.message)).count == ReasonCode.allCases.count)
        #expect(Set(texts.map(\.action)).count == ReasonCode.allCases.count)
        let titles = ComplianceStatus.allCases.map { ComplianceText($0, in: language).title }
        #expect(Set(titles).count == ComplianceStatus.allCases.count)
    }

    @Test func `no text is left in another language`() {
        for status in ComplianceStatus.allCases {
            for reason in [nil] + ReasonCode.allCases.map(Optional.some) {
                let texts = TextLanguage.allCases.map { ComplianceText(status, reason: reason, in: $0) }
                for words in [texts.map(\.title), texts.map(\.message), texts.map(\.action)] {
                    #expect(Set(words).count == TextLanguage.allCases.count)
                }
                for part in [texts[2].title, texts[2].message, texts[2].action] {
                    #expect(part.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
                }
                for part in [texts[3].title, texts[3].message, texts[3].action] {
                    #expect(part.unicodeScalars.contains { (0x0400...0x04FF).contains($0.value) })
                }
            }
        }
    }

    @Test(arguments: TextLanguage.allCases)
    func `no reason lacks what is wrong, why it matters and how to fix it`(_ language: TextLanguage) {
        for reason in ReasonCode.allCases {
            let guide = RemediationGuide.of(reason, in: language)
            let texts = [ComplianceText.message(of: reason, in: language), guide.why] + guide.steps
            #expect((1...4).contains(guide.steps.count), "\(reason)")
            #expect(Set(texts).count == texts.count, "\(reason)")
            for text in texts { #expect(text.hasSuffix(".") && text.count > 5, "\(reason): \(text)") }
        }
    }

    @Test func `no guide is left in another language`() {
        for reason in ReasonCode.allCases {
            let guides = TextLanguage.allCases.map { RemediationGuide.of(reason, in: $0) }
            #expect(Set(guides.map(\.why)).count == guides.count)
            #expect(Set(guides.map(\.steps.count)).count == 1, "\(reason)")
            #expect(Set(guides.flatMap(\.steps)).count == guides.reduce(0) { $0 + $1.steps.count }, "\(reason)")
            for part in [guides[2].why] + guides[2].steps {
                #expect(part.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
            }
            for part in [guides[3].why] + guides[3].steps {
                #expect(part.unicodeScalars.contains { (0x0400...0x04FF).contains($0.value) })
            }
        }
    }

    @Test func `a text says nothing of what the policy asks for`() throws {
        let facts = try Fixture.strictFacts()
        let result = try Fixture.reported(facts) { $0.appVersion = try Fixture.version("1.9") }.result
        for language in TextLanguage.allCases {
            let text = result.text(in: language)
            #expect(!(text.title + text.message + text.action).contains { $0.isNumber })
        }
    }

    @Test(arguments: TextLanguage.allCases) func `speaks of a device where the app is not meant`(
        _ language: TextLanguage
    ) {
        func text(_ status: ComplianceStatus, _ reason: ReasonCode?) -> (app: ComplianceText, device: ComplianceText) {
            (
                ComplianceText(status, reason: reason, in: language),
                ComplianceText(ofDevice: status, reason: reason, in: language)
            )
        }
        for (status, reason) in [
            (ComplianceStatus.compliant, ReasonCode?.none), (.compliant, .checkInOverdue),
            (.interactionRequired, .checkInOverdue), (.interactionRequired, .postureIncomplete),
        ] {
            let (app, device) = text(status, reason)
            #expect(app.message != device.message && app.title == device.title)
        }
        let (app, device) = text(.interactionRequired, .deviceNotCompliant)
        #expect(app == device)
    }

    @Test func `speaks of the first reason, and of a warning while compliant`() throws {
        let facts = try Fixture.strictFacts([.pin: CheckResponse(action: .warn)])
        let warned = try Fixture.reported(facts) { $0.pinSet = false }.result
        #expect(warned.text(in: .english) == ComplianceText(.compliant, reason: .pinNotSet, in: .english))
        let rooted = try Fixture.reported(facts) { $0.rooted = true }.result
        #expect(rooted.text(in: .russian) == ComplianceText(.notCompliant, reason: .deviceRooted, in: .russian))
        for language in TextLanguage.allCases {
            // Nobody is told that nothing is to be done, and what is to be done.
            #expect(warned.text(in: language).title != ComplianceText(.compliant, in: language).title)
        }
        let fine = try Fixture.reported(facts).result
        #expect(fine.text(in: .korean) == ComplianceText(.compliant, in: .korean))
    }

    @Test(
        arguments: [
            (nil, .english), ("", .english), ("ru", .russian), ("ru-RU", .russian), ("RU", .russian),
            ("ko-KR,ko;q=0.9,en;q=0.8", .korean), ("fr, es;q=0.5", .spanish), ("fr-CA, de", .english),
            ("en;q=0.1, es;q=0.2", .spanish), ("es;q=0.5, ru;q=0.5", .spanish), ("en;q=0, *", .spanish),
            ("*", .english), ("ru;q=0, ru", .english), ("ru ; q=0.3 , ko; q=0.4", .korean), ("es;q=0.001", .spanish),
            ("ru;q=2", .english), ("ru;q=1.001", .english), ("ru;q=0.1234, es;q=0.1", .spanish), ("ru;q=", .english),
            ("ru;level=1", .english), ("zh-Hant-TW-x-private,ru;q=0.2", .russian), ("r_u, ko", .korean),
            (";;,,;q=1,ru", .russian), ("russian", .english), ("rus", .english),
            (String(repeating: "a,", count: 3000) + "ru", .english),
            (String(repeating: "a,", count: 64) + "ru", .english),
        ] as [(String?, TextLanguage)])
    func `negotiates a language`(header: String?, expected: TextLanguage) {
        #expect(TextLanguage.negotiated(header) == expected)
    }
}
