import JSONCoding

/// Makes values that a JSON Schema allows, from a seed.
struct JSONSchemaSampler {
    private var state: UInt64
    private let definitions: JSONValue?
    private let schema: JSONValue

    init(_ schema: JSONValue, seed: UInt64) {
        self.schema = schema
        definitions = schema["$defs"]
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func value() -> JSONValue { value(schema, "") }

    /// A number below a bound.
    private mutating func number(below bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % bound
    }

    private mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

    private mutating func value(_ schema: JSONValue, _ name: String) -> JSONValue {
        if let reference = schema["$ref"]?.stringValue {
            return value(definitions?[String(reference.dropFirst("#/$defs/".count))] ?? .null, name)
        }
        if let schemas = schema["anyOf"]?.arrayValue { return value(one(of: schemas), name) }
        if let words = schema["enum"]?.arrayValue { return one(of: words) }
        if let pattern = schema["pattern"]?.stringValue { return .string(text(matching: pattern)) }
        let types = schema["type"].map { type in
            type.stringValue.map { [$0] } ?? (type.arrayValue ?? []).compactMap(\.stringValue)
        }
        switch one(of: types ?? ["object", "array", "string", "integer"]) {
        case "null": return .null
        case "boolean": return .bool(number(below: 4) > 0)
        case "integer": return .integer(Int64(number(below: 50)) - 1)
        case "string":
            return .string(one(of: ["", "a", "device.model -eq \"x\"", "device.isCompliant -ne True", "Ω≠\u{1F512}"]))
        case "array":
            let items = schema["items"] ?? .object(JSONMembers([("type", .string("string"))]))
            return .array((0..<number(below: 4)).map { _ in value(items, name) })
        default: return object(schema)
        }
    }

    private mutating func object(_ schema: JSONValue) -> JSONValue {
        let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
        var members: [(String, JSONValue)] = []
        for (name, member) in schema["properties"]?.objectValue ?? JSONMembers()
        where required.contains(name) || number(below: 3) == 0 {
            members.append((name, value(member, name)))
        }
        if number(below: 12) == 0 { members.append(("x\(number(below: 3))", one(of: [.null, 1, "y", ["z"]]))) }
        if number(below: 12) == 0 { members.append(("a@odata.type", "noise")) }
        // Members come in no order.
        for index in members.indices { members.swapAt(index, number(below: members.count)) }
        return .object(JSONMembers(members))
    }

    /// A text for one of the patterns that the schemas have.
    private mutating func text(matching pattern: String) -> String {
        if pattern.contains("[0-9a-fA-F]{8}") {
            let digit = one(of: ["a", "B", "0"])
            return String(repeating: digit, count: 8) + "-0000-4000-8000-00000000000\(number(below: 4))"
        }
        if pattern.hasPrefix("^c") { return "c\(number(below: 99) + 1)" }
        if pattern == "NamedLocation$" {
            return "#microsoft.graph." + one(of: ["ip", "country", "compliantNetwork"]) + "NamedLocation"
        }
        if pattern == "^[A-Za-z]{2}$" { return one(of: ["CH", "de", "Xx"]) }
        if pattern.hasPrefix("^[0-9]+") { return "1.2.\(number(below: 9))" }
        if pattern.hasPrefix("^[0-9a-fA-F]+") { return "0aB\(number(below: 9))" }
        if pattern.hasPrefix("^[A-Za-z]") { return one(of: ["Office365", "MicrosoftAdminPortals", "Suite"]) }
        // Words with commas: the words stand in the first parentheses.
        let words = pattern.split(separator: ")")[0].dropFirst(2).split(separator: "|").map(String.init)
        return (0...number(below: 3)).map { _ in one(of: words) }.joined(separator: one(of: [",", ", "]))
    }
}
