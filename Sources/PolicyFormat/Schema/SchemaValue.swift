import JSONCoding

/// Parts of JSON Schemas (draft 2020-12), in the form in which they are written.
enum SchemaValue {
    /// Text of a pattern that a GUID matches.
    static let guidPattern = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"

    /// A reference to the definition of a GUID.
    static let guid = object([("$ref", .string("#/$defs/guid"))])

    /// The definitions that schemas share.
    static let definitions = object([
        (
            "guid",
            object([
                ("description", .string("An identifier in the 8-4-4-4-12 form.")), ("pattern", .string(guidPattern)),
                ("type", .string("string")),
            ])
        )
    ])

    static func object(_ members: [(String, JSONValue)]) -> JSONValue { .object(JSONMembers(members)) }

    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    /// A type that may be null, which is the same as missing.
    static func optional(_ type: String) -> (String, JSONValue) { ("type", strings([type, "null"])) }

    /// A text that a pattern matches.
    static func text(matching pattern: String) -> JSONValue {
        object([("pattern", .string(pattern)), ("type", .string("string"))])
    }

    /// One of some words.
    static func word(_ words: [String]) -> JSONValue { object([("enum", strings(words))]) }

    /// One of some words, or null.
    static func optionalWord(_ words: [String]) -> JSONValue {
        object([("enum", .array(words.map(JSONValue.string) + [.null]))])
    }

    /// A list of one kind of value, or null.
    static func list(of items: JSONValue) -> JSONValue { object([("items", items), optional("array")]) }

    static func anyOf(_ schemas: [JSONValue]) -> JSONValue { object([("anyOf", .array(schemas))]) }

    /// The schema with a sentence about it.
    static func described(_ schema: JSONValue, _ text: String) -> JSONValue {
        var members = schema.objectValue ?? JSONMembers()
        members.append("description", .string(text))
        return .object(members)
    }

    /// An object of known members; annotations of OData are allowed in every one.
    ///
    /// - Parameters:
    ///   - members: the members.
    ///   - isOpen: whether others are allowed.
    ///   - required: the members that must be there.
    /// - Returns: what a schema says of them.
    static func members(
        _ members: [(String, JSONValue)], isOpen: Bool, required: [String] = []
    ) -> [(String, JSONValue)] {
        var schema: [(String, JSONValue)] = [("properties", object(members))]
        if !isOpen {
            schema.append(("additionalProperties", .bool(false)))
            schema.append(("patternProperties", object([("^#|^[$]schema$|@odata\\.(?!bind$)", .bool(true))])))
        }
        if !required.isEmpty { schema.append(("required", strings(required))) }
        return schema
    }
}
