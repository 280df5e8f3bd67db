import AccessModel
import AccessPolicy
import JSONCoding

/// Brings a policy document into its one canonical form and notes on the way what is wrong with it and what cannot be
/// enforced.
///
/// Canonical means: names begin in lower case, annotations of OData are gone, words have their own case, identifiers
/// are in lower case, what is not configured is absent, required lists are there. The form of a canonical document is
/// itself.
struct PolicyCanonicalizer {
    /// What a finding is about.
    struct Finding {
        let severity: PolicyDiagnostic.Severity
        let source: JSONPath
        let path: String
        let message: String
    }

    /// Errors and warnings.
    private(set) var findings: [Finding] = []
    /// What cannot be enforced.
    private(set) var reasons: [UnenforceableReason] = []
    /// Where each part of the canonical document stands in the source.
    private(set) var sources: [String: JSONPath] = [:]
    /// An authentication strength that an export has written out in the place of a reference to it.
    private(set) var embeddedStrength: JSONElement?

    /// The canonical form of a policy; findings tell whether it is one.
    mutating func policy(_ source: JSONElement) -> JSONMembers {
        object(source, PolicySchema.policy, "") ?? JSONMembers()
    }

    /// Notes something that cannot be enforced.
    mutating func hold(
        _ kind: UnenforceableReason.Kind, _ part: UnenforceableReason.Part, _ path: String, _ detail: String
    ) {
        reasons.append(UnenforceableReason(kind, in: part, at: path, detail))
    }

    /// Notes an error or a warning.
    mutating func note(_ severity: PolicyDiagnostic.Severity, _ source: JSONPath, _ path: String, _ message: String) {
        findings.append(Finding(severity: severity, source: source, path: path, message: message))
    }
}

// MARK: Objects

extension PolicyCanonicalizer {
    private mutating func object(_ source: JSONElement, _ shape: PolicyObjectShape, _ path: String) -> JSONMembers? {
        guard let members = members(of: source, shape, path) else { return nil }
        var canonical = JSONMembers()
        for (name, element) in members {
            let memberPath = path.isEmpty ? name : "\(path).\(name)"
            sources[memberPath] = element.path
            if let member = shape.members[name] {
                guard let value = value(element, member, memberPath) else { continue }
                canonical.append(name, value)
            } else if let value = cleaned(element, memberPath) {
                canonical.append(name, value)
                if name != "@odata.type" { reportUnknown(name, element, shape, memberPath) }
            }
        }
        guard !canonical.isEmpty || path.isEmpty else { return nil }
        for (name, member) in shape.members where member.isRequiredList && canonical[name] == nil {
            canonical.append(name, .array([]))
        }
        return canonical
    }

    /// The members of an object that say something, under their folded names.
    private mutating func members(
        of source: JSONElement, _ shape: PolicyObjectShape, _ path: String
    ) -> [(name: String, element: JSONElement)]? {
        guard case .object = source.value else {
            wrongType(source, path, "an object")
            return nil
        }
        let configured = ConfiguredMembers(source, isKnown: { shape.members[$0] != nil }) { name, value in
            let isType = shape.keepsTypeAnnotation && name == "@odata.type"
            return (isType || !MemberName.isAnnotation(name))
                && Self.isConfigured(value, shape.members[name]?.shape)
        }
        report(configured.faults, path)
        return configured.members
    }

    /// Notes what keeps a part from being read whole: nothing of it is guessed.
    mutating func report(_ faults: [ConfiguredMembers.Fault], _ path: String) {
        for fault in faults { note(.error, fault.source, path, fault.message) }
    }

    /// Whether a value of a shape says anything; where the annotation of its type carries meaning, that alone does.
    private static func isConfigured(_ value: JSONValue, _ shape: PolicyShape?) -> Bool {
        if case .object(let shape) = shape, shape.keepsTypeAnnotation, value["@odata.type"]?.stringValue != nil {
            return true
        }
        return switch shape {
        // An empty list in the place of a word is a mistake: what the word decides would be decided without it.
        case .word: value != .null
        case .strength: value.isConfigured || value["@odata.id"]?.isConfigured ?? false
        default: value.isConfigured
        }
    }

    /// A value of any content without annotations and without what says nothing; nil when nothing is left.
    private mutating func cleaned(_ element: JSONElement, _ path: String) -> JSONValue? {
        guard element.value.isConfigured else { return nil }
        var faults: [ConfiguredMembers.Fault] = []
        let value = element.cleaned(&faults)
        report(faults, path)
        return value
    }
}

// MARK: Values

extension PolicyCanonicalizer {
    private mutating func value(
        _ source: JSONElement, _ member: PolicyObjectShape.Member, _ path: String
    ) -> JSONValue? {
        guard let value = value(source, member.shape, member.part, path) else { return nil }
        guard let advice = member.advice, let part = member.part, demandsSomething(value, member.shape) else {
            return value
        }
        let name = path.split(separator: ".").last.map(String.init) ?? path
        switch part {
        case .condition:
            hold(.unsupportedCondition, part, path, "the condition `\(name)` is not enforceable; \(advice)")
        case .grant:
            hold(.unsupportedGrantControl, part, path, "the grant control `\(name)` is not enforceable; \(advice)")
        case .session:
            hold(.unsupportedSessionControl, part, path, "the session control `\(name)` is not enforceable; \(advice)")
        }
        return value
    }

    private func demandsSomething(_ value: JSONValue, _ shape: PolicyShape) -> Bool {
        if case .sessionControl = shape { value["isEnabled"] != .bool(false) } else { true }
    }

    private mutating func value(
        _ source: JSONElement, _ shape: PolicyShape, _ part: UnenforceableReason.Part?, _ path: String
    ) -> JSONValue? {
        switch shape {
        case .text: return text(source, path).map(JSONValue.string)
        case .identifier: return identifier(source, path).map(JSONValue.string)
        case .flag:
            if case .bool = source.value { return source.value }
            wrongType(source, path, "true or false")
            return nil
        case .integer:
            if case .integer = source.value { return source.value }
            wrongType(source, path, "a number without fraction")
            return nil
        case .anything: return cleaned(source, path)
        case .word(let words): return word(source, words, path).map(JSONValue.string)
        case .choice(let words): return choice(source, words, part, path).map(JSONValue.string)
        case .flags(let words, let zero): return flags(source, words, zero, part, path)
        case .strength: return strength(source, path)
        case .sessionControl(let shape): return sessionControl(source, shape, path).map(JSONValue.object)
        case .object(let shape): return object(source, shape, path).map(JSONValue.object)
        case .words, .texts, .references, .authenticationContexts: return list(source, shape, part, path)
        }
    }

    mutating func text(_ source: JSONElement, _ path: String) -> String? {
        if case .string(let text) = source.value { return text }
        wrongType(source, path, "a string")
        return nil
    }

    private mutating func identifier(_ source: JSONElement, _ path: String) -> String? {
        guard let text = text(source, path) else { return nil }
        if let guid = GUID(text) { return guid.description }
        note(
            .warning, source.path, path,
            "`\(text.printable(atMost: 64))` is no GUID; an identifier is derived from the policy's content")
        return nil
    }

    private mutating func sessionControl(
        _ source: JSONElement, _ shape: PolicyObjectShape, _ path: String
    ) -> JSONMembers? {
        let noted = reasons.count
        let control = object(source, shape, path)
        // What is switched off is not there, whatever it says.
        if control?["isEnabled"] == .bool(false) { reasons.removeSubrange(noted...) }
        return control
    }

    private mutating func strength(_ source: JSONElement, _ path: String) -> JSONValue? {
        guard case .object = source.value else {
            wrongType(source, path, "an object")
            return nil
        }
        let members = cleaned(source, path)?.objectValue ?? JSONMembers()
        // A reference is what counts; what an export writes out beside it is the strength's own content.
        guard let id = members["id"] else {
            hold(
                .unresolvedReference, .grant, path,
                "the authentication strength has no `id`; put the identifier of one in its place")
            return .object(members)
        }
        guard let text = text(JSONElement(id, at: source.path), path + ".id") else { return nil }
        if members.names.contains(where: { !Self.describing.contains($0) }) { embeddedStrength = source }
        return .object(JSONMembers([("id", .string(reference(text, .grant, path + ".id")))]))
    }

    /// The members that a reference to a strength may have without writing out what the strength allows.
    private static let describing = SchemaMember.known(AuthenticationStrengthSchema.members)
        .subtracting(["allowedCombinations", "combinationConfigurations"])

    mutating func wrongType(_ source: JSONElement, _ path: String, _ expected: String) {
        note(.error, source.path, path, "expected \(expected), found \(source.value.type.rawValue)")
    }

}

// MARK: Lists

extension PolicyCanonicalizer {
    private mutating func list(
        _ source: JSONElement, _ shape: PolicyShape, _ part: UnenforceableReason.Part?, _ path: String
    ) -> JSONValue? {
        guard case .array(let elements) = source.value else {
            wrongType(source, path, "a list")
            return nil
        }
        var kept: [JSONValue] = []
        var seen: Set<String> = []
        for (index, value) in elements.enumerated() {
            let element = JSONElement(value, at: source.path.appending(index))
            let elementPath = "\(path)[\(kept.count)]"
            guard let text = text(element, elementPath) else { continue }
            let noted = reasons.count
            let item = item(text, element, shape, part, elementPath)
            guard seen.insert(item).inserted else {
                reasons.removeSubrange(noted...)
                continue
            }
            sources[elementPath] = element.path
            kept.append(.string(item))
        }
        return .array(kept)
    }

    private mutating func item(
        _ text: String, _ source: JSONElement, _ shape: PolicyShape, _ part: UnenforceableReason.Part?, _ path: String
    ) -> String {
        guard let part else { return text }
        switch shape {
        case .words(let words):
            guard let word = folded(text, to: words.all, source, path) else {
                unknown(text, words.all, part, path)
                return text
            }
            if let remark = words.remarks[word] { note(.warning, source.path, path, remark) }
            if let other = words.others.first(where: { $0.word == word }) {
                unsupported(word, other.advice, part, path)
            }
            return word
        case .references(let references): return reference(text, references, source, part, path)
        case .authenticationContexts:
            let number = text.hasPrefix("c") ? UInt8(text.dropFirst()) : nil
            if !(1...99).contains(number ?? 0) || text != "c\(number ?? 0)" { unresolved(text, part, path) }
            return text
        default: return text
        }
    }

    private mutating func reference(
        _ text: String, _ references: PolicyReferences, _ source: JSONElement, _ part: UnenforceableReason.Part,
        _ path: String
    ) -> String {
        if let word = folded(text, to: references.words + references.others.map(\.word), source, path) {
            if let other = references.others.first(where: { $0.word == word }) {
                unsupported(word, other.advice, part, path)
            }
            return word
        }
        // Whether there is a group of that name is seen when the set is.
        if references.namesGroups, GUID(text) == nil, ApplicationGroupWord.isValid(text) { return text }
        return reference(text, part, path)
    }

    private mutating func reference(_ text: String, _ part: UnenforceableReason.Part, _ path: String) -> String {
        guard let guid = GUID.reference(text) else {
            unresolved(text, part, path)
            return text
        }
        return guid.description
    }

    private mutating func unresolved(_ text: String, _ part: UnenforceableReason.Part, _ path: String) {
        hold(
            .unresolvedReference, part, path,
            "`\(text.printable(atMost: 64))` names nothing; put the object's identifier in its place")
    }
}
