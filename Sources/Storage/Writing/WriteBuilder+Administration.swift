import AccessModel
import AccessPolicy
import AuthorizationServer
import Compliance
import ComplianceGateway
import Directory
import JSONCoding
import SQLDatabase

extension WriteBuilder {
    mutating func add(_ change: AdministrationChange) {
        switch change {
        case .createTenant(let record): create(record)
        case .raiseEpoch(let epoch):
            add(
                "UPDATE tenants SET epoch = \(epoch + 1) WHERE id = \(tenantText) AND epoch = \(epoch)",
                expecting: .exactly(1))
        case .applyDirectory(let contents, let at): apply(contents, at: at)
        case .requireRevisions(let directory, let policies):
            add(
                """
                UPDATE tenants SET epoch = epoch WHERE id = \(tenantText) AND directory_revision = \(directory) \
                AND policy_revision = \(policies)
                """, expecting: .exactly(1))
        case .publishPolicies(let draft, let revision): publish(draft, expecting: revision)
        case .schedulePromotion(let promotion, let at): schedule(promotion, at: at)
        case .observePromotion(let promotion, let cursor): observe(promotion, expecting: cursor)
        case .cancelPromotion(let policy): cancelPromotion(of: policy)
        case .publishProtection(let policies, let exemptions, let devices, let settings, let revision, let at):
            add(
                """
                UPDATE tenants SET protection_revision = protection_revision + 1 WHERE id = \(tenantText) \
                AND protection_revision = \(revision)
                """, expecting: .exactly(1))
            add(
                """
                INSERT INTO protection_sets (tenant, revision, policies, exemptions, devices, settings, published_at) \
                VALUES (\(tenantText), \(revision + 1), \(policies.jsonBytes()), \(exemptions.jsonBytes()), \
                \(devices.jsonBytes()), \(settings.jsonBytes()), \(at.milliseconds))
                """)
        case .requestExemption(let request): insert(request)
        case .approveExemption(let id, let approver): approveExemption(id, by: approver)
        case .dropExemptionRequest(let id): dropExemptionRequest(id)
        case .insertSource(let record): insert(record)
        case .updateSource(let record, let version): update(record, expecting: version)
        case .removeSource(let source): remove(source)
        case .replacePullSecret(let source, let sealed): replacePullSecret(of: source, sealed)
        case .schedulePull(let source, let at): schedulePull(of: source, at: at)
        case .setPasswordHash(let account, let hash, let at):
            add(
                """
                UPDATE accounts SET password_hash = \(hash) WHERE tenant = \(tenantText) AND id = \(account.rawValue)
                """, expecting: .exactly(1))
            end(account, .revoked, at: at)
        case .setAccountEnabled(let account, let isEnabled, let at): setEnabled(account, isEnabled, at: at)
        }
    }

    private mutating func create(_ record: TenantRecord) {
        add(
            """
            INSERT INTO tenants (id, alias, name, epoch, directory_revision, policy_revision, \
            protection_revision, when_nothing_matches, sealed_data_key) VALUES (\(tenantText), \(record.head.alias), \
            \(record.name), \(record.head.epoch), 1, 0, 0, \(record.whenNothingMatches.rawValue), \
            \(record.sealedDataKey)) ON CONFLICT DO NOTHING
            """, expecting: .exactly(1))
        for key in record.signingKeys {
            add(
                """
                INSERT INTO signing_keys (tenant, id, sealed_private_key, is_active, created_at) \
                VALUES (\(tenantText), \(key.id), \(key.sealedPrivateKey), \(key.isActive), \
                \(key.createdAt.milliseconds))
                """)
        }
    }

    private mutating func publish(_ draft: PolicyDraft, expecting revision: Int64) {
        add(
            """
            UPDATE tenants SET policy_revision = policy_revision + 1 WHERE id = \(tenantText) \
            AND policy_revision = \(revision)
            """, expecting: .exactly(1))
        add(
            """
            INSERT INTO policy_sets (tenant, revision, content_hash, document, published_at, actor, reason, origin, \
            journal_sequence) VALUES (\(tenantText), \(revision + 1), \(draft.contentHash.bytes), \(draft.document), \
            \(draft.at.milliseconds), \(draft.actor), \(draft.reason), \(draft.origin.rawValue), \(lastSequence))
            """)
    }

    private mutating func setEnabled(_ account: AccountID, _ isEnabled: Bool, at: Timestamp) {
        // Whoever was looked at meanwhile, or is about to be made an administrator, was looked at in vain.
        raiseDirectoryRevision()
        change(account, toEnabled: isEnabled, at: at)
    }

    private mutating func change(_ account: AccountID, toEnabled isEnabled: Bool, at: Timestamp) {
        add(
            "UPDATE accounts SET is_enabled = \(isEnabled) WHERE tenant = \(tenantText) AND id = \(account.rawValue)",
            expecting: .exactly(1))
        if !isEnabled { end(account, .accountDisabled, at: at) }
    }

    /// Ends whatever the account's earlier sign-ins gave: sessions, codes, approved devices, grants and access tokens.
    private mutating func end(_ account: AccountID, _ death: GrantDeath, at: Timestamp) {
        add(
            """
            UPDATE grants SET death = \(death.rawValue), died_at = \(at.milliseconds) \
            WHERE tenant = \(tenantText) AND account = \(account.rawValue) AND death IS NULL
            """)
        add("DELETE FROM sessions WHERE tenant = \(tenantText) AND account = \(account.rawValue)")
        add(
            """
            DELETE FROM authorization_codes WHERE tenant = \(tenantText) AND account = \(account.rawValue) \
            AND consumed_at IS NULL
            """)
        add(
            """
            UPDATE device_authorizations SET state = 'denied' WHERE tenant = \(tenantText) \
            AND account = \(account.rawValue) AND state = 'approved'
            """)
        revoke(.account(account), at: at)
    }

    mutating func raiseDirectoryRevision() {
        add(
            "UPDATE tenants SET directory_revision = directory_revision + 1 WHERE id = \(tenantText)",
            expecting: .exactly(1))
    }

    private mutating func apply(_ contents: DirectoryContents, at: Timestamp) {
        raiseDirectoryRevision()
        giveUpNames(contents)
        for account in contents.accounts { put(account, at: at) }
        for group in contents.groups {
            add(
                """
                INSERT INTO account_groups (tenant, id, name) VALUES (\(tenantText), \(group.id.rawValue), \
                \(group.name)) ON CONFLICT (tenant, id) DO UPDATE SET name = excluded.name
                """)
        }
        for group in contents.groups { putMembers(of: group) }
        for client in contents.clients {
            put(StoredClient(client).jsonBytes(), client.id.rawValue, "clients", "id")
        }
        for resource in contents.resources {
            put(StoredResource(resource).jsonBytes(), resource.id.rawValue, "resources", "id")
        }
        for authority in contents.authorities {
            put(StoredAuthority(authority).jsonBytes(), authority.name, "authorities", "name")
        }
    }

    /// Names are unique at every step, so that those which a document changes are given up before any is taken: two
    /// accounts may exchange theirs.
    private mutating func giveUpNames(_ contents: DirectoryContents) {
        for account in contents.accounts {
            add(
                """
                UPDATE accounts SET normalized_name = id WHERE tenant = \(tenantText) AND id = \(account.id.rawValue) \
                AND normalized_name <> \(account.userPrincipalName.normalized)
                """)
        }
        for group in contents.groups {
            add(
                """
                UPDATE account_groups SET name = id WHERE tenant = \(tenantText) AND id = \(group.id.rawValue) \
                AND name <> \(group.name)
                """)
        }
    }

    private mutating func put(_ account: Account, at: Timestamp) {
        add(
            """
            INSERT INTO accounts (tenant, id, user_principal_name, normalized_name, display_name, is_enabled, \
            is_guest, guest_type, guest_tenant, roles, is_break_glass, preferred_language) VALUES (\(tenantText), \(account.id.rawValue), \
            \(account.userPrincipalName.description), \(account.userPrincipalName.normalized), \
            \(account.displayName), \(account.isEnabled), \(account.guest != nil), \
            \(account.guest?.type.rawValue ?? ""), \(account.guest?.homeTenant?.rawValue ?? ""), \
            \(SpacedList.join(account.roles.map(\.rawValue))), \(account.isBreakGlass), \(account.preferredLanguage)) ON CONFLICT (tenant, id) DO UPDATE SET \
            user_principal_name = excluded.user_principal_name, normalized_name = excluded.normalized_name, \
            display_name = excluded.display_name, is_guest = excluded.is_guest, guest_type = excluded.guest_type, \
            guest_tenant = excluded.guest_tenant, roles = excluded.roles, \
            is_break_glass = excluded.is_break_glass, preferred_language = excluded.preferred_language
            """)
        // A document disables an account but never enables one that an administrator disabled.
        if !account.isEnabled { change(account.id, toEnabled: false, at: at) }
    }

    private mutating func putMembers(of group: AccountGroup) {
        add("DELETE FROM group_members WHERE tenant = \(tenantText) AND group_id = \(group.id.rawValue)")
        let accounts = group.accounts.map { ($0.rawValue, true) }
        let groups = group.groups.map { ($0.rawValue, false) }
        for (member, isAccount) in (accounts + groups).sorted(by: { $0.0 < $1.0 }) {
            add(
                """
                INSERT INTO group_members (tenant, member, group_id, is_account) \
                VALUES (\(tenantText), \(member), \(group.id.rawValue), \(isAccount))
                """)
        }
    }

    private mutating func put(_ document: [UInt8], _ key: String, _ table: StaticString, _ column: StaticString) {
        add(
            """
            INSERT INTO \(raw: table) (tenant, \(raw: column), document) VALUES (\(tenantText), \(key), \(document)) \
            ON CONFLICT (tenant, \(raw: column)) DO UPDATE SET document = excluded.document
            """)
    }
}
