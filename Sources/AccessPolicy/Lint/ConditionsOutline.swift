import AccessModel

/// Conditions with what is worked out of them once, for rules that hold many policies against each other.
///
/// Policies with the same conditions share one. What surely does not fit is told by a few bits: most comparisons of two
/// policies end there.
final class ConditionsOutline: Sendable {
    let conditions: PolicyConditions
    let reach: PolicyReach
    private let included: Marks
    private let excluded: Marks
    private let applications: Marks

    init(_ conditions: PolicyConditions) {
        self.conditions = conditions
        reach = PolicyReach(conditions)
        // Whom else a policy for service principals names is of no consequence.
        let users = conditions.servicePrincipals == nil ? conditions.users : nil
        included = users.map { Marks($0.include) } ?? Marks(all: true, Set<AccountID>())
        excluded = users.map { Marks($0.exclude) } ?? Marks(all: true, Set<AccountID>())
        if case .applications(let target) = conditions.resources {
            applications = Marks(all: target.includesAll || !target.includeGroups.isEmpty, target.include)
        } else {
            applications = Marks(all: true, Set<ApplicationID>())
        }
    }

    /// Whether a policy of these conditions surely applies wherever one of the others does.
    func covers(_ other: ConditionsOutline, _ catalogue: ApplicationCatalogue) -> Bool {
        guard conditions.onMissingSignal == .match || other.conditions.onMissingSignal == .standard,
            included.mayCover(other.included), other.excluded.mayCover(excluded),
            applications.mayCover(other.applications), reach.isSuperset(of: other.reach)
        else { return false }
        return conditions.covers(other.conditions, catalogue)
    }

    /// Whether some sign-ins surely are about both, as far as it can be told from what policies name.
    func meets(_ other: ConditionsOutline) -> Bool {
        reach.overlaps(other.reach) && conditions.meets(other.conditions)
    }

    /// For each element of a side one of 64 bits: a side that has not the bits of another does not hold its elements.
    private struct Marks {
        let all: Bool
        let bits: UInt64

        init<Subject>(all: Bool, _ elements: Set<Identifier<Subject>>) {
            self.all = all
            bits = Self.bits(elements)
        }

        init(_ members: AssignmentTarget.Members) {
            all = members.all
            bits = Self.bits(members.accounts) | Self.bits(members.groups) | Self.bits(members.roles)
        }

        func mayCover(_ other: Self) -> Bool { all || (!other.all && other.bits & ~bits == 0) }

        private static func bits<Subject>(_ elements: Set<Identifier<Subject>>) -> UInt64 {
            elements.reduce(0) { $0 | 1 << UInt64(truncatingIfNeeded: $1.hashValue & 63) }
        }
    }
}

extension LintContext {
    /// The outlines of policies' conditions, one for those that are the same.
    static func outlines(of policies: [ConditionalAccessPolicy]) -> [PolicyID: ConditionsOutline] {
        var known: [PolicyConditions: ConditionsOutline] = [:]
        var outlines: [PolicyID: ConditionsOutline] = [:]
        for policy in policies {
            let outline = known[policy.conditions] ?? ConditionsOutline(policy.conditions)
            known[policy.conditions] = outline
            outlines[policy.id] = outline
        }
        return outlines
    }

    /// The outline of a policy's conditions.
    func outline(of policy: ConditionalAccessPolicy) -> ConditionsOutline {
        outlines[policy.id] ?? ConditionsOutline(policy.conditions)
    }
}
