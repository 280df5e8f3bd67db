public import AccessModel
public import AccessPolicy
public import Directory
import JSONCoding

extension Administration {
    /// Adds or replaces what a directory document names, unless nobody could administer the tenant afterwards.
    ///
    /// - Returns: what became of it.
    /// - Throws: ``UnusableContents`` when a certificate cannot be read: stored, it would close the tenant. ``StoreError``;
    ///   ``StoreError/conflict(_:)`` when a name is taken by another identifier.
    public func apply(_ contents: DirectoryContents, to tenant: TenantID) async throws -> DirectoryChangeOutcome {
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
        return try await change(
            .applyDirectory(contents, at: now), entry, in: tenant,
            including: AdministratorSnapshot.accounts(of: contents)
        ) { $0.applying(contents) }
    }

    /// Enables or disables an account; disabling ends its grants, sessions and tokens at once, and is refused when nobody
    /// could administer the tenant afterwards.
    ///
    /// - Returns: what became of it.
    /// - Throws: ``StoreError``.
    public func setEnabled(
        _ isEnabled: Bool, _ account: AccountID, in tenant: TenantID, reason: String
    ) async throws -> DirectoryChangeOutcome {
        let now = environment.now()
        let entry = JournalEntry(
            isEnabled ? .accountEnabled : .accountDisabled, at: now,
            subject: JournalSubject(account: account, actor: actor),
            details: self.reason == nil ? [("reason", .string(reason))] : [])
        let change = AdministrationChange.setAccountEnabled(account, isEnabled, at: now)
        if isEnabled {
            return try await commit([change], [entry], in: tenant) ? .done(warnings: []) : .notDone
        }
        return try await self.change(change, entry, in: tenant) { $0.disabling(account) }
    }

    /// Makes a change unless it takes the last administrator away.
    ///
    /// Another change that comes between looking and changing makes the look worthless: it is looked again.
    private func change(
        _ change: AdministrationChange, _ entry: JournalEntry, in tenant: TenantID,
        including accounts: Set<AccountID> = [],
        _ outcome: @Sendable (AdministratorSnapshot) -> AdministratorSnapshot
    ) async throws -> DirectoryChangeOutcome {
        for _ in 0..<5 {
            guard let now = try await environment.store.administrators(of: tenant, including: accounts),
                let record = try await environment.store.configuration(of: tenant)
            else { return .notDone }
            let guardian = LockOutGuard(
                try PolicyPublication.policySet(
                    of: record.policyDocument, whenNothingMatches: record.whenNothingMatches),
                resource: .administrationResource)
            let verdict = guardian.verdict(on: outcome(now).guarded)
            if !verdict.someoneCanAdminister, guardian.verdict(on: now.guarded).someoneCanAdminister {
                return .refused(verdict)
            }
            let unchanged = AdministrationChange.requireRevisions(
                directory: now.head.revisions.directory, policies: record.head.revisions.policies)
            switch try await commit(in: tenant, [unchanged, change], [entry]) {
            case .committed: return .done(warnings: verdict.breakGlassReach)
            case .refused(change: 0): continue
            case .refused: return .notDone
            }
        }
        return .notDone
    }
}

/// What became of a change of a tenant's directory.
public enum DirectoryChangeOutcome: Sendable {
    /// It was made; the enforced policies that reach break-glass accounts now.
    case done(warnings: [LockOutVerdict.BreakGlassReach])
    /// Nobody could administer the tenant afterwards; nothing was changed.
    case refused(LockOutVerdict)
    /// What is to be changed is not there, or others change it all the time; nothing was changed.
    case notDone

    /// Whether it was made.
    public var isDone: Bool { if case .done = self { true } else { false } }
}
