public import AccessModel
public import Authentication
public import AuthorizationServer
public import Compliance
public import Directory

/// Changes and journal entries that happen together or not at all.
public struct GatewayWrite: Sendable {
    /// The tenant.
    public var tenant: TenantID
    /// The changes, applied in order.
    public var changes: [StateChange]
    /// The entries, numbered in order.
    public var entries: [JournalEntry]

    /// Makes a write.
    public init(tenant: TenantID, changes: [StateChange], entries: [JournalEntry]) {
        self.tenant = tenant
        self.changes = changes
        self.entries = entries
    }
}

/// One change of state.
///
/// A change whose precondition does not hold refuses the whole write.
public enum StateChange: Sendable {
    /// A change of codes, grants and refresh tokens.
    case grant(GrantChange)
    /// A change of sign-in sessions.
    case session(SessionChange)
    /// A change of an app instance.
    case instance(InstanceChange)
    /// A change of a remediation session.
    case remediation(RemediationChange)
    /// Spends one sign-in attempt of the account's name and one of the address.
    ///
    /// Precondition: neither has used up its budget at that instant; both are counted in the same statement that tests.
    case spendSignInAttempt(account: String, address: String, budget: SignInBudget, at: Timestamp)
    /// Gives one attempt of each back: it was no guess, and many people may share an address.
    case returnSignInAttempt(account: String, address: String)
    /// A change of a device.
    case device(DeviceChange)
    /// A change by an administrator.
    case administration(AdministrationChange)
    /// Moves a reader of the journal. Precondition: it still stands where it stood; nil is one that has not begun.
    case advance(JournalCursor, from: JournalCursor?)
    /// A change of the journal's seals.
    case seal(SealChange)
    /// A change of what destinations outside are told.
    case delivery(DeliveryChange)
    /// A change of how a pull source is.
    case pull(PullChange)
}

/// A change of an app instance.
public enum InstanceChange: Sendable {
    /// Inserts an instance. Precondition: no enrolled instance of the tenant has its key, none has its identifier.
    case insert(AppInstance)
    /// Replaces the state of an instance. Precondition: it still has the version.
    case update(AppInstance, expecting: Int64)
    /// Makes this the instance's one current enrolment identifier; any earlier one dies.
    case replaceEnrollmentID(SecretHash, of: AppInstanceID, at: Timestamp)
    /// Ends the instance's enrolment identifiers.
    case retireEnrollmentIDs(AppInstanceID)
    /// Makes a managed identity, by the SHA-256 of its public key, back this instance.
    ///
    /// Precondition: it backs nothing, or `expecting`, and that for the same account and client.
    case claimIdentity(
        fingerprint: SecretHash, AppInstanceID, account: AccountID, client: ClientID, expecting: AppInstanceID?,
        at: Timestamp)
    /// Adds a revocation pair at this write's last sequence: every token of the scope decided on before is inactive.
    case revoke(RevocationScope, at: Timestamp)
    /// Ends every active grant that is bound to the instance, and adds a revocation pair for each.
    case killGrants(AppInstanceID, GrantDeath, at: Timestamp)
    /// Forgets the refusals of the account and client.
    case clearRefusals(AccountID, ClientID)
}

/// A change of a remediation session.
public enum RemediationChange: Sendable {
    /// Opens a session under the hash of its secret.
    ///
    /// Precondition: none of this account and app is open for the same installation; one that has expired counts until
    /// it is closed.
    case open(RemediationSession, SecretHash)
    /// Keeps a session open for as long as it says now. Precondition: it is open and has not expired at that instant.
    case use(RemediationSession, at: Timestamp)
    /// Makes a session without an installation that of this instance, unless one of it is open.
    case adopt(RemediationSessionID, AppInstanceID)
    /// Closes a session. Precondition: nobody has closed it.
    case close(RemediationSessionID, RemediationSession.Closure, at: Timestamp)
}

/// A change of a device.
public enum DeviceChange: Sendable {
    /// Inserts a device. Precondition: none of its identifiers is known.
    case insert(Device)
    /// Replaces the state of a device. Precondition: it still has the version, and nobody has the added identifiers.
    case update(Device, adding: Set<DeviceIdentifier>, expecting: Int64)
}

/// A change by an administrator.
public enum AdministrationChange: Sendable {
    /// Makes a tenant. Precondition: neither its identifier nor its alias is taken.
    case createTenant(TenantRecord)
    /// Begins the next epoch of the tenant's store: what was issued in another one is not active any more.
    ///
    /// Precondition: the epoch is still the given one.
    case raiseEpoch(from: Int64)
    /// Inserts or replaces everything that a directory document names, and raises the directory's revision; what it
    /// does not name stays. It disables accounts but enables none.
    case applyDirectory(DirectoryContents, at: Timestamp)
    /// Changes nothing. Precondition: directory and policies are still at these revisions.
    case requireRevisions(directory: Int64, policies: Int64)
    /// Replaces the policies, and raises their revision. Precondition: the revision is still the expected one.
    case publishPolicies(PolicyDraft, expecting: Int64)
    /// Schedules a promotion, or replaces the one of the same policy.
    case schedulePromotion(PolicyPromotion, at: Timestamp)
    /// Keeps what was seen of a policy that is to be promoted. Precondition: nobody has looked further meanwhile.
    case observePromotion(PolicyPromotion, expecting: Int64)
    /// Removes a promotion. Precondition: there is one.
    case cancelPromotion(PolicyID)
    /// Replaces app-protection policies, exemptions, rules of devices and settings, and raises their revision.
    ///
    /// Precondition: as above.
    case publishProtection(
        [AppProtectionPolicy], exemptions: [Exemption], devices: DeviceRules = DeviceRules(),
        settings: ProtectionSettings = ProtectionSettings(), expecting: Int64, at: Timestamp)
    /// Keeps an exemption that is asked for. Precondition: none is asked for under its identifier.
    case requestExemption(ExemptionRequest)
    /// Takes a request away because somebody approves it. Precondition: there is one, and somebody else has asked for it.
    case approveExemption(String, by: String)
    /// Takes a request away. Precondition: there is one.
    case dropExemptionRequest(String)
    /// Adds a signal source, to be asked at once if it is one that is asked, and raises the directory's revision.
    ///
    /// Precondition: its name is free.
    case insertSource(SignalSourceRecord)
    /// Replaces a signal source, and raises the directory's revision. Precondition: it still has the version.
    case updateSource(SignalSourceRecord, expecting: Int64)
    /// Removes a signal source, and raises the directory's revision. Precondition: there is one.
    case removeSource(SignalSourceID)
    /// Gives a source that is asked another secret, and raises the directory's revision. Precondition: there is one.
    case replacePullSecret(SignalSourceID, sealed: [UInt8])
    /// Says when a source is asked next, nil for never; whoever asks it now is no longer heard.
    ///
    /// Precondition: it is one that is asked.
    case schedulePull(SignalSourceID, at: Timestamp?)
    /// Sets an account's password hash and ends its grants, sessions and tokens: whoever knew the old password is out.
    ///
    /// Precondition: the account exists.
    case setPasswordHash(AccountID, String, at: Timestamp)
    /// Enables or disables an account; disabling ends its grants and sessions. Precondition: the account exists.
    ///
    /// Of one that holds a role or is break-glass it raises the directory's revision.
    case setAccountEnabled(AccountID, Bool, at: Timestamp)
}

/// What became of a write.
public enum CommitResult: Sendable, Hashable {
    /// Everything is durable; the sequence of its last journal entry, or the head's if it had none.
    case committed(sequence: Int64)
    /// The change at this index found its precondition not to hold; nothing was written.
    case refused(change: Int)
}
