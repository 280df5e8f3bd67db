public import AccessModel

/// Compares what two sets of policies decide.
public struct PolicySetComparison: Sendable {
    /// The set that is there.
    public let old: PolicySet
    /// The set that is to take its place.
    public let new: PolicySet

    /// The policies whose would-be results are compared, with their places in the sets.
    private let reported: [Reported]
    /// The places of the policies in either set.
    private let oldPlaces: [PolicyID: Int]
    private let newPlaces: [PolicyID: Int]

    private struct Reported {
        let policy: PolicyID
        let old: Int?
        let new: Int?
    }

    /// Makes a comparison.
    public init(_ old: PolicySet, _ new: PolicySet) {
        self.old = old
        self.new = new
        oldPlaces = Self.places(in: old)
        newPlaces = Self.places(in: new)
        let before = Self.reportOnly(old, oldPlaces)
        let after = Self.reportOnly(new, newPlaces)
        let active = Set(new.policies.filter { $0.effectiveState == .enabled }.map(\.id))
        // A policy that was reported and is enforced now changes access itself.
        reported = Set(before.keys).union(after.keys).subtracting(active).sorted().map {
            Reported(policy: $0, old: before[$0], new: after[$0])
        }
    }

    /// What is different about each request, gathered by what it is.
    ///
    /// - Parameters:
    ///   - requests: the requests.
    ///   - limit: how many examples of each change are kept.
    /// - Returns: the differences.
    public func tally(of requests: some Sequence<AccessRequest>, examples limit: Int = 3) -> ComparisonTally {
        var tally = ComparisonTally(exampleLimit: limit)
        for request in requests { tally.add(request, changes(for: request)) }
        return tally
    }

    /// What is different about a request.
    public func changes(for request: AccessRequest) -> [AccessChange] {
        var changes: [AccessChange] = []
        let standing = ControlStanding(request)
        let before = old.evaluate(request, standing)
        let after = new.evaluate(request, standing)
        if let change = change(from: before, to: after, standing) { changes.append(change) }
        guard !reported.isEmpty else { return changes }
        let (was, willBe) = (old.results(of: request, standing), new.results(of: request, standing))
        for entry in reported {
            let from = entry.old.map { AccessChange.WouldBe(was[$0]) } ?? .nothing
            let to = entry.new.map { AccessChange.WouldBe(willBe[$0]) } ?? .nothing
            if from != to { changes.append(.reportOnly(entry.policy, from: from, to: to)) }
        }
        return changes
    }

    private static func places(in set: PolicySet) -> [PolicyID: Int] {
        Dictionary(uniqueKeysWithValues: set.policies.enumerated().map { ($1.id, $0) })
    }

    private static func reportOnly(_ set: PolicySet, _ places: [PolicyID: Int]) -> [PolicyID: Int] {
        places.filter { set.policies[$0.value].effectiveState == .reportOnly }
    }
}

// MARK: What is in force

extension PolicySetComparison {
    private func change(from before: Decision, to after: Decision, _ standing: ControlStanding) -> AccessChange? {
        let (from, to) = (AccessChange.Standing(before.outcome), AccessChange.Standing(after.outcome))
        if from != to {
            return .access(
                from: from, to: to, by: causes(of: before, after, standing, isStricter: to.rank >= from.rank))
        }
        guard from == .allowed, before.session != after.session else { return nil }
        return .session(by: sessionCauses(of: before, after))
    }

    /// The policies that stand in the way now and did not before or, where less is asked for, the other way round.
    private func causes(
        of before: Decision, _ after: Decision, _ standing: ControlStanding, isStricter: Bool
    ) -> [AccessChange.Cause] {
        let (decision, other) = isStricter ? (after, before) : (before, after)
        let deciding = decision.unmet.filter { decides($0, decision.outcome, standing, ofNew: isStricter) }
        let news = deciding.filter { !other.unmet.contains($0) }
        let causes = (news.isEmpty ? deciding : news).map { AccessChange.Cause($0.policy, isGone: !isStricter) }
        guard causes.isEmpty else { return causes }
        // Nothing stands in the way but that no policy matches.
        let (matched, others) = isStricter ? (before, after) : (after, before)
        return Set(matched.appliedPolicies).subtracting(others.appliedPolicies).sorted().map {
            AccessChange.Cause($0, isGone: isStricter)
        }
    }

    /// Whether a requirement is one of those that make the outcome what it is.
    private func decides(
        _ requirement: UnmetRequirement, _ outcome: AccessOutcome, _ standing: ControlStanding, ofNew isNew: Bool
    ) -> Bool {
        let (compiled, places) = isNew ? (new.compiled, newPlaces) : (old.compiled, oldPlaces)
        guard let traits = places[requirement.policy].map({ compiled.traits[$0] }) else { return false }
        let alone =
            traits.isBroken
            ? .failed
            : AccessChange.Standing(standing.verdict(on: compiled.demands[traits.demand], compiled.strengths))
        guard alone == AccessChange.Standing(outcome) else { return false }
        if case .failed(let reason) = outcome { return requirement.reason == reason }
        return true
    }

    /// The policies whose demands on the session are not the same on both sides.
    private func sessionCauses(of before: Decision, _ after: Decision) -> [AccessChange.Cause] {
        let was = demands(of: before, in: old)
        let willBe = demands(of: after, in: new)
        let causes =
            willBe.filter { was[$0.key] != $0.value }.map { AccessChange.Cause($0.key) }
            + was.filter { willBe[$0.key] == nil }.map { AccessChange.Cause($0.key, isGone: true) }
        return causes.sorted()
    }

    private func demands(of decision: Decision, in set: PolicySet) -> [PolicyID: SessionDirectives] {
        let applied = Set(decision.appliedPolicies)
        var demands: [PolicyID: SessionDirectives] = [:]
        for policy in set.policies where applied.contains(policy.id) && !policy.session.isEmpty {
            demands[policy.id] = policy.session
        }
        return demands
    }
}
