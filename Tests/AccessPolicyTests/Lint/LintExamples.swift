import AccessModel
import AccessPolicy

/// Policies for the tests of the tools: by default everybody, every application, multifactor authentication, enabled.
func examplePolicy(
    _ id: String = "policy", name: String? = nil, state: PolicyState = .enabled,
    include: AssignmentTarget.Members = .init(all: true), exclude: AssignmentTarget.Members = .init(),
    about resources: ResourceCondition = .applications(ApplicationTarget(includesAll: true)),
    demands controls: Set<PolicyControl> = [.mfa], _ combination: GrantRequirement.Combination = .all,
    strength: AuthenticationStrengthID? = nil, session: SessionDirectives = SessionDirectives(),
    unenforceable: [UnenforceableReason] = [], _ narrow: (inout PolicyConditions) -> Void = { _ in }
) -> ConditionalAccessPolicy {
    var conditions = PolicyConditions(users: AssignmentTarget(include: include, exclude: exclude), resources: resources)
    narrow(&conditions)
    return ConditionalAccessPolicy(
        id: PolicyID(id), displayName: name ?? "Name of \(id)", state: state, conditions: conditions,
        grant: controls.isEmpty ? nil : GrantRequirement(combination, controls, strength: strength), session: session,
        unenforceable: unenforceable)
}

/// What a check must say, or that it must say nothing.
struct LintCase: Sendable, CustomStringConvertible {
    let id: LintID
    let note: String
    /// Part of the reason; nil when nothing of the kind may be found.
    let reason: String?
    let severity: LintSeverity?
    let input: @Sendable () throws -> LintInput

    static func finds(
        _ id: LintID, _ severity: LintSeverity, _ reason: String, when note: String,
        _ input: @autoclosure @escaping @Sendable () throws -> LintInput
    ) -> LintCase {
        LintCase(id: id, note: note, reason: reason, severity: severity, input: input)
    }

    static func passes(
        _ id: LintID, _ note: String, _ input: @autoclosure @escaping @Sendable () throws -> LintInput
    ) -> LintCase {
        LintCase(id: id, note: note, reason: nil, severity: nil, input: input)
    }

    var description: String { "\(id.rawValue) \(reason == nil ? "passes" : "is found:") \(note)" }
}

extension LintInput {
    /// Policies and nothing else.
    static func of(_ policies: ConditionalAccessPolicy...) throws -> LintInput {
        LintInput(try PolicySet(policies: policies))
    }

    /// The input with something known besides.
    func with(_ change: (inout LintInput) -> Void) -> LintInput {
        var input = self
        change(&input)
        return input
    }
}

extension DirectoryExtract {
    /// A few people: Ada and Grace in the group `staff`, Alan in no group, Eve disabled; the group `empty` has nobody.
    static let example = DirectoryExtract(
        accounts: [
            Account(AccountMembership(account: AccountID("ada"), groups: [GroupID("staff")]), name: "Ada"),
            Account(
                AccountMembership(account: AccountID("grace"), groups: [GroupID("staff")], roles: [RoleID("admin")]),
                name: "Grace"),
            Account(AccountMembership(account: AccountID("alan")), name: "Alan"),
            Account(AccountMembership(account: AccountID("eve")), name: "Eve", isEnabled: false),
        ],
        groups: [GroupID("staff"): "Staff", GroupID("empty"): "Empty"],
        applications: [ApplicationID("mail"): "Mail"], clients: [ClientID("phone"): "Phone app"])
}
