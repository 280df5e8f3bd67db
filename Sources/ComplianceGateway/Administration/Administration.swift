public import AccessModel
import AuthorizationServer
public import Compliance
public import Cryptography
public import Directory
import JSONCoding

/// What administrators do to a tenant.
///
/// Every act is journalled with its actor and, where one is asked for, its reason.
public struct Administration: Sendable {
    let environment: GatewayEnvironment
    /// Who acts, as the journal names them.
    let actor: String

    /// Makes the use cases for one administrator.
    public init(_ environment: GatewayEnvironment, actor: String) {
        self.environment = environment
        self.actor = actor
    }

    /// Adds or replaces what a directory document names.
    ///
    /// - Returns: whether everything was stored; false when somebody else changed the tenant at the same moment.
    /// - Throws: ``StoreError``; ``StoreError/conflict(_:)`` when a name is taken by another identifier.
    public func apply(_ contents: DirectoryContents, to tenant: TenantID) async throws(StoreError) -> Bool {
        let now = environment.now()
        let entry = JournalEntry(
            .directoryApplied, at: now, subject: JournalSubject(actor: actor),
            details: [
                ("accounts", .integer(Int64(contents.accounts.count))),
                ("groups", .integer(Int64(contents.groups.count))),
                ("clients", .integer(Int64(contents.clients.count))),
                ("resources", .integer(Int64(contents.resources.count))),
                ("authorities", .integer(Int64(contents.authorities.count))),
            ])
        return try await commit([.applyDirectory(contents, at: now)], [entry], in: tenant)
    }

    /// Publishes Conditional Access policies: every request that is decided from now on is decided by them.
    ///
    /// - Parameters:
    ///   - document: policies and named locations in canonical form.
    ///   - tenant: the tenant, with the revisions that the publication was prepared on.
    /// - Returns: false when somebody else published meanwhile.
    /// - Throws: ``StoreError``.
    public func publishPolicies(_ document: [UInt8], to tenant: TenantHead) async throws(StoreError) -> Bool {
        let now = environment.now()
        let hash = SecretHash(of: document)
        let entry = JournalEntry(
            .policySetPublished, at: now, subject: JournalSubject(actor: actor),
            details: [
                ("revision", .integer(tenant.revisions.policies + 1)),
                ("contentHash", .string(Hexadecimal.encode(hash.bytes))),
            ])
        let change = AdministrationChange.publishPolicies(
            document: document, contentHash: hash, expecting: tenant.revisions.policies, at: now)
        return try await commit([change], [entry], in: tenant.id)
    }

    /// Publishes app-protection policies.
    ///
    /// A policy whose content changed gets a new revision, so that every instance that it targets has to apply it anew;
    /// one that stands as it was keeps its own.
    ///
    /// - Returns: the policies with their revisions; nil when somebody else published meanwhile.
    /// - Throws: ``StoreError``, or the error of a policy that is not acceptable.
    public func publishProtection(
        _ policies: [AppProtectionPolicy], exemptions: [Exemption], to tenant: TenantHead
    ) async throws -> [AppProtectionPolicy]? {
        let now = environment.now()
        guard let record = try await environment.store.configuration(of: tenant.id) else { return nil }
        let known = Dictionary(uniqueKeysWithValues: record.protectionPolicies.map { ($0.id, $0) })
        let numbered = try policies.map { policy in
            guard let old = known[policy.id] else { return try policy.at(revision: 1) }
            let same = try policy.at(revision: old.revision) == old
            return same ? old : try policy.at(revision: old.revision + 1)
        }
        let entry = JournalEntry(
            .protectionPoliciesPublished, at: now, subject: JournalSubject(actor: actor),
            details: [
                ("policies", .array(numbered.map { .string("\($0.id)@\($0.revision)") })),
                ("exemptions", .integer(Int64(exemptions.count))),
            ])
        let change = AdministrationChange.publishProtection(
            numbered, exemptions: exemptions, expecting: tenant.revisions.protection, at: now)
        return try await commit([change], [entry], in: tenant.id) ? numbered : nil
    }

    /// Enables or disables an account; disabling ends its grants, sessions and tokens at once.
    ///
    /// - Returns: false when there is no such account.
    /// - Throws: ``StoreError``.
    public func setEnabled(
        _ isEnabled: Bool, _ account: AccountID, in tenant: TenantID, reason: String
    ) async throws(StoreError) -> Bool {
        let now = environment.now()
        let entry = JournalEntry(
            isEnabled ? .accountEnabled : .accountDisabled, at: now,
            subject: JournalSubject(account: account, actor: actor), details: [("reason", .string(reason))])
        return try await commit([.setAccountEnabled(account, isEnabled, at: now)], [entry], in: tenant)
    }

    /// Sets an account's password.
    ///
    /// - Returns: false when there is no such account, or hashing failed.
    /// - Throws: ``StoreError``.
    public func setPassword(
        _ password: SecretBytes, of account: AccountID, in tenant: TenantID
    ) async throws(StoreError) -> Bool {
        let salt = environment.randomBytes(Argon2id.saltByteCount)
        guard let hash = await environment.passwords.hash(password, salt: salt) else { return false }
        let now = environment.now()
        let entry = JournalEntry(.passwordSet, at: now, subject: JournalSubject(account: account, actor: actor))
        return try await commit([.setPasswordHash(account, hash, at: now)], [entry], in: tenant)
    }

    func commit(
        _ changes: [AdministrationChange], _ entries: [JournalEntry], in tenant: TenantID
    ) async throws(StoreError) -> Bool {
        let write = GatewayWrite(tenant: tenant, changes: changes.map(StateChange.administration), entries: entries)
        switch try await environment.store.commit(write) {
        case .committed: return true
        case .refused: return false
        }
    }
}
