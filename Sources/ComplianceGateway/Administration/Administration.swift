public import AccessModel
import AccessPolicy
import Authentication
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
    /// Why, as the administrator says it; nil when nothing was said.
    let reason: String?

    /// Makes the use cases for one administrator.
    public init(_ environment: GatewayEnvironment, actor: String, reason: String? = nil) {
        self.environment = environment
        self.actor = actor
        self.reason = reason
    }

    /// Adds or replaces what a directory document names.
    ///
    /// - Returns: whether everything was stored; false when somebody else changed the tenant at the same moment.
    /// - Throws: ``UnusableContents`` when a certificate cannot be read: stored, it would close the tenant. ``StoreError``;
    ///   ``StoreError/conflict(_:)`` when a name is taken by another identifier.
    public func apply(_ contents: DirectoryContents, to tenant: TenantID) async throws -> Bool {
        try TenantConfiguration.check(contents)
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
    /// - Throws: ``UnusableContents`` when the document cannot be read whole: stored, it would close the tenant.
    ///   ``StoreError``.
    public func publishPolicies(_ document: [UInt8], to tenant: TenantHead) async throws -> Bool {
        do {
            _ = try PolicyPublication.policySet(of: document, whenNothingMatches: .deny)
        } catch {
            throw UnusableContents("\(error)")
        }
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
    /// A policy whose content changed gets the publication's number as its revision, so that every instance that it
    /// targets has to apply it anew; one that stands as it was keeps its own. A policy that was withdrawn and comes
    /// back so never has a revision that an instance applied long ago.
    ///
    /// - Returns: the policies with their revisions; nil when somebody else published meanwhile.
    /// - Throws: ``StoreError``; ``UnusableContents`` when an identifier is named twice; the error of a policy that is not
    ///   acceptable.
    public func publishProtection(
        _ policies: [AppProtectionPolicy], exemptions: [Exemption], to tenant: TenantHead
    ) async throws -> [AppProtectionPolicy]? {
        let now = environment.now()
        guard let record = try await environment.store.configuration(of: tenant.id) else { return nil }
        try Self.check(policies, exemptions)
        let known = Dictionary(record.protectionPolicies.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let next = tenant.revisions.protection + 1
        let numbered = try policies.map { policy in
            if let old = known[policy.id], try policy.at(revision: old.revision) == old { return old }
            return try policy.at(revision: next)
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
            subject: JournalSubject(account: account, actor: actor),
            details: self.reason == nil ? [("reason", .string(reason))] : [])
        return try await commit([.setAccountEnabled(account, isEnabled, at: now)], [entry], in: tenant)
    }

    /// Sets an account's password and ends its sessions: whoever knew the old one is signed out.
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
        let write = GatewayWrite(
            tenant: tenant,
            changes: [
                .administration(.setPasswordHash(account, hash, at: now)),
                .session(.endSessions(account: account, tenant: tenant)),
            ], entries: [entry])
        guard case .committed = try await environment.store.commit(write) else { return false }
        return true
    }

    func commit(
        _ changes: [AdministrationChange], _ entries: [JournalEntry], in tenant: TenantID
    ) async throws(StoreError) -> Bool {
        var entries = entries
        if let reason {
            for index in entries.indices { entries[index].details.append(("reason", .string(reason))) }
        }
        let write = GatewayWrite(tenant: tenant, changes: changes.map(StateChange.administration), entries: entries)
        switch try await environment.store.commit(write) {
        case .committed: return true
        case .refused: return false
        }
    }

    /// What is stored has to be read back as it was: nothing is decided for a tenant of which something cannot be read.
    private static func check(_ policies: [AppProtectionPolicy], _ exemptions: [Exemption]) throws {
        if let id = firstRepeated(policies.map(\.id.rawValue)) {
            throw UnusableContents("the policy `\(id)` is named twice")
        }
        if let id = firstRepeated(exemptions.map(\.id)) {
            throw UnusableContents("the exemption `\(id)` is named twice")
        }
        for policy in policies where try AppProtectionPolicy(jsonBytes: policy.jsonBytes()) != policy {
            throw UnusableContents("the policy `\(policy.id)` names a time finer than a second")
        }
        for exemption in exemptions where try Exemption(jsonBytes: exemption.jsonBytes()) != exemption {
            throw UnusableContents("the exemption `\(exemption.id)` names a time that cannot be stored")
        }
    }

    private static func firstRepeated(_ identifiers: [String]) -> String? {
        var seen: Set<String> = []
        return identifiers.first { !seen.insert($0).inserted }
    }
}

/// What an administrator wants stored and the gateway could not use; nothing was stored.
public struct UnusableContents: Error, Hashable, CustomStringConvertible {
    /// What is wrong, in a line that is safe to show.
    public let description: String

    /// Makes an error.
    init(_ description: String) {
        self.description = description
    }
}
