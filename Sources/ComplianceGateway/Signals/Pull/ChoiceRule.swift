import AccessModel
import Compliance
import JSONCoding

/// One of a few values that a mapping leads to: a truth value, or a word of Postern's.
protocol SourceChoice: Sendable, Hashable {
    /// Reads it as a mapping, or a source that speaks Postern's language, writes it.
    init(choice element: JSONElement) throws(JSONError)
    /// As a mapping writes it.
    var json: JSONValue { get }
}

extension Bool: SourceChoice {
    init(choice element: JSONElement) throws(JSONError) {
        self = try element.bool()
    }

    var json: JSONValue { .bool(self) }
}

extension SourceChoice where Self: RawRepresentable<String> & CaseIterable {
    init(choice element: JSONElement) throws(JSONError) {
        guard let choice = Self(rawValue: try element.string()) else {
            throw element.invalid("must be one of \(Self.allCases.map(\.rawValue).quoted)")
        }
        self = choice
    }

    var json: JSONValue { .string(rawValue) }
}

extension DevicePlatform: SourceChoice {}
extension DeviceOwnership: SourceChoice {}
extension DeviceTrustType: SourceChoice {}
extension DeviceVerdict: SourceChoice {}

/// How one of a few values follows from a record.
enum ChoiceRule<Choice: SourceChoice>: Sendable, Hashable {
    /// Whatever the record says.
    case always(Choice)
    /// From a value.
    case value(ValueSelector, ChoiceTable<Choice>)
    /// From the values of a list: the first of `preferred` that one of them leads to; `none` when none does.
    case list(ValueSelector, ElementSelector, ChoiceTable<Choice>, preferred: [Choice], none: Choice?)

    /// What a record leads to; nil when it does not say.
    func choice(in record: JSONElement) throws(JSONError) -> Choice? {
        switch self {
        case .always(let choice): return choice
        case .value(let selector, let table):
            guard let value = try selector.value(in: record) else { return nil }
            return try table.choice(for: value)
        case .list(let selector, let elements, let table, let preferred, let none):
            guard let list = try selector.list(in: record) else { return nil }
            var found: Set<Choice> = []
            for value in try elements.values(of: list) {
                if let choice = try table.choice(for: value) { found.insert(choice) }
            }
            return preferred.first(where: found.contains) ?? none
        }
    }
}

/// What values lead to.
struct ChoiceTable<Choice: SourceChoice>: Sendable, Hashable {
    /// What a value leads to that is not listed.
    enum Otherwise: Sendable, Hashable {
        /// It is a problem of its record: nobody knows what it means.
        case refused
        /// Nothing is said.
        case notSaid
        /// This.
        case choice(Choice)
    }

    /// A row for numbers.
    struct Bound: Sendable, Hashable {
        let atLeast: Double?
        let atMost: Double?
        let choice: Choice

        func contains(_ number: Double) -> Bool { number >= atLeast ?? number && number <= atMost ?? number }
    }

    /// A row for texts, truth values and integers; nothing is said when it leads to nothing.
    struct Row: Sendable, Hashable {
        let text: String
        let choice: Choice?
    }

    static var maximumRows: Int { 200 }

    let rows: [Row]
    let bounds: [Bound]
    let otherwise: Otherwise

    /// The table that takes values as they are.
    var isPlain: Bool { rows.isEmpty && bounds.isEmpty }

    /// All that it may lead to.
    var choices: Set<Choice> {
        var choices = Set(rows.compactMap(\.choice) + bounds.map(\.choice))
        if case .choice(let choice) = otherwise { choices.insert(choice) }
        return choices
    }

    /// What a value leads to; nil when nothing is said.
    func choice(for value: JSONElement) throws(JSONError) -> Choice? {
        if isPlain { return try Choice(choice: value) }
        if !bounds.isEmpty {
            let number = try value.number()
            if let bound = bounds.first(where: { $0.contains(number) }) { return bound.choice }
        } else {
            guard let text = value.value.scalarText?.lowercased() else { throw value.wrongType(expected: .string) }
            if let row = rows.first(where: { $0.text.lowercased().hasSameBytes(as: text) }) { return row.choice }
        }
        switch otherwise {
        case .refused: throw value.invalid("is none of the values that the mapping knows")
        case .notSaid: return nil
        case .choice(let choice): return choice
        }
    }
}
