import AccessModel
import AccessPolicy
import ComplianceGateway
import Observability
import ServiceRuntime
import Storage

/// What is to be done from time to time, once a minute: what nothing can ask for any more is deleted, and policies that
/// were watched long enough are put in force.
final class Housekeeping: Service {
    let name = "housekeeping"
    private let store: SQLGatewayStore
    private let environment: GatewayEnvironment
    private let clock: any WallClock
    private let logger: Logger
    /// How each policy was refused the last time, so that it is said once.
    private let refused = Lock([TenantID: [PolicyID: PromotionEvent]]())

    init(_ store: SQLGatewayStore, _ environment: GatewayEnvironment, clock: any WallClock, logger: Logger) {
        self.store = store
        self.environment = environment
        self.clock = clock
        self.logger = logger
    }

    func run() async throws {
        while true {
            try await clock.sleep(milliseconds: 60_000)
            await deleteExpired()
            await promotePolicies()
            await closeRemediations()
        }
    }

    private func deleteExpired() async {
        do {
            try await store.deleteExpired(at: Timestamp(milliseconds: clock.nowMilliseconds))
        } catch {
            // What is left over is deleted the next time.
            warn("expired rows were not deleted", error)
        }
    }

    /// Says what failed, unless it did because the gateway is asked to stop.
    private func warn(_ failure: StaticString, _ error: any Error, by logger: Logger? = nil) {
        guard !Task.isCancelled else { return }
        (logger ?? self.logger).warning(failure, [.errorMessage: .error(error)])
    }

    /// Closes every tenant's expired remediation sessions; what fails is tried again the next time.
    private func closeRemediations() async {
        let expiry = RemediationExpiry(environment, sessions: store)
        do {
            for tenant in try await store.tenants() { try await expiry.close(in: tenant.id) }
        } catch {
            warn("expired remediations were not closed", error)
        }
    }

    /// Advances every tenant's promotions; what fails is tried again the next time.
    func promotePolicies() async {
        let promotions = PolicyPromotions(environment, log: store, actor: "gateway", reason: "scheduled promotion")
        let tenants: [TenantHead]
        do {
            tenants = try await store.tenants()
        } catch {
            return warn("policies were not promoted", error)
        }
        refused.withLock { refused in refused = refused.filter { entry in tenants.contains { $0.id == entry.key } } }
        for tenant in tenants {
            do {
                for event in try await promotions.advance(in: tenant.id) { tell(event, of: tenant) }
            } catch {
                warn(
                    "policies were not promoted", error,
                    by: logger.with([.tenantAlias: .string(tenant.alias)]))
            }
        }
    }

    /// Logs what happened to a promotion; a refusal only if it is another than the one before.
    func tell(_ event: PromotionEvent, of tenant: TenantHead) {
        switch event {
        case .promoted(let policy, let revision):
            refused.withLock { $0[tenant.id]?[policy] = nil }
            logger.notice(
                "policy enabled as scheduled",
                [.tenantAlias: .string(tenant.alias), .policy: .string(policy.rawValue), .revision: .integer(revision)])
        case .ended(let policy):
            refused.withLock { $0[tenant.id]?[policy] = nil }
            logger.notice(
                "there is nothing to promote any more",
                [.tenantAlias: .string(tenant.alias), .policy: .string(policy.rawValue)])
        case .refused(let policy, let refusal, _):
            guard refused.withLock({ $0[tenant.id, default: [:]].updateValue(event, forKey: policy) }) != event else {
                return
            }
            logger.warning(
                "policy was not enabled: the lock-out guard forbids it",
                [
                    .tenantAlias: .string(tenant.alias), .policy: .string(policy.rawValue),
                    .cause: .string(refusal.rawValue),
                ])
        }
    }
}
