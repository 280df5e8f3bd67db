import AccessModel
import AuthorizationServer
import Compliance
import JSONCoding

/// Evaluates devices anew that time, a source or the rules may have changed.
struct DeviceReevaluation: Sendable {
    /// Why devices are evaluated again, as their entries say it; the texts are stable.
    enum Cause: String, Sendable {
        /// A verdict has ended, or a grace is over.
        case time
        /// A source failed, came back, was enabled, disabled or removed; or what is asked of devices has changed.
        case change
    }

    let environment: GatewayEnvironment
    let directory: TenantDirectory

    /// Evaluates devices at this moment.
    ///
    /// Nothing is stored of one that is what it was, so that doing it again repeats no effect.
    ///
    /// - Returns: how many are stored anew.
    /// - Throws: ``StoreError``.
    func evaluate(
        _ devices: [DeviceID], of tenant: TenantID, because cause: Cause
    ) async throws(StoreError) -> Int {
        guard let store = environment.devices, !devices.isEmpty else { return 0 }
        for _ in 0..<5 {
            guard let snapshot = try await store.devices(of: tenant, DeviceQuery(devices: Set(devices))) else {
                return 0
            }
            let facts = try await directory.configuration(at: snapshot.head).devices
            let write = write(snapshot, devices, facts, cause, in: tenant)
            let count = write.changes.count { if case .device = $0 { true } else { false } }
            if count == 0 { return 0 }
            if case .committed = try await environment.store.commit(write) { return count }
            // Somebody changed one of them meanwhile: the others need not wait for it.
            guard devices.count > 1 else { continue }
            var changed = 0
            for device in devices { changed += try await evaluate([device], of: tenant, because: cause) }
            return changed
        }
        return 0
    }

    private func write(
        _ snapshot: DeviceSnapshot, _ devices: [DeviceID], _ facts: DeviceFacts, _ cause: Cause, in tenant: TenantID
    ) -> GatewayWrite {
        let now = environment.now()
        var news = DeviceNews(snapshot.instances, correlation: nil, at: now)
        var changes: [StateChange] = []
        for id in devices {
            guard let stored = snapshot.devices[id] else { continue }
            let transition = stored.device.reevaluate(facts: facts, at: now)
            guard !transition.device.saysSame(as: stored.device) else { continue }
            changes.append(.device(.update(transition.device, adding: [], expecting: stored.version)))
            // Tokens are cut with a change of what is stored, and stand at the sequence of its entry.
            if transition.isChange, let result = transition.device.result {
                news.carryOut(transition, result, cause: [("cause", .string(cause.rawValue))], facts: facts)
            }
        }
        return GatewayWrite(tenant: tenant, changes: changes + news.changes, entries: news.entries)
    }
}

extension DeviceTransition {
    /// Whether status or reasons are not what they were, or there is something to tell.
    fileprivate var isChange: Bool {
        effects.contains { effect in
            switch effect {
            case .complianceChanged, .reevaluateInstances, .checksFailing, .stepsNear, .checksSettled: true
            case .suspendTokens: false
            }
        }
    }
}
