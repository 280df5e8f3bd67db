public import AccessModel
import AccessPolicy
import Authentication
import AuthorizationServer
import Compliance
import ComplianceGateway
import Directory
import Testing

/// A tenant in a store, with the account `alice` and the client `mail`.
struct TestTenant: Sendable {
    let store: any GatewayStore
    let id: TenantID

    static let alice = AccountID("00000000-0000-4000-8000-00000000a11c")
    static let bob = AccountID("00000000-0000-4000-8000-000000000b0b")

    static func make(
        in store: any GatewayStore, id: TenantID = "tenant-1", alias: String = "contoso"
    ) async throws -> TestTenant {
        let tenant = TestTenant(store: store, id: id)
        try await tenant.commit(.administration(.createTenant(.sample(id, alias: alias))))
        try await tenant.commit(
            .administration(.applyDirectory(.init(accounts: [.alice, .bob]), at: .start)))
        return tenant
    }

    /// Commits changes with so many journal entries and demands that they are taken.
    @discardableResult
    func commit(
        _ changes: StateChange..., entries: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Int64 {
        let result = try await store.commit(write(changes, entries: entries))
        guard case .committed(let sequence) = result else {
            Issue.record("\(result)", sourceLocation: sourceLocation)
            return -1
        }
        return sequence
    }

    /// Demands that the change refuses its write at its own index and that nothing of the write remains.
    func refuses(_ change: StateChange, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let before = try await head()
        let first = StateChange.grant(.useOnce(.fresh("canary", in: id), until: .start))
        let last = StateChange.grant(.useOnce(.fresh("second canary", in: id), until: .start))
        let result = try await store.commit(write([first, change, last], entries: 2))
        #expect(result == .refused(change: 1), sourceLocation: sourceLocation)
        #expect(try await head() == before, sourceLocation: sourceLocation)
        // The changes around it left nothing either: both can still be made, and so can be undone for the next time.
        let canaries = try await store.commit(write([first, last, .grant(.impossible)], entries: 0))
        #expect(canaries == .refused(change: 2), sourceLocation: sourceLocation)
    }

    func write(_ changes: [StateChange], entries: Int) -> GatewayWrite {
        GatewayWrite(
            tenant: id, changes: changes,
            entries: (0..<entries).map { _ in JournalEntry(.tokenIssued, at: .start) })
    }

    func head() async throws -> TenantHead {
        try #require(try await store.tenant(.id(id)))
    }

    func facts(
        _ anchor: FactsAnchor = .none, presented: InstanceKey? = nil, refusals: RefusalQuery? = nil,
        revocations: RevocationQuery? = nil, openRemediations: Bool = false
    ) async throws -> Facts {
        try #require(
            try await store.facts(
                FactsQuery(
                    tenant: id, anchor: anchor, presented: presented, refusals: refusals, revocations: revocations,
                    openRemediations: openRemediations)))
    }

    /// A remediation session.
    func remediation(
        _ id: RemediationSessionID = "remediation", instance: AppInstanceID? = "phone",
        account: AccountID = TestTenant.alice, at now: Timestamp = .start
    ) -> RemediationSession {
        RemediationSession(
            id: id, account: account, client: "mail", instance: instance, declaredCapability: true, at: now)
    }

    /// The revocation pairs of these scopes, whenever they were made.
    func revocations(_ scopes: RevocationScope...) async throws -> [RevocationPair] {
        try await facts(revocations: RevocationQuery(scopes: scopes, after: 0)).revocations
    }
}

extension Timestamp {
    /// The moment at which the tests happen.
    static let start = Timestamp(seconds: 1_800_000_000)
}

extension Identifier: ExpressibleByUnicodeScalarLiteral {}
extension Identifier: ExpressibleByExtendedGraphemeClusterLiteral {}
extension Identifier: ExpressibleByStringLiteral {
    /// Takes the literal as the identifier.
    public init(stringLiteral value: String) { self.init(value) }
}

extension GrantChange {
    /// A change that no store can make: a decision that is none.
    static let impossible = GrantChange.decideDeviceAuthorization(SecretHash(of: "nothing"), .pending, at: .start)
}

extension OneTimeUse {
    static func fresh(_ identifier: String, in tenant: TenantID) -> OneTimeUse {
        OneTimeUse(.proof, tenant: tenant, owner: "test", identifier: identifier)
    }
}

extension Account {
    static let alice = Account(
        id: TestTenant.alice, userPrincipalName: .named("Alice@contoso.example"), displayName: "Alice",
        roles: ["62e90394-69f5-4237-9190-012177145e10"])
    static let bob = Account(
        id: TestTenant.bob, userPrincipalName: .named("bob@contoso.example"), displayName: "Bob",
        guest: GuestIdentity(.b2bCollaborationMember, homeTenant: "fabrikam"))
}

extension UserPrincipalName {
    static func named(_ text: String) -> UserPrincipalName {
        guard let name = UserPrincipalName(text) else { preconditionFailure("`\(text)` is no name") }
        return name
    }
}

extension TenantRecord {
    static func sample(_ id: TenantID, alias: String) -> TenantRecord {
        TenantRecord(
            head: TenantHead(id: id, alias: alias, epoch: 7, sequence: 0, revisions: ConfigurationRevisions()),
            name: "Contoso", whenNothingMatches: .deny, sealedDataKey: [1, 2, 3],
            signingKeys: [
                SigningKeyRecord(id: "old", sealedPrivateKey: [4], isActive: false, createdAt: .start),
                SigningKeyRecord(id: "new", sealedPrivateKey: [5, 6], isActive: true, createdAt: .start),
            ], clients: [], resources: [], authorities: [], policyDocument: nil, protectionPolicies: [],
            exemptions: [])
    }
}
