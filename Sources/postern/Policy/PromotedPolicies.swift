import AccessPolicy
import ComplianceGateway
import JSONCoding
import PolicyFormat

/// The policies that a promotion has put in force, the last first.
struct PromotedPolicies {
    /// One policy and when it was promoted.
    struct Promoted: Sendable {
        /// The policy's identifier.
        let policy: String
        /// Its name.
        let name: String
        /// The revision that the promotion published.
        let revision: PolicySetRevision
    }

    /// The policies; one that was promoted twice is here twice.
    let promoted: [Promoted]

    /// Looks at the newest thousand revisions of a tenant.
    ///
    /// - Parameters:
    ///   - session: the tenant.
    ///   - limit: at most so many promotions.
    /// - Throws: when a revision cannot be read; the store's error.
    init(_ session: AdministrationSession, atMost limit: Int) async throws {
        let revisions = try await session.environment.store.policyRevisions(
            of: session.tenant.id, before: nil, limit: 1_000)
        var promoted: [Promoted] = []
        for revision in revisions.filter({ $0.origin == .promoted }).prefix(limit) {
            let before = try await session.publishedWhenDecided(revision.number - 1)?.document
            let after = try await session.published(revision.number).document
            let difference = try PolicySetDifference(
                from: PolicyPublication.collection(of: before), to: PolicyPublication.collection(of: after))
            promoted += difference.entries.filter { $0.stateBefore == .reportOnly && $0.stateAfter == .enabled }.map {
                Promoted(policy: $0.id, name: $0.name, revision: revision)
            }
        }
        self.promoted = promoted
    }

    /// One line for each promoted policy that a change puts back into report-only.
    ///
    /// - Throws: when a revision cannot be read; the store's error.
    static func warnings(
        of difference: PolicySetDifference, _ session: AdministrationSession
    ) async throws -> [String] {
        let demoted = difference.entries.filter { $0.stateBefore == .enabled && $0.stateAfter == .reportOnly }
        guard !demoted.isEmpty else { return [] }
        let known = try await PromotedPolicies(session, atMost: 100).promoted
        return demoted.compactMap { entry in
            known.first { $0.policy == entry.id }.map { promoted in
                "`\(entry.name.printable(atMost: 300))` (\(entry.id)) was enabled by its promotion, revision \(promoted.revision.number), and this takes that back; set `state: enabled` in its file to keep it"
            }
        }
    }
}
