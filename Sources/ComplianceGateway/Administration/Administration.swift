public import AccessModel
import AccessPolicy
import Authentication
import AuthorizationServer
public import Compliance
public import Cryptography
import Directory
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

    /// Publishes app-protection policies.
    ///
    /// A policy whose content changed gets the publication's number as its revision, so that every instance that it
    /// targets has to apply it anew; one that stands as it was keeps its own. A policy that was withdrawn and comes
    /// back so never has a revision that an instance applied long ago.
    ///
    /// Where exemptions need a second administrator, none comes or goes with the document: those in force stay.
    ///
    /// - Returns: the policies with their revisions; nil when somebody else published meanwhile.
    /// - Throws: ``StoreError``; ``UnusableContents`` when an identifier is named twice; the error of a policy that is not
    ///   acceptable.
    public func publishProtection(
        _ policies: [AppProtectionPolicy], exemptions: [Exemption], devices: DeviceRules = DeviceRules(),
        settings: ProtectionSettings = ProtectionSettings(), to tenant: TenantHead
    ) async throws -> [AppProtectionPolicy]? {
        let now = environment.now()
        guard let record = try await environment.store.configuration(of: tenant.id) else { return nil }
        let exemptions = try Self.exemptions(exemptions, under: settings, instead: record)
        try Self.check(policies, exemptions)
        guard try DeviceRules(jsonBytes: devices.jsonBytes()) == devices else {
            throw UnusableContents("the rules of devices name a time finer than a second")
        }
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
                ("apps", Self.concernedApps(of: numbered, exemptions, settings, instead: record)),
                ("exemptionsNeedApproval", .bool(settings.exemptionsNeedApproval)),
                ("deviceChecks", .array(devices.asked.map { .string($0.rawValue) })),
                (
                    "devicesChanged",
                    .bool(
                        record.deviceRules != devices || record.exemptions != exemptions
                            || record.protectionSettings.remindAhead != settings.remindAhead)
                ),
            ])
        let change = AdministrationChange.publishProtection(
            numbered, exemptions: exemptions, devices: devices, settings: settings,
            expecting: tenant.revisions.protection, at: now)
        return try await commit([change], [entry], in: tenant.id) ? numbered : nil
    }

    /// The exemptions that hold after a publication.
    ///
    /// One that somebody gave alone is never smuggled in: neither with the setting, nor with the document that ends it.
    private static func exemptions(
        _ exemptions: [Exemption], under settings: ProtectionSettings, instead old: TenantRecord
    ) throws -> [Exemption] {
        let isGuarded = settings.exemptionsNeedApproval || old.protectionSettings.exemptionsNeedApproval
        if isGuarded, let new = exemptions.first(where: { !old.exemptions.contains($0) }) {
            throw UnusableContents(
                "the exemption `\(new.id)` needs a second administrator: ask for it with `postern exemption request`")
        }
        return settings.exemptionsNeedApproval ? old.exemptions : exemptions
    }

    /// The apps that a publication changes anything for; null when that may be any.
    private static func concernedApps(
        of policies: [AppProtectionPolicy], _ exemptions: [Exemption], _ settings: ProtectionSettings,
        instead old: TenantRecord
    ) -> JSONValue {
        guard Set(exemptions) == Set(old.exemptions), settings.remindAhead == old.protectionSettings.remindAhead else {
            return .null
        }
        var clients: Set<ClientID> = []
        for policy in Set(policies).symmetricDifference(old.protectionPolicies) {
            guard case .clients(let named) = policy.apps else { return .null }
            clients.formUnion(named)
        }
        return .array(clients.map(\.rawValue).sorted().map(JSONValue.string))
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
        switch try await commit(in: tenant, changes, entries) {
        case .committed: return true
        case .refused: return false
        }
    }

    func commit(
        in tenant: TenantID, _ changes: [AdministrationChange], _ entries: [JournalEntry]
    ) async throws(StoreError) -> CommitResult {
        var entries = entries
        if let reason {
            for index in entries.indices { entries[index].details.append(("reason", .string(reason))) }
        }
        let write = GatewayWrite(tenant: tenant, changes: changes.map(StateChange.administration), entries: entries)
        return try await environment.store.commit(write)
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
