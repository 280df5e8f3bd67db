import JSONCoding

extension PolicyShape {
    /// The JSON Schema of a value of this shape.
    var schema: JSONValue {
        switch self {
        case .text: SchemaValue.object([SchemaValue.optional("string")])
        case .identifier: Self.optionalGUID
        case .flag: SchemaValue.object([SchemaValue.optional("boolean")])
        case .integer: SchemaValue.object([SchemaValue.optional("integer")])
        case .anything: SchemaValue.object([])
        case .word(let words), .choice(let words): SchemaValue.optionalWord(words)
        case .words(let words): SchemaValue.list(of: SchemaValue.word(words.all))
        case .flags(let words, let zero): Self.flags(words + [zero].compactMap(\.self))
        case .texts: SchemaValue.list(of: SchemaValue.object([("type", .string("string"))]))
        case .references(let references): SchemaValue.list(of: references.schema)
        case .authenticationContexts: SchemaValue.list(of: SchemaValue.text(matching: "^c[1-9][0-9]?$"))
        case .strength:
            SchemaValue.object(
                [SchemaValue.optional("object")] + SchemaValue.members([("id", SchemaValue.guid)], isOpen: true))
        case .sessionControl(let shape), .object(let shape):
            SchemaValue.object([SchemaValue.optional("object")] + shape.schemaMembers())
        }
    }

    private static let optionalGUID = SchemaValue.object([
        ("pattern", .string(SchemaValue.guidPattern)), SchemaValue.optional("string"),
    ])

    /// Words with commas, or a list of them.
    private static func flags(_ words: [String]) -> JSONValue {
        let word = "(" + words.joined(separator: "|") + ")"
        return SchemaValue.anyOf([
            SchemaValue.object([
                ("pattern", .string("^\(word)( *, *\(word))*$")), SchemaValue.optional("string"),
            ]),
            SchemaValue.object([("items", SchemaValue.word(words)), ("type", .string("array"))]),
        ])
    }
}

extension PolicyReferences {
    /// The JSON Schema of one reference.
    var schema: JSONValue {
        var schemas = [SchemaValue.guid]
        let words = words + others.map(\.word).filter { !$0.contains("-") }
        if !words.isEmpty { schemas.append(SchemaValue.word(words)) }
        if namesGroups { schemas.append(SchemaValue.text(matching: ApplicationGroupWord.pattern)) }
        return schemas.count == 1 ? schemas[0] : SchemaValue.anyOf(schemas)
    }
}

extension PolicyObjectShape {
    /// What the JSON Schema of an object says of its members.
    ///
    /// An unknown member that may change what a policy means is an error there, as it holds the policy here.
    func schemaMembers(required: [String] = []) -> [(String, JSONValue)] {
        var properties = members.sorted { $0.key < $1.key }.map { name, member in
            (name, SchemaValue.described(member.shape.schema, member.sentence))
        }
        if keepsTypeAnnotation {
            properties.append(("@odata.type", SchemaValue.object([("type", .string("string"))])))
        }
        return SchemaValue.members(properties, isOpen: unknown == nil, required: required)
    }
}

extension PolicyObjectShape.Member {
    /// What the member says and, if it holds the policy, that it does.
    fileprivate var sentence: String {
        guard let advice else { return summary }
        return "\(summary) Not enforceable: it holds the policy at report-only; \(advice)."
    }
}
