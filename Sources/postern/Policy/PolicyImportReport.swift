import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat

/// What an import has to say, for people or for programs.
struct PolicyImportReport {
    /// One policy, or one thing that policies refer to, that was imported.
    fileprivate struct Import {
        let kind: PolicySetEntry.Kind
        let name: String
        let id: String
        let state: PolicyState?
        /// Whether the state is the one that the policy had in the directory, not the imported one.
        var keepsState = false
        let isEnforceable: Bool
        let output: String
        let source: PolicyDiagnostic
        let diagnostics: [PolicyDiagnostic]
        let reasons: [UnenforceableReason]
        /// What stands in the place of identifiers.
        var placeholders: Set<String> = []
    }

    /// How many files were looked at.
    var fileCount = 0
    /// The policies to write, in the order in which they were read.
    private(set) var policies: [PolicyID] = []
    /// The named locations to write, in the order in which they were read.
    private(set) var namedLocations: [NamedLocationID] = []
    /// The authentication strengths to write, in the order in which they were read.
    private(set) var authenticationStrengths: [AuthenticationStrengthID] = []
    /// The groups of applications to write, in the order in which they were read.
    private(set) var applicationGroups: [ApplicationGroupID] = []
    /// Why things were refused.
    private(set) var refused: [PolicyDiagnostic] = []
    private var imports: [Import] = []
    private var notes: [PolicyDiagnostic] = []
    private var refusedCount = 0
    private var identical: [PolicySetEntry.Kind: Int] = [:]

    /// Whether nothing was found: nothing to write and nothing that was refused.
    var isEmpty: Bool {
        policies.isEmpty && namedLocations.isEmpty && authenticationStrengths.isEmpty && applicationGroups.isEmpty
            && refusedCount == 0
    }
}

// MARK: What happens

extension PolicyImportReport {
    /// Notes what was wrong in a file.
    mutating func add(faultsOf file: PolicyFile, isNamed: Bool) {
        refusedCount += file.refusedCount
        refused += file.diagnostics.filter { $0.severity == .error }
        notes += file.diagnostics.filter { $0.severity != .error && (isNamed || !file.isEmpty) }
    }

    /// Notes that something was refused.
    mutating func refuse(_ diagnostic: PolicyDiagnostic) {
        refusedCount += 1
        refused.append(diagnostic)
    }

    /// Notes what became of a policy among the others.
    mutating func note(_ addition: PolicyCollection.Addition, _ document: PolicyDocument) {
        let id = document.policy.id
        if isAdded(addition, document, .policy, id.rawValue) { policies.append(id) }
    }

    /// Notes what became of a named location among the others.
    mutating func note(_ addition: PolicyCollection.Addition, _ document: NamedLocationDocument) {
        let id = document.location.id
        if isAdded(addition, document, .namedLocation, id.rawValue) { namedLocations.append(id) }
    }

    /// Notes what became of an authentication strength among the others.
    mutating func note(_ addition: PolicyCollection.Addition, _ document: AuthenticationStrengthDocument) {
        let id = document.strength.id
        if isAdded(addition, document, .authenticationStrength, id.rawValue) { authenticationStrengths.append(id) }
    }

    /// Notes what became of a group of applications among the others.
    mutating func note(_ addition: PolicyCollection.Addition, _ document: ApplicationGroupDocument) {
        let id = document.group.id
        if isAdded(addition, document, .applicationGroup, id.rawValue) { applicationGroups.append(id) }
    }

    private mutating func isAdded(
        _ addition: PolicyCollection.Addition, _ document: some SetDocument, _ kind: PolicySetEntry.Kind, _ id: String
    ) -> Bool {
        switch addition {
        case .added: return true
        case .identical(let file):
            identical[kind, default: 0] += 1
            notes.append(identical(document.file, document.position, file))
        case .conflicting(let file): refuse(conflict(document.file, document.position, file, id))
        }
        return false
    }

    /// Notes that a policy was written.
    ///
    /// - Parameters:
    ///   - document: the policy.
    ///   - path: its file.
    ///   - keepsState: whether it was there already and kept the state that it had.
    ///   - namesake: what is to be said about another policy of the same name.
    mutating func written(
        _ document: PolicyDocument, to path: String, keepsState: Bool, namesake: PolicyDiagnostic?
    ) {
        imports.append(
            Import(
                kind: .policy, name: document.policy.displayName, id: document.policy.id.rawValue,
                state: document.policy.state, keepsState: keepsState, isEnforceable: document.isEnforceable,
                output: path, source: PolicyDiagnostic(.note, file: document.file, position: document.position, ""),
                diagnostics: document.diagnostics + [namesake].compactMap(\.self),
                reasons: document.policy.unenforceable, placeholders: document.placeholders))
    }

    /// Notes that a named location was written.
    mutating func written(_ document: NamedLocationDocument, to path: String) {
        var isEvaluated = true
        if case .unsupported = document.location.extent { isEvaluated = false }
        note(document, .namedLocation, document.location.displayName, document.location.id.rawValue, isEvaluated, path)
    }

    /// Notes that an authentication strength was written.
    mutating func written(_ document: AuthenticationStrengthDocument, to path: String) {
        let strength = document.strength
        let canBeSatisfied = !strength.combinations.isEmpty && strength.unsupported == nil
        note(
            document, .authenticationStrength, strength.displayName, strength.id.rawValue, canBeSatisfied, path)
    }

    /// Notes that a group of applications was written.
    mutating func written(_ document: ApplicationGroupDocument, to path: String) {
        let word = document.group.id.rawValue
        note(document, .applicationGroup, word, word, document.group.unsupported == nil, path)
    }

    private mutating func note(
        _ document: some SetDocument, _ kind: PolicySetEntry.Kind, _ name: String, _ id: String, _ isEvaluated: Bool,
        _ path: String
    ) {
        imports.append(
            Import(
                kind: kind, name: name, id: id, state: nil, isEnforceable: isEvaluated, output: path,
                source: PolicyDiagnostic(.note, file: document.file, position: document.position, ""),
                diagnostics: document.diagnostics, reasons: []))
    }

    private func identical(_ file: String, _ position: SourcePosition?, _ other: String) -> PolicyDiagnostic {
        PolicyDiagnostic(
            .note, file: file, position: position, "this is the same as in `\(other)`; it is imported once")
    }

    private func conflict(
        _ file: String, _ position: SourcePosition?, _ other: String, _ id: String
    ) -> PolicyDiagnostic {
        PolicyDiagnostic(
            .error, file: file, position: position, path: "id",
            "`\(other)` has something else with the identifier `\(id)`; give one of them its own")
    }
}

// MARK: What is written

extension PolicyImportReport: JSONWritable {
    /// The report.
    func text(_ format: ReportFormat, into destination: String) throws -> String {
        switch format {
        case .text: (lines + [""] + summary(destination)).joined(separator: "\n") + "\n"
        case .json: try indented
        }
    }

    private var lines: [String] {
        var lines: [String] = []
        for item in imports {
            let id = item.id == item.name ? "" : " (\(item.id))"
            lines.append("\(Self.verdict(item)): \(item.name.printable(atMost: 200)) -> \(item.output)\(id)")
            lines += item.diagnostics.map { "    \($0)" }
        }
        lines += notes.map(\.description)
        return lines + refused.map(\.description)
    }

    /// What came of it all, and what to do next.
    private func summary(_ destination: String) -> [String] {
        let held = imports.count { $0.kind == .policy && !$0.isEnforceable }
        let things = ([(.policy, "")] + Self.plurals).compactMap { kind, _ in
            let count = imports.count { $0.kind == kind }
            return count == 0 ? nil : Self.count(count, kind)
        }
        let files = TextLayout.count(fileCount, "file")
        var sentence = "\(things.isEmpty ? "Nothing" : things.joined(separator: ", ")) from \(files)"
        if !policies.isEmpty { sentence += ": \(Self.verdict(of: policies.count, held, isAlone: things.count == 1))" }
        let same = identical.values.reduce(0, +)
        if same > 0 { sentence += ". \(TextLayout.count(same, "document")) \(same == 1 ? "was" : "were") there twice" }
        if refusedCount > 0 {
            sentence += ". \(TextLayout.count(refusedCount, "document")) \(refusedCount == 1 ? "was" : "were") refused"
        }
        let next =
            refusedCount > 0 ? "correct the errors above and import again." : "postern policy lint \(destination)"
        return [sentence + "."] + placeholderLines + ["Next: \(next)"]
    }

    private static func count(_ number: Int, _ kind: PolicySetEntry.Kind) -> String {
        kind == .policy
            ? TextLayout.count(number, "policy", "policies")
            : kind == .applicationGroup
                ? TextLayout.count(number, "group of applications", "groups of applications")
                : TextLayout.count(number, kind.noun)
    }

    private static func verdict(of count: Int, _ held: Int, isAlone: Bool) -> String {
        let good = count - held
        let noun = isAlone ? "" : good == 1 ? " policy" : " policies"
        switch (good, held) {
        case (_, 0) where count == 1: return isAlone ? "it can be enforced" : "the policy can be enforced"
        case (_, 0): return isAlone ? "all can be enforced" : "all policies can be enforced"
        case (0, 1): return isAlone ? "it is held" : "the policy is held"
        case (0, _): return isAlone ? "all are held" : "all policies are held"
        default:
            return
                "\(TextLayout.grouped(good))\(noun) can be enforced, \(TextLayout.grouped(held)) \(held == 1 ? "is" : "are") held"
        }
    }

    /// The texts that stand in the place of identifiers, and in how many policies; those in most first.
    private var placeholders: [(name: String, count: Int)] {
        imports.reduce(into: [String: Int]()) { counts, item in
            for name in item.placeholders { counts[name, default: 0] += 1 }
        }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    private var placeholderLines: [String] {
        let found = placeholders.map { ("`\($0.name.printable(atMost: 100))`", $0.count) }
        guard let width = found.map(\.0.count).max() else { return [] }
        return ["To be replaced by identifiers:"]
            + found.map { "  \(TextLayout.column($0, width))  \(TextLayout.count($1, "policy", "policies"))" }
    }

    private static func verdict(_ item: Import) -> String {
        guard let state = item.state else {
            return item.isEnforceable ? item.kind.noun : item.kind.noun + ", not evaluated"
        }
        let kept = item.keepsState ? "kept " : ""
        switch (state, item.isEnforceable) {
        case (.enabled, true): return kept + "enabled"
        case (.enabled, false): return kept + "enabled, not enforceable"
        case (.reportOnly, let isEnforceable):
            return kept + (isEnforceable ? "report-only, enforceable" : "report-only, not enforceable")
        case (.disabled, let isEnforceable):
            return kept + (isEnforceable ? "disabled, enforceable" : "disabled, not enforceable")
        }
    }

    private var totals: [(name: String, count: Int)] {
        let policies = imports.filter { $0.kind == .policy }
        var totals = [
            ("files", fileCount), ("policies", policies.count),
            ("enforceable", policies.count(where: \.isEnforceable)),
            ("notEnforceable", policies.count { !$0.isEnforceable }),
            ("identicalPolicies", identical[.policy] ?? 0),
        ]
        for (kind, plural) in Self.plurals {
            totals.append(("\(plural.prefix(1).lowercased())\(plural.dropFirst())", imports.count { $0.kind == kind }))
            totals.append(("identical\(plural)", identical[kind] ?? 0))
        }
        return totals + [("refused", refusedCount)]
    }

    private static let plurals: [(PolicySetEntry.Kind, String)] = [
        (.namedLocation, "NamedLocations"), (.authenticationStrength, "AuthenticationStrengths"),
        (.applicationGroup, "ApplicationGroups"),
    ]

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("imported", imports)
            object.member("notes", notes)
            object.array("placeholders") { array in
                for (name, count) in placeholders {
                    array.object { object in
                        object.member("name", name)
                        object.member("policies", count)
                    }
                }
            }
            object.member("refused", refused)
            object.object("totals") { totals in
                for (name, count) in self.totals { totals.member(name, count) }
            }
        }
    }
}

extension PolicyImportReport.Import: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("diagnostics", diagnostics)
            object.member("displayName", name)
            object.member("enforceable", isEnforceable)
            object.member("file", source.file)
            object.member("id", id)
            if state != nil { object.member("keptState", keepsState) }
            object.member("kind", kind.rawValue)
            if let position = source.position { object.member("line", position.line) }
            object.member("output", output)
            object.member("reasons", reasons)
            if let state { object.member("state", state.rawValue) }
        }
    }
}
