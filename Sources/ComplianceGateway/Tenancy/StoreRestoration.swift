public import AccessModel
import JSONCoding

/// What follows when a store turns out to be an older state of itself, or a copy.
///
/// Its journal goes on from where the state was taken. Without another epoch its sequences would name other events than they
/// did before, and a token of then would count as decided after revocations of now.
public enum StoreRestoration {
    /// Begins the next epoch of a tenant: tokens that were issued before are not active, and followers begin anew.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - store: the store.
    ///   - now: the time.
    ///   - actor: who found it out; nil for the gateway itself.
    /// - Returns: the new epoch; nil when somebody else began one meanwhile.
    /// - Throws: ``StoreError``.
    public static func beginEpoch(
        of tenant: TenantHead, in store: any GatewayStore, at now: Timestamp, actor: String?
    ) async throws(StoreError) -> Int64? {
        let epoch = tenant.epoch + 1
        let entry = JournalEntry(
            .storeRestored, at: now, subject: JournalSubject(actor: actor), details: [("epoch", .integer(epoch))])
        let write = GatewayWrite(
            tenant: tenant.id, changes: [.administration(.raiseEpoch(from: tenant.epoch))], entries: [entry])
        guard case .committed = try await store.commit(write) else { return nil }
        return epoch
    }
}
