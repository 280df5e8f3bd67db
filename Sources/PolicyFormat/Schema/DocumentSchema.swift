import AccessModel
public import JSONCoding

/// The published JSON Schemas (draft 2020-12), one for each kind of document in a policy set.
///
/// They follow from the tables that the readers go by, so that they cannot say anything else. They describe documents in
/// the form of Graph, with null and missing members alike; a reader takes more, such as words in another case.
public struct DocumentSchema: Sendable, Hashable {
    /// The schemas of all kinds.
    public static let all = PolicySetEntry.Kind.allCases.map { DocumentSchema(of: $0) }

    /// The kind of document that it describes.
    public let kind: PolicySetEntry.Kind

    /// The schema of a kind of document.
    public init(of kind: PolicySetEntry.Kind) {
        self.kind = kind
    }

    /// The schema's name, which never changes.
    public var name: String {
        switch kind {
        case .policy: "conditional-access-policy"
        case .namedLocation: "named-location"
        case .authenticationStrength: "authentication-strength"
        case .applicationGroup: "application-group"
        }
    }

    /// The name of the schema's file.
    public var fileName: String { name + ".schema.json" }

    /// The schema.
    public var document: JSONValue {
        SchemaValue.object(
            [
                ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
                ("$id", .string("urn:postern:schema:\(name)")), ("$defs", SchemaValue.definitions),
                ("title", .string(title)), ("description", .string(summary)), ("type", .string("object")),
            ] + members)
    }

    /// The schema as a file: UTF-8, line feeds, sorted names.
    public var bytes: [UInt8] { document.canonical(.indented) }

    private var title: String {
        kind == .policy ? "Conditional Access policy" : kind.noun.prefix(1).uppercased() + kind.noun.dropFirst()
    }

    private var summary: String {
        switch kind {
        case .policy: "When it applies, and what it then demands; a member that is null is not configured."
        case .namedLocation: "A place that policies refer to: address ranges or countries."
        case .authenticationStrength: "Which combinations of authentication methods are strong enough."
        case .applicationGroup: "Applications that policies name by one word."
        }
    }

    private var members: [(String, JSONValue)] {
        switch kind {
        case .policy: PolicySchema.policy.schemaMembers(required: ["conditions", "displayName", "state"])
        case .namedLocation:
            SchemaValue.members(Self.described(NamedLocationSchema.members), isOpen: false, required: ["displayName"])
        case .authenticationStrength:
            SchemaValue.members(
                Self.described(AuthenticationStrengthSchema.members), isOpen: false,
                required: ["allowedCombinations", "displayName"])
        case .applicationGroup:
            SchemaValue.members(
                Self.described(ApplicationGroupSchema.members), isOpen: false,
                required: ["@odata.type", "applications", "displayName"])
        }
    }

    private static func described(_ members: [SchemaMember]) -> [(String, JSONValue)] {
        members.map { ($0.name, SchemaValue.described($0.schema, $0.summary)) }
    }
}

/// One member of a document that policies refer to.
struct SchemaMember {
    let name: String
    let schema: JSONValue
    let summary: String

    init(_ name: String, _ schema: JSONValue, _ summary: String) {
        self.name = name
        self.schema = schema
        self.summary = summary
    }

    static let text = SchemaValue.object([SchemaValue.optional("string")])
    static let flag = SchemaValue.object([SchemaValue.optional("boolean")])

    /// The members that every document of Graph has.
    static let common = [
        SchemaMember(
            "id", SchemaValue.anyOf([SchemaValue.guid, nothing]),
            "Its identifier; without one it follows from the content."),
        SchemaMember(
            "displayName", SchemaValue.object([("type", .string("string"))]), "The name that administrators see."),
        SchemaMember("createdDateTime", text, "When it was made, as the server noted it."),
        SchemaMember("modifiedDateTime", text, "When it was last changed, as the server noted it."),
        SchemaMember("deletedDateTime", text, "When it was deleted, as the server noted it."),
    ]

    private static let nothing = SchemaValue.object([("type", .string("null"))])

    /// The names of the members that are no annotations.
    static func known(_ members: [SchemaMember]) -> Set<String> {
        Set(members.map(\.name).filter { !MemberName.isAnnotation($0) })
    }
}

/// Every member that a named location is known to have.
enum NamedLocationSchema {
    static let members =
        SchemaMember.common + [
            SchemaMember(
                "@odata.type", SchemaValue.text(matching: "NamedLocation$"),
                "What makes up the place: `#microsoft.graph.ipNamedLocation` or `#microsoft.graph.countryNamedLocation`."
            ),
            SchemaMember("isTrusted", SchemaMember.flag, "Whether the address ranges are trusted."),
            SchemaMember(
                "ipRanges", SchemaValue.list(of: range), "Address ranges, as blocks or from one address to another."),
            SchemaMember(
                "countriesAndRegions", SchemaValue.list(of: SchemaValue.text(matching: "^[A-Za-z]{2}$")),
                "Countries by their ISO 3166-1 code of two letters."),
            SchemaMember(
                "countryLookupMethod", SchemaValue.optionalWord(["clientIpAddress", "authenticatorAppGps"]),
                "How the country is found; only by the address is it evaluated."),
            SchemaMember(
                "includeUnknownCountriesAndRegions", SchemaMember.flag,
                "Whether addresses whose country is not known are meant, too."),
            SchemaMember("compliantNetworkType", SchemaMember.text, "A network service; it cannot be evaluated."),
        ]

    private static let range = SchemaValue.object(
        [("type", .string("object"))]
            + SchemaValue.members(
                [
                    ("cidrAddress", SchemaMember.text), ("lowerAddress", SchemaMember.text),
                    ("upperAddress", SchemaMember.text),
                ], isOpen: false))
}

/// Every member that an authentication strength is known to have.
enum AuthenticationStrengthSchema {
    static let members =
        SchemaMember.common + [
            SchemaMember("description", SchemaMember.text, "What the strength is for."),
            SchemaMember(
                "policyType", SchemaValue.optionalWord(["builtIn", "custom"]),
                "Whether it is built in; those are passed over."),
            SchemaMember(
                "requirementsSatisfied", SchemaValue.optionalWord(["none", "mfa"]),
                "What else it counts as; kept and not evaluated."),
            SchemaMember(
                "allowedCombinations", SchemaValue.list(of: combination),
                "Combinations of methods, with commas; one is enough."),
            SchemaMember(
                "combinationConfigurations", SchemaValue.list(of: restriction),
                "What a key or certificate must be besides, for some combinations."),
        ]

    private static let combination: JSONValue = {
        let method = "(" + AuthenticationMethodMode.allCases.map(\.rawValue).joined(separator: "|") + ")"
        return SchemaValue.text(matching: "^\(method)( *, *\(method))*$")
    }()

    private static let restriction = SchemaValue.object(
        [("type", .string("object"))]
            + SchemaValue.members(
                [
                    ("id", SchemaMember.text), ("appliesToCombinations", SchemaValue.list(of: combination)),
                    ("allowedAAGUIDs", SchemaValue.list(of: SchemaValue.guid)),
                    ("allowedIssuerSkis", SchemaValue.list(of: SchemaValue.text(matching: "^[0-9a-fA-F]+$"))),
                    ("allowedPolicyOIDs", SchemaValue.list(of: SchemaValue.text(matching: "^[0-9]+([.][0-9]+)*$"))),
                ], isOpen: false))
}

/// Every member that a group of applications is known to have.
enum ApplicationGroupSchema {
    static let members = [
        SchemaMember(
            "@odata.type", SchemaValue.word(["#\(PolicyContainer.applicationGroupType)"]),
            "What tells a group of applications from anything else."),
        SchemaMember("id", SchemaMember.text, "An identifier of the file's own; policies name the group by its word."),
        SchemaMember(
            "displayName", SchemaValue.text(matching: ApplicationGroupWord.pattern),
            "The word by which policies name the group."),
        SchemaMember("description", SchemaMember.text, "What the group is."),
        SchemaMember(
            "applications",
            SchemaValue.object([("items", SchemaValue.guid), ("minItems", .integer(1)), ("type", .string("array"))]),
            "The applications, by their identifiers."),
    ]
}
