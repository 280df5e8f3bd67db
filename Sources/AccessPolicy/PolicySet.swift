public import AccessModel

/// The policies of a tenant, ready to decide.
///
/// A decision is a function of the set and the request: the order in which the policies were given does not matter, and
/// the same set and request give the same decision, byte for byte.
public struct PolicySet: Sendable {
    /// The policies, ordered by identifier.
    ///
    /// Those that refer to what the set cannot evaluate carry the reason.
    public let policies: [ConditionalAccessPolicy]
    /// The named locations, ordered by identifier.
    public let namedLocations: [NamedLocation]
    /// What happens when no enabled policy matches.
    public let whenNothingMatches: UnmatchedAccess

    let places: LocationIndex
    let demands: [PolicyDemand]
    let index: PolicyIndex

    /// Makes a set.
    ///
    /// - Throws: ``PolicySetError`` when two policies or two named locations have the same identifier.
    public init(
        policies: [ConditionalAccessPolicy], namedLocations: [NamedLocation] = [],
        whenNothingMatches: UnmatchedAccess = .allow
    ) throws(PolicySetError) {
        let locations = namedLocations.sorted { $0.id < $1.id }
        if let (twin, _) = zip(locations, locations.dropFirst()).first(where: { $0.id == $1.id }) {
            throw .duplicateNamedLocation(twin.id)
        }
        let extents = Dictionary(uniqueKeysWithValues: locations.map { ($0.id, $0.extent) })
        let sorted = policies.sorted { $0.id < $1.id }.map { $0.held(whereUnsupportedIn: extents) }
        if let (twin, _) = zip(sorted, sorted.dropFirst()).first(where: { $0.id == $1.id }) {
            throw .duplicatePolicy(twin.id)
        }
        let referenced = sorted.reduce(into: Set<NamedLocationID>()) {
            $0.formUnion($1.conditions.locations?.references ?? [])
        }
        self.policies = sorted
        self.namedLocations = locations
        self.whenNothingMatches = whenNothingMatches
        places = LocationIndex(locations.filter { $0.isTrusted || referenced.contains($0.id) })
        demands = sorted.map { PolicyDemand($0, knownLocations: extents.keys) }
        index = PolicyIndex(sorted, demands, places)
    }

    /// Decides a request.
    ///
    /// A control that is open under `any` is the first, in the order in which controls are asked for, that this client
    /// can satisfy. Over all policies: block, then what could not be determined, then the first open control.
    public func evaluate(_ request: AccessRequest) -> Decision {
        var verdict = DecisionBuilder(request)
        index.forEachMatch(of: request, at: places.place(of: request.context.ipAddress)) { number in
            verdict.add(demands[number], of: policies[number].id)
        }
        return verdict.decision(whenNothingMatches: whenNothingMatches)
    }

    /// Whether an enabled policy with `compliantApplication` can match the account and one of the resources, whatever
    /// the circumstances of the sign-in.
    public func demandsAppProtection(
        of account: AccountMembership, for resources: some Sequence<ApplicationID>
    ) -> Bool {
        let candidates = policies.indices.filter {
            demands[$0].isEnforced && demands[$0].controls.contains(.compliantApplication)
                && policies[$0].conditions.users.matches(account)
        }
        guard !candidates.isEmpty else { return false }
        return resources.contains { resource in
            candidates.contains { policies[$0].conditions.resources.evaluate(.application(resource)).applies }
        }
    }
}

/// What happens when no enabled policy matches a request.
public enum UnmatchedAccess: String, Sendable, Hashable, CaseIterable {
    /// Access goes on, and the decision says that no policy applied.
    case allow
    /// Access is refused.
    case deny
}

extension ConditionalAccessPolicy {
    /// The policy with a reason for each named location that it refers to and that the engine cannot evaluate.
    fileprivate func held(whereUnsupportedIn extents: [NamedLocationID: NamedLocation.Extent]) -> Self {
        var policy = self
        for id in (conditions.locations?.references ?? []).sorted() {
            guard case .unsupported(let type) = extents[id] else { continue }
            policy.unenforceable.append(
                UnenforceableReason(
                    .unsupportedValue, in: .condition(.location), at: "conditions.locations",
                    "named location `\(id)` is of the type `\(type)`, which is not enforceable yet"))
        }
        return policy
    }
}
