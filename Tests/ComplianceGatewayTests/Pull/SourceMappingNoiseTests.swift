import Compliance
import JSONCoding
import TestSupport
import Testing

@testable import ComplianceGateway

/// Answers and mappings that nobody would write: nothing traps, and nothing becomes compliant that does not say so.
@Suite struct SourceMappingNoiseTests {
    /// Values at random, out of names that mappings use so that some fit.
    struct Noise {
        var generator: SeededGenerator
        private static let names = [
            "data", "list", "id", "serial", "hardware", "policies", "response", "critical", "people", "mail", "kind",
            "at",
            "seen", "score", "records", "from", "table", "each", "prefer", "a/b", "", "0", "~",
        ]
        private static let texts = [
            "", "pass", "fail", "compliant", "Mac", "2026-11-30T08:00:00Z", "C02XK1", "/data/list", "/serial",
            "macOS 15.1",
            "\u{0}", "\u{202E}é", "https://other.example/", "true", "0001-01-01T00:00:00Z", "9999999999999999999",
        ]

        mutating func value(depth: Int = 0) -> JSONValue {
            switch Int.random(in: 0..<(depth > 5 ? 6 : 9), using: &generator) {
            case 0: .null
            case 1: .bool(.random(using: &generator))
            case 2: .integer([0, 1, -1, .max, .min, 1_800_000_000].randomElement(using: &generator) ?? 0)
            case 3:
                .number(
                    [0, 0.5, -1e300, 1e308, .nan, .infinity, .leastNonzeroMagnitude].randomElement(using: &generator)
                        ?? 0)
            case 4, 5: .string(Self.texts.randomElement(using: &generator) ?? "")
            case 6: .array((0..<Int.random(in: 0..<4, using: &generator)).map { _ in value(depth: depth + 1) })
            default:
                .object(
                    JSONMembers(
                        (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
                            (Self.names.randomElement(using: &generator) ?? "", value(depth: depth + 1))
                        }))
            }
        }

        /// The value with parts of it replaced at random.
        mutating func disturbed(_ value: JSONValue) -> JSONValue {
            if Int.random(in: 0..<12, using: &generator) == 0 { return self.value(depth: 3) }
            switch value {
            case .array(let elements): return .array(elements.map { disturbed($0) })
            case .object(let members):
                return .object(JSONMembers(members.map { ($0.name, disturbed($0.value)) }))
            default: return value
            }
        }
    }

    static let record: JSONValue = [
        "id": "device-1", "serial": "C02XK1", "at": 1_800_000_000_000, "os": "Mac", "version": "macOS 15.1 (24B83)",
        "model": "M", "name": "N", "owner": "corp", "trust": "joined", "score": 0.25, "encrypted": true,
        "seen": 1_800_000_000, "policies": [["response": "pass", "critical": true]],
        "people": [["mail": "a@b.example", "kind": "primary"]],
    ]

    @Test(arguments: 0..<8) func `random answers never trap and never become compliant by themselves`(_ seed: Int)
        throws
    {
        let mapping = try SourceMapping(json: SourceMappingDocumentTests.whole)
        let first = mapping.firstPage(of: try #require(SourceURL("https://mdm.example/devices")))
        var noise = Noise(generator: SeededGenerator(seed: UInt64(seed)))
        var read = 0
        for round in 0..<400 {
            let answer: JSONValue = ["data": ["list": [Self.record, Self.record]], "total": 9]
            let disturbed = round.isMultiple(of: 4) ? noise.value() : noise.disturbed(answer)
            do {
                let page = try mapping.page(of: disturbed, to: first, link: "<a>; rel=next")
                for case .success(let device) in page.devices {
                    read += 1
                    #expect(!device.identifiers.isEmpty)
                    if device.report.verdict == .compliant { #expect(Self.saysPass(disturbed)) }
                }
            } catch {
                #expect(!error.description.contains("\n"))
            }
        }
        #expect(read > 100)
    }

    @Test(arguments: 0..<8) func `random mappings never trap, and what is read is written again`(_ seed: Int) throws {
        var noise = Noise(generator: SeededGenerator(seed: UInt64(seed) + 1_000))
        let first = PageRequest(url: try #require(SourceURL("https://mdm.example/devices")), number: 0, seen: 0)
        var usable = 0
        for _ in 0..<400 {
            let document = noise.disturbed(SourceMappingDocumentTests.whole)
            do {
                let mapping = try SourceMapping(json: document)
                #expect(try SourceMapping(json: mapping.json) == mapping)
                usable += 1
                _ = try mapping.page(of: ["data": ["list": [Self.record]], "total": 1], to: first)
            } catch {
                #expect(!error.description.contains("\n"))
            }
        }
        #expect(usable > 0)
    }

    /// Whether a policy somewhere in the answer passes.
    private static func saysPass(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): text == "pass"
        case .array(let elements): elements.contains(where: saysPass)
        case .object(let members): members.contains { saysPass($0.value) }
        default: false
        }
    }
}
