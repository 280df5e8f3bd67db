import AccessPolicy
import PolicyFormat

/// What a lint finds in one set of policies and not in the one before.
struct NewFindings {
    /// What was found before under a key; it is the same if it is about one of the same policies.
    private struct Key: Hashable {
        let id: LintID
        let severity: LintSeverity
        let path: String
        let words: [Substring]

        /// Numbers are left out: that one policy fewer is concerned is no news.
        init(_ finding: LintFinding) {
            id = finding.id
            severity = finding.severity
            path = finding.path
            words = finding.reason.split(separator: " ").filter { Int($0) == nil }
        }
    }

    /// What the guard says about break-glass accounts beside the plan; it knows their groups and roles.
    private static let saidByGuard: Set<LintID> = [
        .noBreakGlass, .singleBreakGlass, .breakGlassUnusable, .breakGlassNotExcluded,
    ]

    /// The findings.
    let report: PolicyLintReport

    /// Looks at both sets.
    ///
    /// - Parameters:
    ///   - old: the set before.
    ///   - new: the set.
    ///   - breakGlass: the accounts that are for emergencies, by identifier.
    /// - Throws: the error of a set that contradicts itself.
    init(from old: PolicyCollection, to new: PolicyCollection, breakGlass: Set<String>) throws {
        let before = PolicySource.Contents(collection: old, set: try old.policySet())
        let after = PolicySource.Contents(collection: new, set: try new.policySet())
        let known = Dictionary(grouping: Self.findings(in: before, breakGlass), by: Key.init)
        let found = Self.findings(in: after, breakGlass).filter { finding in
            known[Key(finding)]?.contains { $0.policies == finding.policies || $0.sharesPolicy(with: finding) } != true
        }
        report = PolicyLintReport(found, of: after, notChecked: [])
    }

    private static func findings(in contents: PolicySource.Contents, _ breakGlass: Set<String>) -> [LintFinding] {
        LintInput(contents.set, breakGlass: breakGlass, retiredControls: contents.retiredControls).findings().filter {
            !saidByGuard.contains($0.id)
        }
    }
}

extension LintFinding {
    fileprivate func sharesPolicy(with other: LintFinding) -> Bool { !Set(policies).isDisjoint(with: other.policies) }
}
