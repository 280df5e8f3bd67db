public import AccessModel
public import AccessPolicy
import AuthorizationServer
import Cryptography
import Directory
import JSONCoding
import PolicyFormat

extension Administration {
    /// Publishes Conditional Access policies as a new revision: every request that is decided from now on is decided by
    /// them.
    ///
    /// - Parameters:
    ///   - document: the policies and what they refer to, in canonical form.
    ///   - tenant: the tenant, with the revisions that the publication was prepared on.
    ///   - allowsBreakGlass: whether enforced policies may reach break-glass accounts.
    /// - Returns: what became of it.
    /// - Throws: ``UnusableContents`` when the document cannot be read whole: stored, it would close the tenant.
    ///   ``StoreError``.
    public func publishPolicies(
        _ document: [UInt8], to tenant: TenantHead, allowsBreakGlass: Bool = false
    ) async throws -> PolicyPublicationOutcome {
        try await publish(document, .applied, to: tenant, allowsBreakGlass: allowsBreakGlass)
    }

    /// Publishes an earlier revision's policies again, as a new revision.
    ///
    /// - Parameters:
    ///   - revision: the earlier revision.
    ///   - tenant: the tenant, with the revisions that this was prepared on.
    ///   - allowsBreakGlass: whether enforced policies may reach break-glass accounts.
    /// - Returns: what became of it; nil when there is no such revision.
    /// - Throws: ``UnusableContents``, ``StoreError``.
    public func rollBackPolicies(
        to revision: Int64, in tenant: TenantHead, allowsBreakGlass: Bool = false
    ) async throws -> PolicyPublicationOutcome? {
        guard let earlier = try await environment.store.publishedPolicies(of: tenant.id, revision: revision) else {
            return nil
        }
        return try await publish(
            earlier.document, .rolledBack, to: tenant, allowsBreakGlass: allowsBreakGlass,
            details: [("restored", .integer(revision))])
    }

    /// What a set of policies would mean for those who administer a tenant.
    ///
    /// - Parameters:
    ///   - document: the policies and what they refer to, in canonical form.
    ///   - tenant: the tenant.
    /// - Returns: the verdict.
    /// - Throws: ``UnusableContents`` when the document cannot be read whole; ``StoreError``.
    public func verdict(on document: [UInt8], in tenant: TenantID) async throws -> LockOutVerdict {
        try await look(at: document, in: tenant).verdict
    }

    func publish(
        _ document: [UInt8], _ origin: PolicySetOrigin, to tenant: TenantHead, allowsBreakGlass: Bool,
        details: [(name: String, value: JSONValue)] = [], beside others: [AdministrationChange] = []
    ) async throws -> PolicyPublicationOutcome {
        let look = try await look(at: document, in: tenant.id)
        if let refusal = look.verdict.refusal(allowsBreakGlass: allowsBreakGlass) {
            return .refused(refusal, look.verdict)
        }
        let unchanged = AdministrationChange.requireRevisions(
            directory: look.directory, policies: tenant.revisions.policies)
        let isDone = try await commit(
            draft(document, origin), to: tenant, details: details, after: [unchanged], beside: others)
        return isDone ? .published(revision: tenant.revisions.policies + 1, look.verdict) : .concurrentChange
    }

    func draft(_ document: [UInt8], _ origin: PolicySetOrigin) -> PolicyDraft {
        PolicyDraft(document, at: environment.now(), actor: actor, reason: reason, origin: origin)
    }

    func commit(
        _ draft: PolicyDraft, to tenant: TenantHead, details: [(name: String, value: JSONValue)],
        after conditions: [AdministrationChange] = [], beside others: [AdministrationChange] = []
    ) async throws(StoreError) -> Bool {
        let entry = JournalEntry(
            .policySetPublished, at: draft.at, subject: JournalSubject(actor: actor),
            details: [
                ("revision", .integer(tenant.revisions.policies + 1)), ("origin", .string(draft.origin.rawValue)),
                ("contentHash", .string(Hexadecimal.encode(draft.contentHash.bytes))),
            ] + details)
        let publication = AdministrationChange.publishPolicies(draft, expecting: tenant.revisions.policies)
        return try await commit(conditions + [publication] + others, [entry], in: tenant.id)
    }

    private func look(
        at document: [UInt8], in tenant: TenantID
    ) async throws -> (verdict: LockOutVerdict, directory: Int64) {
        guard let record = try await environment.store.configuration(of: tenant),
            let administrators = try await environment.store.administrators(of: tenant, including: [])
        else { throw StoreError.damaged("the tenant is gone") }
        let set: PolicySet
        do {
            set = try PolicyPublication.policySet(of: document, whenNothingMatches: record.whenNothingMatches)
        } catch {
            throw UnusableContents("\(error)")
        }
        let verdict = LockOutGuard(set, resource: .administrationResource).verdict(on: administrators.guarded)
        return (verdict, administrators.head.revisions.directory)
    }
}

/// What became of a publication.
public enum PolicyPublicationOutcome: Sendable {
    /// It is in force, as this revision; what it means for those who administer the tenant.
    case published(revision: Int64, LockOutVerdict)
    /// The lock-out guard forbids it; nothing was published.
    case refused(LockOutRefusal, LockOutVerdict)
    /// Somebody else published or changed the directory meanwhile; nothing was published.
    case concurrentChange

    /// Whether it is in force.
    public var isPublished: Bool { if case .published = self { true } else { false } }
}
