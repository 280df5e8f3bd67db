import AccessModel
import AccessPolicy
import AuthorizationServer
import ComplianceGateway
import Cryptography
import JSONCoding
import PolicyFormat

/// What applying a directory of policies to a tenant would come to.
struct PolicyPlan {
    /// What may be published although it is unusual.
    struct Allowances {
        var held = false
        var empty = false
        var breakGlass = false
    }

    /// The tenant, at the revisions that the plan was made on.
    let tenant: TenantHead
    /// What changes, document by document.
    let difference: PolicySetDifference
    /// What it means for those who administer the tenant.
    let verdict: LockOutVerdict
    /// What would be published.
    let document: [UInt8]
    /// Why it would not be published; empty when it would.
    let faults: [String]
    /// What a lint finds in the new set and not in the published one.
    let newFindings: PolicyLintReport
    /// What is to be known before it is published, and refuses nothing by itself.
    let warnings: [String]
    private let old: PolicyCollection
    private let new: PolicyCollection

    /// Makes the plan.
    ///
    /// - Parameters:
    ///   - candidate: what would be published.
    ///   - session: the tenant that it would be published to.
    ///   - allowances: what may be published although it is unusual.
    /// - Throws: the store's error, and one of published policies that cannot be read.
    init(_ candidate: PolicyCandidate, _ session: AdministrationSession, _ allowances: Allowances) async throws {
        tenant = session.tenant
        new = candidate.collection
        old = try PolicyPublication.collection(of: await session.publishedNow()?.document)
        difference = PolicySetDifference(from: old, to: new)
        document = PolicyPublication.bytes(of: new)
        verdict = try await session.administration.verdict(on: document, in: tenant.id)
        let refusal = verdict.refusal(allowsBreakGlass: allowances.breakGlass).map(LockOutReport.reason)
        faults = candidate.faults(allowances) + [refusal].compactMap(\.self)
        warnings =
            try await LockOutReport(verdict: verdict).lines
            + [session.passwordAdvice(verdict)].compactMap(\.self)
            + PromotedPolicies.warnings(of: difference, session)
        newFindings = try NewFindings(from: old, to: new, breakGlass: await session.breakGlass()).report
    }

    /// How many of the policies are enforced, before and after.
    var enforced: (before: Int, after: Int) { (Self.enforced(old), Self.enforced(new)) }

    /// What there will be, in words.
    var contents: String {
        let others = new.entries.count - new.policies.count
        return
            "\(TextLayout.count(new.policies.count, "policy", "policies")) (\(enforced.after) enforced) and \(TextLayout.count(others, "other document"))"
    }

    private static func enforced(_ collection: PolicyCollection) -> Int {
        collection.policies.count { $0.policy.effectiveState == .enabled }
    }
}

// MARK: Writing it down

extension PolicyPlan: JSONWritable {
    /// The plan for people.
    var text: String {
        let now = tenant.revisions.policies
        let head = now == 0 ? "nothing is published yet" : "revision \(now) is in force"
        let body = difference.isEmpty ? ["No document changes."] : PolicyDifferenceText(difference).lines
        let able = LockOutReport.able(verdict).count
        let all = verdict.administrators.count { !$0.account.isBreakGlass }
        let tail = [
            "Enforced policies: \(enforced.before) now, \(enforced.after) after this.",
            "Administrators who could sign in: \(able) of \(all)\(Self.assumption).",
        ]
        let refusals = faults.map { "Refused: \($0)." }
        return Self.lines(["Tenant \(tenant.alias): \(head)."] + body + [""]) + findingsText
            + Self.lines(warnings.map { "warning: \($0)" } + tail + refusals)
    }

    /// What the guard takes for granted, although nobody can do all of it yet.
    private static let assumption = " (as if a second factor, a strength and a new password could be shown)"

    private var findingsText: String {
        let counts = newFindings.countsText
        return counts.isEmpty ? "" : "New lint findings: \(counts).\n\n\(newFindings.findingsText)\n"
    }

    private static func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// The plan for programs.
    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("changes", difference)
            object.object("contentHash") { hashes in
                hashes.member("after", Hexadecimal.encode(SecretHash(of: document).bytes))
                hashes.member("before", Hexadecimal.encode(SecretHash(of: PolicyPublication.bytes(of: old)).bytes))
            }
            object.object("enforced") { counts in
                counts.member("after", enforced.after)
                counts.member("before", enforced.before)
            }
            object.member("faults", faults)
            object.member("guard", verdict)
            object.member("newFindings", newFindings.findingDocuments)
            object.member("revision", tenant.revisions.policies)
            object.member("tenant", tenant.id.rawValue)
            object.member("warnings", warnings)
        }
    }
}
