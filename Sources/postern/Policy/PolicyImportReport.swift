import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat

/// What an import has to say, for people or for programs.
struct PolicyImportReport {
    /// How it is written.
    enum Format {
        case text
        case json
    }

    /// One policy or named location that was imported.
    private struct Import {
        let kind: String
        let name: String
        let id: String
        let state: PolicyState?
        let isEnforceable: Bool
        let output: String
        let source: PolicyDiagnostic
        let diagnostics: [PolicyDiagnostic]
        let reasons: [UnenforceableReason]
    }

    /// How many files were looked at.
    var fileCount = 0
    /// The policies to write, in the order in which they were read.
    private(set) var policies: [PolicyID] = []
    /// The named locations to write, in the order in which they were read.
    private(set) var namedLocations: [NamedLocationID] = []
    /// Why things were refused.
    private(set) var refused: [PolicyDiagnostic] = []
    private var imports: [Import] = []
    private var notes: [PolicyDiagnostic] = []
    private var refusedCount = 0
    private var identicalPolicies = 0
    private var identicalLocations = 0
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
        switch addition {
        case .added: policies.append(id)
        case .identical(let file):
            identicalPolicies += 1
            notes.append(identical(document.file, document.position, file))
        case .conflicting(let file): refuse(conflict(document.file, document.position, file, "\(id)"))
        }
    }

    /// Notes what became of a named location among the others.
    mutating func note(_ addition: PolicyCollection.Addition, _ document: NamedLocationDocument) {
        let id = document.location.id
        switch addition {
        case .added: namedLocations.append(id)
        case .identical(let file):
            identicalLocations += 1
            notes.append(identical(document.file, document.position, file))
        case .conflicting(let file): refuse(conflict(document.file, document.position, file, "\(id)"))
        }
    }

    /// Notes that a policy was written.
    mutating func written(_ document: PolicyDocument, to path: String) {
        imports.append(
            Import(
                kind: "policy", name: document.policy.displayName, id: document.policy.id.rawValue,
                state: document.policy.state, isEnforceable: document.isEnforceable, output: path,
                source: PolicyDiagnostic(.note, file: document.file, position: document.position, ""),
                diagnostics: document.diagnostics, reasons: document.policy.unenforceable))
    }

    /// Notes that a named location was written.
    mutating func written(_ document: NamedLocationDocument, to path: String) {
        var isEvaluated = true
        if case .unsupported = document.location.extent { isEvaluated = false }
        imports.append(
            Import(
                kind: "namedLocation", name: document.location.displayName, id: document.location.id.rawValue,
                state: nil, isEnforceable: isEvaluated, output: path,
                source: PolicyDiagnostic(.note, file: document.file, position: document.position, ""),
                diagnostics: document.diagnostics, reasons: []))
    }

    private func identical(_ file: String, _ position: SourcePosition?, _ other: String) -> PolicyDiagnostic {
        PolicyDiagnostic(.note, file: file, position: position, "this is the same as in `\(other)`; it is imported once")
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

extension PolicyImportReport {
    /// The report.
    func text(_ format: Format) -> String {
        switch format {
        case .text: lines.joined(separator: "\n") + "\n"
        case .json: String(decoding: json.canonical(.indented), as: UTF8.self)
        }
    }

    private var lines: [String] {
        var lines: [String] = []
        for item in imports {
            lines.append("\(Self.verdict(item)): \(item.name.printable(atMost: 200)) -> \(item.output)")
            lines += item.diagnostics.map { "    \($0)" }
        }
        lines += notes.map(\.description)
        lines += refused.map(\.description)
        lines += totals.map { "\($0.name): \($0.count)" }
        return lines
    }

    private static func verdict(_ item: Import) -> String {
        guard let state = item.state else { return item.isEnforceable ? "named location" : "named location, not evaluated" }
        if !item.isEnforceable { return state == .disabled ? "disabled, not enforceable" : "report-only, not enforceable" }
        switch state {
        case .enabled: return "enabled"
        case .reportOnly: return "report-only, enforceable"
        case .disabled: return "disabled, enforceable"
        }
    }

    private var totals: [(name: String, count: Int)] {
        let policies = imports.filter { $0.kind == "policy" }
        let locations = imports.filter { $0.kind == "namedLocation" }
        return [
            ("files", fileCount), ("policies", policies.count),
            ("enforceable", policies.count(where: \.isEnforceable)),
            ("heldInReportOnly", policies.count { !$0.isEnforceable }),
            ("identicalPolicies", identicalPolicies), ("namedLocations", locations.count),
            ("identicalNamedLocations", identicalLocations), ("refused", refusedCount),
        ]
    }

    private var json: JSONValue {
        .object(
            JSONMembers([
                ("imported", .array(imports.map(Self.json))),
                ("notes", .array(notes.map(Self.json))),
                ("refused", .array(refused.map(Self.json))),
                ("totals", .object(JSONMembers(totals.map { ($0.name, .integer(Int64($0.count))) }))),
            ]))
    }

    private static func json(_ item: Import) -> JSONValue {
        var members = JSONMembers([
            ("displayName", .string(item.name)), ("enforceable", .bool(item.isEnforceable)), ("id", .string(item.id)),
            ("kind", .string(item.kind)), ("output", .string(item.output)), ("file", .string(item.source.file)),
            ("diagnostics", .array(item.diagnostics.map(json))), ("reasons", .array(item.reasons.map(json))),
        ])
        if let position = item.source.position { members.append("line", .integer(Int64(position.line))) }
        if let state = item.state { members.append("state", .string(state.rawValue)) }
        return .object(members)
    }

    private static func json(_ diagnostic: PolicyDiagnostic) -> JSONValue {
        var members = JSONMembers([
            ("file", .string(diagnostic.file)), ("message", .string(diagnostic.message)),
            ("severity", .string(diagnostic.severity.rawValue)),
        ])
        if let position = diagnostic.position {
            members.append("line", .integer(Int64(position.line)))
            members.append("column", .integer(Int64(position.column)))
        }
        if !diagnostic.path.isEmpty { members.append("path", .string(diagnostic.path)) }
        return .object(members)
    }

    private static func json(_ reason: UnenforceableReason) -> JSONValue {
        .object(
            JSONMembers([
                ("detail", .string(reason.detail)), ("kind", .string(reason.kind.rawValue)),
                ("path", .string(reason.path)),
            ]))
    }
}
