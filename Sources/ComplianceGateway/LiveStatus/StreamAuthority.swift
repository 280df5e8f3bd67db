import AccessModel
import AuthorizationServer
import Directory
import JSONCoding

/// What somebody follows events by, checked again for as long as the stream lives.
public struct StreamAuthority: Sendable {
    /// Who follows.
    enum Holder: Sendable {
        /// An app, by an access token for the compliance resource; it follows what is its own.
        case grant(GrantID, decidedAt: Int64, epoch: Int64)
        /// A service that the directory allows it, by its credentials.
        case client(ClientID, ClientAuthentication)
    }

    let holder: Holder
    /// When it ends by itself; nil when it does not.
    let expiresAt: Timestamp?

    /// Whether it would still be given at this moment.
    func stands(
        for audience: StatusAudience, _ environment: GatewayEnvironment, _ directory: TenantDirectory, tenant: TenantID
    ) async throws(StoreError) -> Bool {
        if let expiresAt, environment.now() >= expiresAt { return false }
        switch holder {
        case .grant(let grant, let sequence, let epoch):
            guard let (account, client) = audience.owner else { return false }
            // As for every other request to the compliance API, the grant itself has to live.
            let scopes: [RevocationScope] = [.tenant, .client(client), .account(account)]
            let query = FactsQuery(
                tenant: tenant, anchor: .grant(grant),
                revocations: RevocationQuery(scopes: scopes, after: sequence))
            guard let facts = try await environment.store.facts(query) else { return false }
            return facts.head.epoch == epoch && facts.revocations.isEmpty && facts.grant?.state == .active
                && facts.account?.account.isEnabled == true
        case .client(let id, let credentials):
            guard let head = try await environment.store.tenant(.id(tenant)) else { return false }
            let client = try await directory.configuration(at: head).clients[id]
            return client?.readsEvents == true && client?.authentication == credentials
        }
    }

    /// Whether the authority of those whom the entry concerns is checked at once.
    ///
    /// A posture break, which is what happens most, leaves the way back to compliance open and so ends no stream.
    static func isDoubted(by entry: JournaledEntry) -> Bool {
        kinds.contains(entry.kind) && (entry.kind != .tokensSuspended || entry.details["cause"] != nil)
    }

    /// The kinds of entries that may put an authority in doubt.
    static let kinds: [JournalKind] = [
        .grantRevoked, .refreshTokenReused, .authorizationCodeReused, .accountDisabled, .passwordSet,
        .instanceWiped, .instanceUnenrolled, .wipeRequested, .tokensSuspended, .directoryApplied,
    ]
}
