import AccessModel
import AccessPolicy
import ComplianceGateway
import Directory
import JSONCoding

/// What the lock-out guard found, for people.
struct LockOutReport {
    let verdict: LockOutVerdict

    /// Every administrator who is kept out, every policy that reaches a break-glass account, and what there is none of.
    var lines: [String] {
        verdict.lockedOut.flatMap(lines) + verdict.breakGlassReach.map(Self.line) + missing + withoutPrompts
    }

    /// The administrators for every day who could sign in, prompts taken for granted.
    static func able(_ verdict: LockOutVerdict) -> [LockOutVerdict.Standing] {
        verdict.administrators.filter { !$0.account.isBreakGlass && $0.lockOut == nil }
    }

    /// Writes the findings beside what a command says, and why it goes no further.
    ///
    /// - Parameters:
    ///   - console: where to.
    ///   - refusal: why the change is refused; nil when it is not.
    func write(to console: Console, refusal: LockOutRefusal? = nil) {
        guard refusal != nil else {
            for line in lines { console.error("warning: \(line)\n") }
            return
        }
        for line in verdict.lockedOut.flatMap(lines) + verdict.breakGlassReach.map(Self.line) {
            console.error(line + "\n")
        }
    }

    /// One line that says why a change is refused, and what to do.
    static func reason(_ refusal: LockOutRefusal) -> String {
        switch refusal {
        case .nobodyCanAdminister:
            "nobody who is not break-glass could administer the tenant; exclude an administrator, or the administration resource, from the policies above"
        case .breakGlassReached:
            "enforced policies reach break-glass accounts; exclude those, or give --allow-break-glass-enforcement"
        }
    }

    private func lines(_ standing: LockOutVerdict.Standing) -> [String] {
        guard let lockOut = standing.lockOut else { return [] }
        let who = "\(standing.account.name.printable(atMost: 300)) cannot sign in to administer"
        let place = "at best from \(lockOut.circumstances)"
        if lockOut.demands.isEmpty { return ["\(who): \(lockOut.reason.rawValue) (\(place))"] }
        return lockOut.demands.map { demand in
            "\(who): \(Self.words(demand)) `\(demand.displayName.printable(atMost: 300))` (\(demand.policy))\(Self.reason(demand)) (\(place))"
        }
    }

    private static func words(_ demand: LockOutVerdict.Demand) -> String {
        demand.control == .block ? "blocked by" : "\(demand.control.words) is demanded by"
    }

    private static func reason(_ demand: LockOutVerdict.Demand) -> String {
        switch demand.reason {
        case .blockedByPolicy: ""
        case .deviceUnknown, .deviceNotDomainJoined, .notEnrolled, .tokenProtectionRequired:
            ", which no browser here can show"
        default: ": \(demand.reason.rawValue)"
        }
    }

    /// What the guard takes for granted and this gateway cannot ask for yet.
    private var withoutPrompts: [String] {
        let able = Self.able(verdict)
        let today = able.filter { $0.lockOutWithoutPrompts == nil }.count
        guard today < able.count else { return [] }
        let all = verdict.administrators.count { !$0.account.isBreakGlass }
        let demands = able.flatMap { $0.lockOutWithoutPrompts?.demands ?? [] }
        let names = Set(demands.map { $0.displayName.printable(atMost: 300) }).sorted()
        let verb = names.count == 1 ? "demands" : "demand"
        return [
            "this gateway cannot ask for a second factor, a strength or a new password yet: today \(today) of \(TextLayout.count(all, "administrator")) could sign in; \(names.quoted) \(verb) it"
        ]
    }

    static func line(_ reach: LockOutVerdict.BreakGlassReach) -> String {
        "the break-glass account \(reach.account.name.printable(atMost: 300)) is reached by `\(reach.displayName.printable(atMost: 300))` (\(reach.policy))"
    }

    private var missing: [String] {
        var lines: [String] = []
        if !verdict.hasAdministrators {
            lines.append("no enabled account that is not break-glass administers the tenant, so nobody was looked at")
        }
        if !verdict.hasBreakGlass {
            lines.append("there is no break-glass account; mark one with `breakGlass: true` and exclude it everywhere")
        }
        return lines
    }
}

extension AdministrationSession {
    /// Says that nobody of those who could sign in to administer has a password; nil when somebody has.
    ///
    /// - Throws: the store's error.
    func passwordAdvice(_ verdict: LockOutVerdict) async throws -> String? {
        let able = LockOutReport.able(verdict)
        for standing in able {
            guard let name = UserPrincipalName(standing.account.name) else { continue }
            let query = FactsQuery(tenant: tenant.id, anchor: .userPrincipalName(name))
            if try await environment.store.facts(query)?.account?.passwordHash != nil { return nil }
        }
        guard !able.isEmpty else { return nil }
        return
            "of the administrators who could sign in, nobody has a password yet: `postern account password UPN`"
    }

    /// Warns when a change of the directory leaves nobody with a password to administer the tenant.
    ///
    /// - Throws: when the published policies cannot be read; the store's error.
    func warnOfPasswords(_ console: Console) async throws {
        let published = try PolicyPublication.collection(of: await publishedNow()?.document)
        let verdict = try await administration.verdict(on: PolicyPublication.bytes(of: published), in: tenant.id)
        if let advice = try await passwordAdvice(verdict) { console.error("warning: \(advice)\n") }
    }
}
