import AccessModel
import AccessPolicy
import Testing

/// Random device filters and random ways to write them.
private struct RandomDeviceFilter {
    var generator: SeededGenerator
    private static let texts = ["a", "KIOSK", "it's", "15\" `x`", "", "é", ") -or (", "[a]", "null"]

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }

    mutating func shape(depth: Int) -> DeviceFilterShape {
        switch Int.random(in: 0..<(depth > 0 ? 5 : 1), using: &generator) {
        case 1: .not(shape(depth: depth - 1))
        case 2: .and((0..<Int.random(in: 2...3, using: &generator)).map { _ in shape(depth: depth - 1) })
        case 3: .or((0..<Int.random(in: 2...3, using: &generator)).map { _ in shape(depth: depth - 1) })
        default: comparison()
        }
    }

    private mutating func comparison() -> DeviceFilterShape {
        let attribute = pick(DeviceFilterAttribute.allCases)
        let comparator = pick(attribute.operators)
        let operand: DeviceFilterComparison.Operand =
            switch (attribute, comparator.affirmative) {
            case (_, .equal) where Int.random(in: 0..<8, using: &generator) == 0: .null
            case (.isCompliant, _): .boolean(Bool.random(using: &generator))
            case (.deviceOwnership, _): .text(pick(["Personal", "Company"]))
            case (.profileType, _): .text(pick(["RegisteredDevice", "SecureVM", "Printer", "Shared", "IoT"]))
            case (.trustType, _): .text(pick(["AzureAD", "ServerAD", "Workplace"]))
            case (_, .in): .list((0...Int.random(in: 0...2, using: &generator)).map { _ in pick(Self.texts) })
            default: .text(pick(Self.texts))
            }
        return .comparison(attribute.name, comparator.name, operand)
    }

    mutating func written(_ shape: DeviceFilterShape) -> String {
        switch shape {
        case .or(let terms):
            joined(terms, by: "-or") { if case .or = $0 { true } else { false } }
        case .and(let terms):
            joined(terms, by: "-and") {
                switch $0 {
                case .or, .and: true
                default: false
                }
            }
        case .not(.comparison(let name, let comparator, let operand)):
            keyword("-not") + space() + written(.comparison(name, comparator, operand))
        case .not(let term): keyword("-not") + space() + "(" + written(term) + ")"
        case .comparison(let name, let comparator, let operand):
            cased("device.\(name)") + space() + keyword(comparator) + space() + written(operand)
        }
    }

    private mutating func joined(
        _ terms: [DeviceFilterShape], by word: String, inParentheses: (DeviceFilterShape) -> Bool
    ) -> String {
        var parts: [String] = []
        for term in terms {
            let text = written(term)
            parts.append(inParentheses(term) || Int.random(in: 0..<4, using: &generator) == 0 ? "(\(text))" : text)
        }
        return parts.joined(separator: space() + keyword(word) + space())
    }

    private mutating func written(_ operand: DeviceFilterComparison.Operand) -> String {
        switch operand {
        case .null: cased("null")
        case .boolean(let value): cased(value ? pick(["True", "\"True\""]) : pick(["False", "'False'"]))
        case .text(let text): quoted(text)
        case .list(let texts): "[" + texts.map { quoted($0) }.joined(separator: pick([",", " , "])) + "]"
        }
    }

    private mutating func quoted(_ text: String) -> String {
        let quote: Character = pick(["\"", "'"])
        return "\(quote)" + text.flatMap { "\"'`".contains($0) ? "`\($0)" : "\($0)" } + "\(quote)"
    }

    private mutating func keyword(_ word: String) -> String {
        cased(Bool.random(using: &generator) ? word : String(word.dropFirst()))
    }

    private mutating func cased(_ text: String) -> String {
        pick([text, text.lowercased(), text.uppercased()])
    }

    private mutating func space() -> String { pick([" ", "  ", "\t", "\r\n"]) }

    mutating func damaged(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0...Int.random(in: 0...3, using: &generator) where !scalars.isEmpty {
            let index = Int.random(in: scalars.indices, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: scalars.remove(at: index)
            case 1: scalars.insert(pick(Array("\"'`()[],-. $a\u{0}\u{301}".unicodeScalars)), at: index)
            case 2: scalars.removeSubrange(index...)
            default: scalars.insert(contentsOf: scalars[index...].prefix(12), at: index)
            }
        }
        var result = ""
        result.unicodeScalars.append(contentsOf: scalars)
        return result
    }
}

@Suite struct DeviceFilterPropertyTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a tree that is written in any way is read as the same tree`(_ seed: UInt64) throws {
        var random = RandomDeviceFilter(seed: seed)
        for _ in 0..<100 {
            let shape = random.shape(depth: 3)
            let rule = random.written(shape)
            guard rule.unicodeScalars.count <= DeviceFilter.maximumLength else { continue }
            #expect(DeviceFilterShape(try DeviceFilter(parsing: rule).expression) == shape, "\(rule)")
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a damaged rule is read or refused at a place within it`(_ seed: UInt64) {
        var random = RandomDeviceFilter(seed: seed)
        for _ in 0..<200 {
            let rule = random.damaged(random.written(random.shape(depth: 2)))
            do {
                let filter = try DeviceFilter(parsing: rule)
                #expect(
                    filter.expression.comparisons.allSatisfy { (1...rule.unicodeScalars.count).contains($0.position) })
            } catch {
                #expect((1...rule.unicodeScalars.count + 1).contains(error.position), "\(rule)")
            }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `the opposite of a rule gives the opposite, whatever the device`(_ seed: UInt64) throws {
        var random = RandomDeviceFilter(seed: seed)
        for _ in 0..<50 {
            let rule = random.written(random.shape(depth: 2))
            guard rule.unicodeScalars.count < DeviceFilter.maximumLength - 8 else { continue }
            let filter = try DeviceFilter(parsing: rule)
            let opposite = try DeviceFilter(parsing: "-not (\(rule))")
            for device in [nil, DeviceInfo(), DeviceFilterMatchTests.device] {
                #expect(filter.matches(device) != opposite.matches(device), "\(rule)")
                let included = DeviceFilterCondition(.include, filter).evaluate(device).applies(
                    onMissingSignal: .standard)
                #expect(
                    DeviceFilterCondition(.exclude, opposite).evaluate(device).applies(onMissingSignal: .standard)
                        == included, "\(rule)")
            }
        }
    }

    @Test func `what is said to be always or never true is so for every device`() throws {
        var random = RandomDeviceFilter(seed: 7)
        let values = [nil, "a", "b", "é", "other"]
        for _ in 0..<2000 {
            let first = random.pick(["-eq", "-ne"])
            let second = random.pick(["-eq", "-ne"])
            let word = random.pick(["-or", "-and"])
            let rule =
                "device.model \(first) \"\(random.pick(["a", "é"]))\" \(word) "
                + "device.model \(second) \"\(random.pick(["a", "b"]))\""
            let filter = try DeviceFilter(parsing: rule)
            let results = values.map { value in
                var device = DeviceInfo()
                device.model = value
                return filter.matches(device)
            }
            let ids = Set(DeviceFilterCondition(.include, filter).findings().map(\.id))
            #expect(ids.contains(.deviceFilterAlwaysTrue) == results.allSatisfy { $0 }, "\(rule)")
            #expect(ids.contains(.deviceFilterNeverTrue) == results.allSatisfy { !$0 }, "\(rule)")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `the worst rules of full length are refused at once`() {
        let worst = ["(", "-not (", "[", "\"", "`", "-", "device.model -eq \"a\" -or ", "a"]
        for piece in worst {
            for _ in 0..<50 {
                let rule = String(String(repeating: piece, count: 3072).prefix(3072))
                #expect(throws: DeviceFilterError.self) { try DeviceFilter(parsing: rule) }
            }
        }
    }
}
