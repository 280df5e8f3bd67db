import AccessModel
import Compliance
import JSONCoding

/// Evaluates a device anew whose time has come: a verdict has ended, or a grace is over.
struct DeviceReevaluation: Sendable {
    let environment: GatewayEnvironment
    let directory: TenantDirectory

    /// Evaluates a device at this moment.
    ///
    /// - Returns: whether it is stored anew.
    /// - Throws: ``StoreError``.
    func evaluate(_ device: DeviceID, of tenant: TenantID) async throws(StoreError) -> Bool {
        guard let store = environment.devices else { return false }
        for _ in 0..<5 {
            guard let snapshot = try await store.devices(of: tenant, DeviceQuery(devices: [device])),
                let stored = snapshot.devices[device]
            else { return false }
            let facts = try await directory.configuration(at: snapshot.head).devices
            let now = environment.now()
            let transition = stored.device.reevaluate(facts: facts, at: now)
            guard transition.device != stored.device, let result = transition.device.result else { return false }
            var news = DeviceNews(snapshot.instances, correlation: nil, at: now)
            news.carryOut(transition, result, cause: [("cause", .string("time"))])
            // A pair that cuts tokens stands at the sequence of an entry.
            let changes = news.entries.isEmpty ? [] : news.changes
            let write = GatewayWrite(
                tenant: tenant,
                changes: [.device(.update(transition.device, adding: [], expecting: stored.version))] + changes,
                entries: news.entries)
            if case .committed = try await environment.store.commit(write) { return true }
        }
        return false
    }
}
