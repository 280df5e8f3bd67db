import JSONCoding

/// Holds a value against a JSON Schema, as far as the published schemas use the language.
struct JSONSchemaCheck {
    private let definitions: JSONValue?
    /// What is wrong, each with its place.
    private(set) var faults: [String] = []

    private static let keywords: Set<String> = [
        "$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "patternProperties",
        "additionalProperties", "required", "enum", "pattern", "anyOf", "items", "minItems",
    ]

    init(_ value: JSONValue, _ schema: JSONValue) throws {
        definitions = schema["$defs"]
        try check(value, schema, "")
    }

    private mutating func check(_ value: JSONValue, _ schema: JSONValue, _ path: String) throws {
        if case .bool(true) = schema { return }
        let members = schema.objectValue ?? JSONMembers()
        for name in members.names where !Self.keywords.contains(name) { faults.append("\(path): keyword \(name)") }
        if let reference = schema["$ref"]?.stringValue {
            try check(value, definitions?[String(reference.dropFirst("#/$defs/".count))] ?? .null, path)
        }
        checkType(value, schema, path)
        if let words = schema["enum"]?.arrayValue, !words.contains(value) {
            faults.append("\(path): none of the words")
        }
        if let pattern = schema["pattern"]?.stringValue, let text = value.stringValue {
            if try Regex(pattern).firstMatch(in: text) == nil { faults.append("\(path): pattern") }
        }
        if let schemas = schema["anyOf"]?.arrayValue {
            let fits = try schemas.contains { candidate in
                var inner = self
                inner.faults = []
                try inner.check(value, candidate, path)
                return inner.faults.isEmpty
            }
            if !fits { faults.append("\(path): fits nothing") }
        }
        for (index, element) in (value.arrayValue ?? []).enumerated() {
            if let items = schema["items"] { try check(element, items, "\(path)[\(index)]") }
        }
        if case .integer(let least)? = schema["minItems"], let elements = value.arrayValue, elements.count < least {
            faults.append("\(path): too few")
        }
        try checkMembers(value, schema, path)
    }

    private mutating func checkType(_ value: JSONValue, _ schema: JSONValue, _ path: String) {
        guard let type = schema["type"] else { return }
        let names = type.stringValue.map { [$0] } ?? (type.arrayValue ?? []).compactMap(\.stringValue)
        if !names.contains(value.type.rawValue) { faults.append("\(path): type") }
    }

    private mutating func checkMembers(_ value: JSONValue, _ schema: JSONValue, _ path: String) throws {
        guard case .object(let members) = value else { return }
        for name in (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue) where members[name] == nil {
            faults.append("\(path).\(name): missing")
        }
        for (name, member) in members {
            if let known = schema["properties"]?[name] {
                try check(member, known, "\(path).\(name)")
                continue
            }
            let isMatched = try (schema["patternProperties"]?.objectValue?.names ?? []).contains {
                try Regex($0).firstMatch(in: name) != nil
            }
            if !isMatched, schema["additionalProperties"] == .bool(false) { faults.append("\(path).\(name): unknown") }
        }
    }
}
