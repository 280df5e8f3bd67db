import AccessModel
import AccessPolicy
import JSONCoding

/// What a key or certificate must be besides, for some combinations of a strength.
struct StrengthRestriction {
    /// The canonical document.
    let document: JSONMembers
    /// What is demanded; nil when that is not known or nothing, so that nobody can satisfy it.
    let restriction: AuthenticationStrength.Restriction?
    /// The combinations that it is for; nil for all that contain one of `methods`.
    let combinations: [Set<AuthenticationMethodMode>]?
    /// The methods that such a restriction can be about.
    let methods: Set<AuthenticationMethodMode>

    /// Whether a combination is restricted.
    func applies(to combination: Set<AuthenticationMethodMode>) -> Bool {
        combinations?.contains(combination) ?? (methods.isEmpty || !methods.isDisjoint(with: combination))
    }
}

/// Reads what restricts combinations of a strength.
struct StrengthRestrictionReader {
    private(set) var fields: DocumentFields
    private let type: String
    /// Whether all that it says is known.
    private var isUnderstood = true

    init(_ element: JSONElement) {
        let fields = DocumentFields(element)
        let implied = fields["allowedAAGUIDs"] == nil ? Self.x509 : Self.fido2
        let isKnown = ["allowedAAGUIDs", "allowedIssuerSkis", "allowedPolicyOIDs"].contains { fields[$0] != nil }
        type = fields.type ?? (isKnown ? implied : "combinationConfiguration")
        self.fields = fields
    }

    private static let fido2 = "fido2CombinationConfiguration"
    private static let x509 = "x509CertificateCombinationConfiguration"

    mutating func read() -> StrengthRestriction {
        let lists: [String: Set<String>] = [
            Self.fido2: ["allowedAAGUIDs"], Self.x509: ["allowedIssuerSkis", "allowedPolicyOIDs"],
        ]
        var document = fields.cleaned(fields.root).objectValue ?? JSONMembers()
        document.append("@odata.type", .string("#microsoft.graph.\(type)"))
        if let id = fields.text("id") { document.append("id", .string(GUID(id)?.description ?? id)) }
        let known = (lists[type] ?? []).union(["id", "displayName", "appliesToCombinations"])
        let unknown = fields.members.keys.filter { !known.contains($0) }.sorted()
        if !unknown.isEmpty { notUnderstood(unknown) } else if lists[type] == nil { notUnderstood([type]) }
        let demand = demand(into: &document)
        let combinations = combinations(into: &document)
        return StrengthRestriction(
            document: document, restriction: isUnderstood ? demand : nil, combinations: combinations, methods: methods)
    }

    /// Says that none of the strength's combinations is restricted.
    mutating func tellOfNoUse() {
        fields.warn(fields.root, "the restriction is for none of the `allowedCombinations`; it restricts nothing")
    }

    private mutating func notUnderstood(_ names: [String]) {
        let what = names.map { "`\($0.printable(atMost: 64))`" }.joined(separator: ", ")
        isUnderstood = false
        fields.warn(
            fields.root, "what \(what) restricts is not known; it is kept, and nobody can satisfy these combinations")
    }

    private var methods: Set<AuthenticationMethodMode> {
        switch type {
        case Self.fido2: [.fido2]
        case Self.x509: [.x509CertificateSingleFactor, .x509CertificateMultiFactor]
        default: []
        }
    }

    private mutating func combinations(into document: inout JSONMembers) -> [Set<AuthenticationMethodMode>]? {
        guard fields["appliesToCombinations"] != nil else { return nil }
        let given = fields.texts("appliesToCombinations", atMost: 500)
        let combinations = given.map { MethodCombination($0.text) }
        document.append("appliesToCombinations", .array(combinations.map { .string($0.text) }))
        let unknown = zip(given, combinations).filter { !$1.unknown.isEmpty }.map(\.0)
        for (text, element) in unknown {
            isUnderstood = false
            fields.warn(
                element,
                "`\(text.printable(atMost: 128))` is no combination, so the restriction is for all that it can be about, and nobody can satisfy them"
            )
        }
        return unknown.isEmpty ? combinations.map(\.methods) : nil
    }

    private mutating func demand(into document: inout JSONMembers) -> AuthenticationStrength.Restriction? {
        switch type {
        case Self.fido2:
            let keys = list("allowedAAGUIDs", into: &document) { GUID($0)?.description }
            if keys.isEmpty { fields.warn(fields.root, "no key is allowed, so nobody can satisfy these combinations") }
            return .fido2(allowedAAGUIDs: keys)
        case Self.x509:
            let issuers = list("allowedIssuerSkis", into: &document) { $0.lowercased() }
            let policies = list("allowedPolicyOIDs", into: &document) { $0 }
            guard !issuers.isEmpty || !policies.isEmpty else {
                fields.warn(
                    fields.root,
                    "neither `allowedIssuerSkis` nor `allowedPolicyOIDs` says which certificates are meant, so nobody can satisfy these combinations"
                )
                return nil
            }
            return .x509(allowedIssuerSKIs: issuers, allowedPolicyOIDs: policies)
        default: return nil
        }
    }

    /// The members of a list that are what they should be; the others stay in the document.
    private mutating func list(
        _ name: String, into document: inout JSONMembers, _ folded: (String) -> String?
    ) -> Set<String> {
        var allowed: Set<String> = []
        var kept: [JSONValue] = []
        for (text, element) in fields.texts(name, atMost: 2000) {
            let value = folded(text)
            if let value {
                allowed.insert(value)
            } else {
                fields.warn(element, "`\(text.printable(atMost: 64))` is no GUID; it is kept and allows nothing")
            }
            kept.append(.string(value ?? text))
        }
        if !kept.isEmpty { document.append(name, .array(kept)) }
        return allowed
    }
}
