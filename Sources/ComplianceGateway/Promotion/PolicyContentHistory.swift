import AccessModel
import AuthorizationServer
import PolicyFormat

/// Since when a policy has been published in the content that it has now.
struct PolicyContentHistory {
    /// The most revisions that are looked at; a content that is older counts from the oldest of them.
    static let maximumRevisions = 1_000

    private let store: any GatewayStore
    private let tenant: TenantID

    init(of tenant: TenantID, store: any GatewayStore) {
        self.tenant = tenant
        self.store = store
    }

    /// What is to be watched of a policy from the revision on that first had its present content.
    ///
    /// - Parameters:
    ///   - policy: the policy.
    ///   - revision: the revision in force.
    /// - Returns: nil when the revision does not hold the policy.
    /// - Throws: when a revision cannot be read; ``StoreError``.
    func observation(of policy: PolicyID, at revision: Int64) async throws -> PromotionObservation? {
        var number = revision
        var found: PromotionObservation?
        for _ in 0..<Self.maximumRevisions {
            guard let published = try await store.publishedPolicies(of: tenant, revision: number),
                let hash = try Self.contentHash(of: policy, in: published.document),
                found.map({ $0.contentHash == hash }) ?? true
            else { break }
            found = PromotionObservation(
                contentHash: hash, since: published.revision.publishedAt, cursor: published.revision.sequence)
            number -= 1
        }
        return found
    }

    /// The SHA-256 of a policy's document in a published set; nil when it is not there.
    static func contentHash(of policy: PolicyID, in document: [UInt8]) throws -> SecretHash? {
        try PolicyPublication.collection(of: document).policy(policy).map { SecretHash(of: $0.canonicalBytes) }
    }
}
