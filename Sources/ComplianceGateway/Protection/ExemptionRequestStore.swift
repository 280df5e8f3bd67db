public import AccessModel
public import Compliance

/// Where exemptions are found that wait for a second administrator.
public protocol ExemptionRequestStore: Sendable {
    /// The tenant's requests, the oldest first.
    ///
    /// - Returns: all of them.
    /// - Throws: ``StoreError``.
    func exemptionRequests(of tenant: TenantID) async throws(StoreError) -> [ExemptionRequest]
}
