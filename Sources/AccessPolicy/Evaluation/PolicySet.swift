public import AccessModel

/// The policies of a tenant, ready to decide.
///
/// A decision is a function of the set and the request: the order in which the policies were given does not matter, and
/// the same set and request give the same decision, byte for byte.
public struct PolicySet: Sendable {
    /// The policies, ordered by identifier.
    ///
    /// Those that refer to what the set cannot evaluate carry the reason.
    public var policies: [ConditionalAccessPolicy] { compiled.policies }
    /// The named locations, ordered by identifier.
    public let namedLocations: [NamedLocation]
    /// The authentication strengths beside the built-in ones, ordered by identifier.
    public let strengths: [AuthenticationStrength]
    /// The groups of applications, ordered by their word.
    public let applicationGroups: [ApplicationGroup]
    /// What happens when no enabled policy matches.
    public let whenNothingMatches: UnmatchedAccess

    let compiled: CompiledPolicies

    /// Makes a set.
    ///
    /// - Throws: ``PolicySetError`` when two of a kind have the same identifier.
    public init(
        policies: [ConditionalAccessPolicy], namedLocations: [NamedLocation] = [],
        strengths: [AuthenticationStrength] = [], applicationGroups: [ApplicationGroup] = [],
        whenNothingMatches: UnmatchedAccess = .allow
    ) throws(PolicySetError) {
        self.namedLocations = namedLocations.sorted { $0.id < $1.id }
        self.strengths = strengths.sorted { $0.id < $1.id }
        self.applicationGroups = applicationGroups.sorted { $0.id < $1.id }
        self.whenNothingMatches = whenNothingMatches
        let sorted = policies.sorted { $0.id < $1.id }
        if let twin = Self.twin(in: self.namedLocations.map(\.id)) { throw .duplicateNamedLocation(twin) }
        if let twin = Self.twin(in: (AuthenticationStrength.builtIn + strengths).map(\.id).sorted()) {
            throw .duplicateAuthenticationStrength(twin)
        }
        if let twin = Self.twin(in: self.applicationGroups.map(\.id)) { throw .duplicateApplicationGroup(twin) }
        if let twin = Self.twin(in: sorted.map(\.id)) { throw .duplicatePolicy(twin) }
        compiled = CompiledPolicies(
            sorted, self.namedLocations, AuthenticationStrength.builtIn + self.strengths, self.applicationGroups)
    }

    private static func twin<Subject>(in sorted: [Identifier<Subject>]) -> Identifier<Subject>? {
        zip(sorted, sorted.dropFirst()).first { $0 == $1 }?.0
    }

    /// Decides a request.
    ///
    /// A control that is open under `any` is the first, in the order in which controls are asked for, that this client
    /// can satisfy. Over all policies: block, then what could not be determined, then the first open control.
    public func evaluate(_ request: AccessRequest) -> Decision {
        evaluate(request, ControlStanding(request))
    }

    func evaluate(_ request: AccessRequest, _ standing: consuming ControlStanding) -> Decision {
        var builder = DecisionBuilder(standing, compiled)
        compiled.index.forEachMatch(of: request, among: compiled.index.enforced) { builder.add($0) }
        return builder.decision(whenNothingMatches: whenNothingMatches)
    }

    /// Whether an enabled policy with `compliantApplication` can match the account and one of the resources, whatever
    /// the circumstances of the sign-in.
    public func demandsAppProtection(
        of account: AccountMembership, for resources: some Sequence<ApplicationID>
    ) -> Bool {
        let candidates = compiled.appProtection.filter { policies[$0].conditions.matches(account) != .noMatch }
        guard !candidates.isEmpty else { return false }
        return resources.contains { resource in
            candidates.contains {
                policies[$0].conditions.resources.evaluate(.application(resource), compiled.catalogue)
            }
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
