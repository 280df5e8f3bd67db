public import AccessModel
import AuthorizationServer
import Compliance
import Directory
import JOSE
import JSONCoding

/// How an app whose grants are dead learns that it is to wipe its managed data, and says that it has.
///
/// A wipe ends the app's tokens at once, so that no token can be asked for here. The app proves the key of its instance
/// instead: whoever holds it is that installation, and all that it gains is to confirm its own wipe. A wrong key and an
/// instance that does not exist are answered alike.
public struct WipeOrders: Sendable {
    private let environment: GatewayEnvironment

    /// Makes the use cases.
    public init(_ environment: GatewayEnvironment) {
        self.environment = environment
    }

    /// Whether the instance is to be wiped.
    ///
    /// - Parameters:
    ///   - instance: the instance that the path names.
    ///   - proof: the header `DPoP`; nil when there is none.
    ///   - method: the request's method, in upper case.
    ///   - tenant: the tenant.
    ///   - circumstances: what the edge knows of the request.
    /// - Returns: true while the wipe is neither confirmed nor impossible; or why nothing is said.
    /// - Throws: ``StoreError``.
    public func isPending(
        for instance: AppInstanceID, proof: String?, method: String, tenant: TenantHead,
        circumstances: RequestCircumstances
    ) async throws(StoreError) -> Result<Bool, RefusedCompliance> {
        try await proved(instance, proof, method, tenant, circumstances).map { $0.stored.instance.pendingWipe }
    }

    /// Takes the app's word that it has wiped the data; saying it twice is no mistake.
    ///
    /// - Parameters:
    ///   - instance: the instance that the path names.
    ///   - proof: the header `DPoP`; nil when there is none.
    ///   - tenant: the tenant.
    ///   - circumstances: what the edge knows of the request.
    /// - Returns: nothing, or why it is refused.
    /// - Throws: ``StoreError``.
    public func confirm(
        _ instance: AppInstanceID, proof: String?, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> Result<Void, RefusedCompliance> {
        let found = try await proved(instance, proof, "POST", tenant, circumstances)
        guard case .success(let request) = found else { return found.map { _ in () } }
        switch request.stored.instance.confirmWipe() {
        case .refused(let refusal):
            if case .wiped = request.stored.instance.lifecycle { return .success(()) }
            return .failure(RefusedCompliance(.transition(refusal)))
        case .done(let transition):
            let now = environment.now()
            var write = InstanceWrite(
                transition, replacing: request.stored.version, death: .wiped, environment: environment,
                correlation: circumstances.correlation, at: now)
            write.journal(.wipeConfirmed)
            let use = OneTimeUse(
                .proof, tenant: tenant.id, owner: request.proof.keyThumbprint.encoded, identifier: request.proof.tokenID
            )
            let once = StateChange.grant(.useOnce(use, until: request.proof.issuedAt + RequestProof.memory))
            let whole = GatewayWrite(tenant: tenant.id, changes: [once] + write.changes, entries: write.entries)
            switch try await environment.store.commit(whole) {
            case .committed: return .success(())
            case .refused(let index): return .failure(RefusedCompliance(index == 0 ? .replayed : .concurrentChange))
            }
        }
    }

    private struct ProvedRequest {
        let stored: VersionedInstance
        let proof: DPoPProof
    }

    private func proved(
        _ instance: AppInstanceID, _ proof: String?, _ method: String, _ tenant: TenantHead,
        _ circumstances: RequestCircumstances
    ) async throws(StoreError) -> Result<ProvedRequest, RefusedCompliance> {
        let freshness = DPoPProof.Freshness(past: RequestProof.window, future: RequestProof.window)
        guard let proof,
            case .success(let proof) = DPoPProof.verify(
                proof, for: DPoPProof.Request(method: method, url: circumstances.url), at: environment.now(),
                freshness: freshness)
        else { return .failure(RefusedCompliance(.invalidProof)) }
        let query = FactsQuery(tenant: tenant.id, presented: .id(instance))
        guard let stored = try await environment.store.facts(query)?.presentedInstance,
            proof.keyThumbprint.encoded == stored.instance.keyThumbprint
        else { return .failure(RefusedCompliance(.unknownInstance)) }
        return .success(ProvedRequest(stored: stored, proof: proof))
    }
}
