import FoundationEssentials
import Testing

/// The raw requests of `Fixtures/http-raw.json`, with what a strict server does.
struct RawRequestFixture: Decodable, Sendable {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        enum Expectation: String, Decodable, Sendable {
            case answer, refuse
        }

        struct Fill: Decodable, Sendable {
            let text: String
            let count: Int
        }

        let name: String
        let bytes: String
        let expect: Expectation
        let replies: Int?
        let `repeat`: Fill?

        var testDescription: String { name }

        /// The request: one character a byte, `{fill}` spelled out.
        var request: [UInt8] {
            var text = bytes
            if let fill = self.repeat {
                text = text.replacing("{fill}", with: String(repeating: fill.text, count: fill.count))
            }
            return text.latin1
        }
    }

    struct Drip: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let first: String
        let piece: String

        var testDescription: String { name }
    }

    let cases: [Case]
    let drips: [Drip]

    /// The fixture; a file that can't be read leaves no cases, which a test of its own refuses.
    static let shared: RawRequestFixture = {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/http-raw.json")
        do {
            return try JSONDecoder().decode(RawRequestFixture.self, from: Data(contentsOf: url))
        } catch {
            Issue.record("the fixture can not be read: \(error)")
            return RawRequestFixture(cases: [], drips: [])
        }
    }()
}

extension String {
    /// The bytes of a text whose characters stand for one byte each.
    var latin1: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}
