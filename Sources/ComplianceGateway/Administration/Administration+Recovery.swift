public import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat

extension Administration {
    /// Sets every enabled policy of a tenant to report-only, as a new revision, whoever can administer it.
    ///
    /// It is the way back in for whoever holds the host: no guard is asked, since nothing that is not enforced locks out.
    ///
    /// - Parameter tenant: the tenant.
    /// - Returns: the policies that were enabled and are not any more; nil when others publish all the time.
    /// - Throws: when the published policies cannot be read; ``StoreError``.
    public func recoverPolicies(of tenant: TenantID) async throws -> PolicyRecovery? {
        for _ in 0..<5 {
            guard let record = try await environment.store.configuration(of: tenant) else { return nil }
            var collection = try PolicyPublication.collection(of: record.policyDocument)
            let enabled = collection.policies.map(\.policy).filter { $0.state == .enabled }.sorted { $0.id < $1.id }
            guard !enabled.isEmpty else {
                return PolicyRecovery(revision: record.head.revisions.policies, policies: [])
            }
            for policy in enabled { collection.setState(.reportOnly, of: policy.id) }
            let isDone = try await commit(
                draft(PolicyPublication.bytes(of: collection), .recovered), to: record.head,
                details: [("setToReportOnly", .array(enabled.map { .string($0.id.rawValue) }))])
            guard isDone else { continue }
            return PolicyRecovery(
                revision: record.head.revisions.policies + 1,
                policies: enabled.map { PolicyRecovery.Policy(id: $0.id, displayName: $0.displayName) })
        }
        return nil
    }
}

/// What a recovery did.
public struct PolicyRecovery: Sendable, Hashable {
    /// A policy that is not enforced any more.
    public struct Policy: Sendable, Hashable {
        /// The policy.
        public var id: PolicyID
        /// Its name.
        public var displayName: String
    }

    /// The revision that is in force now.
    public var revision: Int64
    /// The policies that were enabled, ordered by identifier; without any, nothing was published.
    public var policies: [Policy]
}
