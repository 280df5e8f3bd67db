import AccessModel
public import AuthorizationServer
import Compliance
import Directory

/// Why a service may not follow a tenant's events.
public enum StatusRefusal: Error, Sendable, Hashable {
    /// It has not shown who it is.
    case credential(TokenRequestRefusal)
    /// The directory does not let it.
    case notAllowed
}

/// What lets somebody follow events, and whose.
public struct StatusAdmission: Sendable {
    /// Whose events.
    public let audience: StatusAudience
    /// By what they are followed.
    public let authority: StreamAuthority
    /// The tenant at the moment of asking.
    public let head: TenantHead
}

extension LiveStatus {
    /// Lets an app follow its own account, or one instance of it.
    ///
    /// - Parameter caller: who was let into the compliance API.
    /// - Returns: what it may follow.
    public func admit(_ caller: ComplianceCaller) -> StatusAdmission {
        let (account, client) = (caller.account.account.id, caller.client.id)
        let audience = caller.namedInstance.map { StatusAudience.instance($0.instance.id, account, client) }
        let authority = StreamAuthority(
            holder: .grant(
                caller.grant.id, decidedAt: caller.decidedAt.sequence, epoch: caller.decidedAt.epoch),
            expiresAt: caller.expiresAt)
        var head = caller.head
        // Streams live long: they keep the name that the configuration has, and not a copy each.
        head.id = caller.configuration.head.id
        return StatusAdmission(audience: audience ?? .account(account, client), authority: authority, head: head)
    }

    /// Lets a service follow the whole tenant, if the directory says that it may.
    ///
    /// - Parameters:
    ///   - credential: what it authenticates with.
    ///   - tenant: the tenant.
    ///   - circumstances: what the edge knows of the request.
    /// - Returns: what it may follow, or why it is refused.
    /// - Throws: ``StoreError``.
    public func admit(
        _ credential: ClientCredential, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> Result<StatusAdmission, StatusRefusal> {
        let configuration = try await directory.configuration(at: tenant)
        let outcome = configuration.authenticate(credential, tokenURL: circumstances.url, now: environment.now())
        let caller: AuthenticatedClient
        switch outcome {
        case .refused(let fault): return .failure(.credential(.invalidClient(fault)))
        case .authenticated(let client, _): caller = client
        }
        guard let client = configuration.clients[caller.id], client.readsEvents, client.isConfidential else {
            return .failure(.notAllowed)
        }
        let authority = StreamAuthority(holder: .client(client.id, client.authentication), expiresAt: nil)
        return .success(StatusAdmission(audience: .tenant, authority: authority, head: configuration.head))
    }
}
