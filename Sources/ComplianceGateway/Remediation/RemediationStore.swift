public import AccessModel
public import Compliance

/// Where remediation sessions that have expired are found, so that the journal is told.
public protocol RemediationStore: Sendable {
    /// A tenant's sessions that have expired and that nobody has closed, the oldest first.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - now: the instant.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many.
    /// - Throws: ``StoreError``.
    func expiredRemediations(
        in tenant: TenantID, at now: Timestamp, limit: Int
    ) async throws(StoreError) -> [RemediationSession]
}

/// Closes remediation sessions that have expired.
///
/// A session counts as expired from its own instant on, whoever looks; this writes it down.
public struct RemediationExpiry: Sendable {
    private static let batch = 100

    private let environment: GatewayEnvironment
    private let sessions: any RemediationStore

    /// Makes the use case.
    public init(_ environment: GatewayEnvironment, sessions: any RemediationStore) {
        self.environment = environment
        self.sessions = sessions
    }

    /// Closes the expired sessions of a tenant, at most 10,000 of them.
    ///
    /// - Returns: how many were closed.
    /// - Throws: ``StoreError``.
    @discardableResult
    public func close(in tenant: TenantID) async throws(StoreError) -> Int {
        let now = environment.now()
        var count = 0
        for _ in 0..<Self.batch {
            let expired = try await sessions.expiredRemediations(in: tenant, at: now, limit: Self.batch)
            guard !expired.isEmpty else { return count }
            for session in expired {
                guard let closure = session.closure(at: now) else { continue }
                let subject = JournalSubject(
                    account: session.account, client: session.client, instance: session.instance)
                let write = GatewayWrite(
                    tenant: tenant, changes: [.remediation(.close(session.id, closure, at: now))],
                    entries: [.remediationClosed(session.id, closure, at: now, subject: subject, nil)])
                // Refused when somebody else closed it meanwhile.
                if case .committed = try await environment.store.commit(write) { count += 1 }
            }
        }
        return count
    }
}
