import AccessModel
import AccessPolicy
import JSONCoding

/// Reads an authentication strength.
///
/// What is not known of a combination or of what restricts it makes the combination one that nobody can satisfy, and a
/// member that is not known holds the policies that refer to the strength: it never becomes weaker than it was written.
struct AuthenticationStrengthReader {
    /// As many combinations, or restrictions of them, as one strength may have.
    static let maximumCombinations = 500

    private(set) var fields: DocumentFields

    init(_ element: JSONElement) {
        fields = DocumentFields(element, known: Self.known)
    }

    /// Every member that a strength is known to have.
    private static let known = SchemaMember.known(AuthenticationStrengthSchema.members)

    /// A combination as it was written, with its methods if all of them are known.
    private struct Written {
        let text: String
        let methods: Set<AuthenticationMethodMode>?
    }

    /// The strength and its canonical document; nil when it has errors.
    mutating func read() -> (strength: AuthenticationStrength, document: JSONMembers)? {
        var document = fields.kept()
        for name in ["description", "policyType", "requirementsSatisfied"] { _ = fields.text(name) }
        let displayName = fields.text("displayName") ?? "unnamed authentication strength"
        if fields["displayName"] == nil {
            fields.warn(fields.root, "the authentication strength has no `displayName`")
        }
        let written = combinations()
        let restrictions = restrictions(of: written)
        document.append("allowedCombinations", .array(written.map { .string($0.text) }))
        document.append("combinationConfigurations", .array(restrictions.map { .object($0.document) }))
        let combinations = written.compactMap { combination($0, restrictions) }
        if combinations.isEmpty {
            fields.warn(fields.root, "nobody can satisfy the authentication strength; give it `allowedCombinations`")
        }
        guard fields.errors.isEmpty, let id = fields.identifier(document) else { return nil }
        document.append("id", .string(id.description))
        return (
            AuthenticationStrength(
                id: AuthenticationStrengthID(id.description), displayName: displayName, combinations: combinations,
                unsupported: fields.fault),
            document
        )
    }

    private func combination(
        _ written: Written, _ restrictions: [StrengthRestriction]
    ) -> AuthenticationStrength.Combination? {
        guard let methods = written.methods else { return nil }
        let applying = restrictions.filter { $0.applies(to: methods) }
        let known = applying.compactMap(\.restriction)
        return known.count == applying.count ? AuthenticationStrength.Combination(methods, restrictions: known) : nil
    }

    private mutating func combinations() -> [Written] {
        var combinations: [Written] = []
        for (text, element) in fields.texts("allowedCombinations", atMost: Self.maximumCombinations) {
            let words = MethodCombination(text)
            if !words.unknown.isEmpty {
                fields.warn(
                    element,
                    "`\(text.printable(atMost: 128))` is kept and nobody can satisfy it; not known: \(words.unknown.map { "`\($0.printable(atMost: 64))`" }.joined(separator: ", "))"
                )
            }
            guard !combinations.contains(where: { $0.text == words.text }) else { continue }
            combinations.append(Written(text: words.text, methods: words.unknown.isEmpty ? words.methods : nil))
        }
        return combinations
    }

    private mutating func restrictions(of written: [Written]) -> [StrengthRestriction] {
        fields.list("combinationConfigurations", atMost: Self.maximumCombinations).compactMap { element in
            guard case .object = element.value else {
                fields.fail(element, "expected an object, found \(element.value.type.rawValue)")
                return nil
            }
            var reader = StrengthRestrictionReader(element)
            let restriction = reader.read()
            if !written.contains(where: { $0.methods.map(restriction.applies) ?? false }) {
                reader.tellOfNoUse()
            }
            fields.adopt(reader.fields.errors)
            for warning in reader.fields.warnings {
                fields.warn(JSONElement(.null, at: warning.source), warning.message)
            }
            return restriction
        }
    }
}

/// Methods that are joined with commas.
struct MethodCombination {
    /// The methods in their own case, joined with commas.
    let text: String
    /// Those that are known.
    let methods: Set<AuthenticationMethodMode>
    /// The words that are no known method; nothing at all is one.
    let unknown: [String]

    private static let modes = Dictionary(
        uniqueKeysWithValues: AuthenticationMethodMode.allCases.map { ($0.rawValue.lowercased(), $0) })

    init(_ text: String) {
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            String(word.filter { $0 != " " })
        }
        let modes = words.map { Self.modes[$0.lowercased()] }
        self.text = zip(words, modes).map { $1?.rawValue ?? $0 }.joined(separator: ",")
        methods = Set(modes.compactMap(\.self))
        unknown = zip(words, modes).filter { $1 == nil }.map(\.0)
    }
}
