import AccessModel
import AccessPolicy
import JSONCoding

/// What the lock-out guard found, for people.
struct LockOutReport {
    let verdict: LockOutVerdict

    /// Every administrator who is kept out, every policy that reaches a break-glass account, and what there is none of.
    var lines: [String] {
        verdict.lockedOut.flatMap(lines) + verdict.breakGlassReach.map(Self.line) + missing
    }

    /// Writes the findings beside what a command says, and why it goes no further.
    ///
    /// - Parameters:
    ///   - console: where to.
    ///   - refusal: why the change is refused; nil when it is not.
    func write(to console: Console, refusal: LockOutRefusal? = nil) {
        for line in lines { console.error((refusal == nil ? "warning: " : "") + line + "\n") }
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
            "\(who): \(Self.words(demand)) `\(demand.displayName.printable(atMost: 300))` (\(demand.policy)): \(demand.reason.rawValue) (\(place))"
        }
    }

    private static func words(_ demand: LockOutVerdict.Demand) -> String {
        demand.control == .block ? "blocked by" : "\(demand.control.rawValue) is demanded by"
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
