import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat

/// What a lint found, for people or for programs.
struct PolicyLintReport {
    private let findings: [LintFinding]
    private let contents: PolicySource.Contents
    private let notChecked: [(what: String, option: String)]

    init(_ findings: [LintFinding], of contents: PolicySource.Contents, notChecked: [(what: String, option: String)]) {
        self.findings = findings
        self.contents = contents
        self.notChecked = notChecked
    }

    /// Whether anything is wrong that must not stay.
    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    private var counts: [(severity: LintSeverity, count: Int)] {
        LintSeverity.allCases.map { severity in (severity, findings.count { $0.severity == severity }) }
    }
}

// MARK: For people

extension PolicyLintReport {
    /// The findings under the policies that they are about, and how many there are.
    var text: String { findingsText + (findings.isEmpty ? "" : "\n") + summary }

    /// The findings under the policies that they are about.
    var findingsText: String {
        var text = ""
        var last: PolicyID?
        for (number, finding) in byName.enumerated() {
            let first = finding.policies.first
            if number == 0 || first != last { text += (number == 0 ? "" : "\n") + heading(first) }
            last = first
            text += Self.text(of: finding)
        }
        return text
    }

    /// How many findings of each severity there are, in words; empty when there is none.
    var countsText: String { Self.words(counts) }

    /// The findings of the set, and then those of each policy, policies by name.
    private var byName: [LintFinding] {
        func key(_ finding: LintFinding) -> (String, String) {
            guard let id = finding.policies.first else { return ("", "") }
            return (contents.collection.policy(id)?.policy.displayName ?? "", id.rawValue)
        }
        return findings.enumerated().sorted { left, right in
            let (first, second) = (key(left.element), key(right.element))
            return (first.0, first.1, left.offset) < (second.0, second.1, right.offset)
        }.map(\.element)
    }

    private func heading(_ id: PolicyID?) -> String {
        guard let id else { return "The policies together\n" }
        let policy = contents.collection.policy(id)
        let file = policy.map { TextLayout.oneLine($0.file) + ($0.position.map { ":\($0.line)" } ?? "") }
        return TextLayout.paragraph(policy?.policy.displayName ?? id.rawValue) + "  \(file ?? id.rawValue)\n"
    }

    private static func text(of finding: LintFinding) -> String {
        let place = finding.path.isEmpty ? "" : "  " + TextLayout.oneLine(finding.path)
        let head = "  " + TextLayout.column(finding.severity.rawValue, 9) + finding.id.rawValue
        let body = String(repeating: " ", count: 11)
        return (head.count + place.count > TextLayout.width ? head + "\n" + body + place.dropFirst(2) : head + place)
            + "\n" + TextLayout.paragraph(finding.reason, head: body)
            + TextLayout.paragraph(finding.fix, head: body + "-> ")
    }

    private var summary: String {
        let disabled = contents.set.policies.count { $0.state == .disabled }
        let looked =
            "looked at \(contents.set.policies.count - disabled) of \(contents.set.policies.count) policies"
            + (disabled > 0 ? " (\(disabled) \(disabled == 1 ? "is" : "are") disabled)" : "")
        let found =
            findings.isEmpty
            ? "nothing found" : countsText
        var text = TextLayout.paragraph("\(looked): \(found)")
        for (what, option) in notChecked { text += TextLayout.paragraph("\(what) (\(option))", head: "not checked: ") }
        return text
    }

    private static func words(_ counts: [(severity: LintSeverity, count: Int)]) -> String {
        counts.filter { $0.count > 0 }.map { severity, count in
            severity == .advice ? "\(count) advice" : TextLayout.count(count, severity.rawValue)
        }.joined(separator: ", ")
    }
}

// MARK: For programs

extension PolicyLintReport {
    /// The findings, by weight and kind.
    var findingDocuments: JSONValue { .array(findings.map(document)) }

    /// The findings in the same order.
    var json: String {
        let document: JSONValue = [
            "counts": .object(JSONMembers(counts.map { ($0.severity.rawValue, .integer(Int64($0.count))) })),
            "findings": findingDocuments,
            "notChecked": .array(notChecked.map { ["option": .string($0.option), "what": .string($0.what)] }),
        ]
        return document.indented
    }

    private func document(_ finding: LintFinding) -> JSONValue {
        [
            "fix": .string(finding.fix), "id": .string(finding.id.rawValue), "path": .string(finding.path),
            "policies": .array(finding.policies.map(reference)), "reason": .string(finding.reason),
            "severity": .string(finding.severity.rawValue),
        ]
    }

    private func reference(_ id: PolicyID) -> JSONValue {
        var members = JSONMembers([("id", .string(id.rawValue))])
        if let policy = contents.collection.policy(id) {
            members.append("displayName", .string(policy.policy.displayName))
            members.append("file", .string(policy.file))
            if let line = policy.position?.line { members.append("line", .integer(Int64(line))) }
        }
        return .object(members)
    }
}
