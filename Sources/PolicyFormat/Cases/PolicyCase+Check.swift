import AccessModel
import AccessPolicy
import JSONCoding

extension PolicyCase {
    /// Tries the case.
    ///
    /// - Parameters:
    ///   - files: what the files hold that the case names, by the names that it uses.
    ///   - standing: the policies, and what they refer to, of cases that bring no policies.
    /// - Returns: what differs from the expectation, if anything does.
    public func check(_ files: [String: PolicyFile] = [:], standing: [PolicyFile]? = nil) -> PolicyCaseResult {
        var sources: [PolicyFile] = []
        if policies == nil {
            guard let standing else {
                return .unusable("the case brings no policies and none are given; give --policies DIR")
            }
            sources = standing
        }
        for source in (policies ?? []) + others {
            guard let file = read(source, files) else { return .unusable("the file `\(source.name)` is not there") }
            guard !file.isEmpty else { return .unusable("`\(file.name)` holds nothing that a set of policies has") }
            sources.append(file)
        }
        let collection = PolicyCollection(sources)
        guard collection.refusedCount == 0 else {
            let faults = collection.diagnostics.filter { $0.severity == .error }
            return .unusable(faults.map(\.description).joined(separator: "; "))
        }
        if let fault = ambiguity(in: collection) { return .unusable(fault) }
        do throws(PolicySetError) {
            let set = try collection.policySet(whenNothingMatches: whenNothingMatches)
            return result(set.trace(request))
        } catch {
            return .unusable("\(error)")
        }
    }

    private func read(_ source: Source, _ files: [String: PolicyFile]) -> PolicyFile? {
        switch source {
        case .file(let name): files[name]
        case .inline(let document): PolicyReader().read(document.serialized(), named: "the case")
        }
    }

    /// Why the expectation may be about either of two policies, if it may.
    private func ambiguity(in collection: PolicyCollection) -> String? {
        let counts = Dictionary(collection.policies.map { ($0.policy.displayName, 1) }, uniquingKeysWith: +)
        let named = expectation.decidedBy + expectation.policies.names
        guard let name = named.first(where: { counts[$0, default: 0] > 1 }), let count = counts[name] else {
            return nil
        }
        return
            "the case expects something of `\(name.printable(atMost: 128))`, and \(count) policies have that name; give each a name of its own"
    }

    private func result(_ trace: DecisionTrace) -> PolicyCaseResult {
        let mismatches = mismatches(in: trace.decision, trace.policies) + mismatches(in: trace.policies)
        return mismatches.isEmpty ? .passed : .failed(mismatches)
    }

    private func mismatches(in decision: Decision, _ policies: PolicyTraces) -> [PolicyCaseResult.Mismatch] {
        let deciding = decision.unmet.isEmpty ? decision.appliedPolicies : decision.unmet.map(\.policy)
        let names = policies.filter { deciding.contains($0.policy) }.map(\.displayName)
        let found: [(String, expected: JSONValue?, found: JSONValue?)] = [
            ("outcome", .string(expectation.outcome), .string(decision.outcome.name)),
            ("control", expectation.control.map { .string($0) }, decision.outcome.control.map { .string($0.rawValue) }),
            ("reason", expectation.reason.map { .string($0) }, decision.outcome.reason.map { .string($0.rawValue) }),
            ("decidedBy", Self.sorted(expectation.decidedBy), Self.sorted(names)),
            ("session", expectation.session, expectation.session.flatMap { _ in Self.written(decision.session) }),
        ]
        return found.compactMap { path, expected, found in
            expected == found ? nil : PolicyCaseResult.Mismatch(path, expected: expected, found: found)
        }
    }

    private func mismatches(in traces: PolicyTraces) -> [PolicyCaseResult.Mismatch] {
        expectation.policies.flatMap { name, members -> [PolicyCaseResult.Mismatch] in
            guard let trace = traces.first(where: { $0.displayName == name }) else {
                return [PolicyCaseResult.Mismatch("policies.\(name)", expected: members, found: nil)]
            }
            let written = Self.written(trace)
            return (members.objectValue ?? JSONMembers()).compactMap { member, value in
                let found = written?[member]
                return found == value
                    ? nil : PolicyCaseResult.Mismatch("policies.\(name).\(member)", expected: value, found: found)
            }
        }
    }

    private static func sorted(_ names: [String]) -> JSONValue { .array(names.sorted().map { .string($0) }) }

    /// What a trace or decision is as a document; the writer's own text is always read.
    private static func written(_ value: some JSONWritable) -> JSONValue? {
        // Text that is not read counts as nothing, which no expectation equals.
        try? JSONValue.parse(value.jsonBytes())
    }
}

extension PolicyCase.Source {
    /// What messages call it.
    fileprivate var name: String { if case .file(let name) = self { name } else { "the case" } }
}
