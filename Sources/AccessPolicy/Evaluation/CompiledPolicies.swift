import AccessModel

/// Policies in the form that decisions are made with; it is made once and shared.
final class CompiledPolicies: Sendable {
    /// The policies, ordered by identifier; those that refer to what cannot be evaluated carry the reason.
    let policies: [ConditionalAccessPolicy]
    /// Their identifiers.
    let identifiers: [PolicyID]
    let traits: [PolicyTraits]
    let demands: [PolicyDemand]
    let strengths: [CompiledStrength]
    let catalogue: ApplicationCatalogue
    let index: PolicyIndex
    /// The enforced policies that demand app protection.
    let appProtection: [Int]

    init(
        _ sorted: [ConditionalAccessPolicy], _ locations: [NamedLocation], _ strengths: [AuthenticationStrength],
        _ groups: [ApplicationGroup]
    ) {
        let extents = Dictionary(uniqueKeysWithValues: locations.map { ($0.id, $0.extent) })
        let unsupported = (strengths.filter { $0.unsupported != nil }, groups.filter { $0.unsupported != nil })
        let policies = sorted.map { $0.held(by: extents, unsupported.0, unsupported.1) }
        let referable = SetReferences(toAnyOf: locations, strengths, groups)
        let catalogue = ApplicationCatalogue(groups)
        let numbers = Dictionary(uniqueKeysWithValues: strengths.enumerated().map { ($1.id, $0) })
        var demands: [PolicyDemand] = []
        var known: [PolicyDemand: Int] = [:]
        let traits = policies.map { policy in
            let demand = PolicyDemand(policy, strengths: numbers)
            let number = known[demand] ?? demands.count
            if number == demands.count {
                demands.append(demand)
                known[demand] = number
            }
            return PolicyTraits(
                policy, demand: number, missing: SetReferences(of: policy).subtracting(referable))
        }
        let referenced = policies.reduce(into: Set<NamedLocationID>()) {
            $0.formUnion($1.conditions.locations?.references ?? [])
        }
        self.policies = policies
        identifiers = policies.map(\.id)
        self.traits = traits
        self.demands = demands
        self.strengths = strengths.map { CompiledStrength($0) }
        self.catalogue = catalogue
        index = PolicyIndex(
            policies, traits, locations.filter { $0.isTrusted || referenced.contains($0.id) }, catalogue)
        appProtection = policies.indices.filter {
            traits[$0].isEnforced && demands[traits[$0].demand].controls.contains(ControlSet(.compliantApplication))
        }
    }
}

extension ConditionalAccessPolicy {
    /// The policy with a reason for each thing that it refers to and that the engine cannot evaluate.
    fileprivate func held(
        by extents: [NamedLocationID: NamedLocation.Extent], _ strengths: [AuthenticationStrength],
        _ groups: [ApplicationGroup]
    ) -> Self {
        guard !(extents.isEmpty && strengths.isEmpty && groups.isEmpty) else { return self }
        let references = SetReferences(of: self)
        let reasons =
            references.locations.sorted().compactMap { UnenforceableReason.unsupported($0, extents[$0]) }
            + strengths.filter { references.strengths.contains($0.id) }.compactMap { .unsupported($0) }
            + groups.filter { references.applicationGroups.contains($0.id) }.compactMap { .unsupported($0) }
        var policy = self
        // An import may have said so before, and where.
        for reason in reasons where !policy.unenforceable.contains(where: { $0.detail == reason.detail }) {
            policy.unenforceable.append(reason)
        }
        return policy
    }
}
