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
    /// What was refused already, so that it is said once.
    private let refused = Lock(Set<PromotionEvent>())

    init(_ store: SQLGatewayStore, _ environment: GatewayEnvironment, clock: any WallClock, logger: Logger) {
        self.store = store
        self.environment = environment
        self.clock = clock
        self.logger = logger
    }

    func run() async throws {
        while true {
            try await clock.sleep(untilMilliseconds: clock.nowMilliseconds + 60_000)
            await deleteExpired()
            await promotePolicies()
        }
    }

    private func deleteExpired() async {
        do {
            try await store.deleteExpired(at: Timestamp(milliseconds: clock.nowMilliseconds))
        } catch {
            // What is left over is deleted the next time.
            logger.warning("expired rows were not deleted", [.errorMessage: .error(error)])
        }
    }

    /// Advances every tenant's promotions; what fails is tried again the next time.
    func promotePolicies() async {
        let promotions = PolicyPromotions(environment, log: store, actor: "gateway", reason: "scheduled promotion")
        do {
            for tenant in try await store.tenants() {
                for event in try await promotions.advance(in: tenant.id) { tell(event, of: tenant) }
            }
        } catch {
            logger.warning("policies were not promoted", [.errorMessage: .error(error)])
        }
    }

    private func tell(_ event: PromotionEvent, of tenant: TenantHead) {
        switch event {
        case .promoted(let policy, let revision):
            logger.notice(
                "policy enabled as scheduled",
                [.tenantAlias: .string(tenant.alias), .policy: .string(policy.rawValue), .revision: .integer(revision)])
        case .ended(let policy):
            logger.notice(
                "there is nothing to promote any more",
                [.tenantAlias: .string(tenant.alias), .policy: .string(policy.rawValue)])
        case .refused(let policy, let refusal, _):
            guard refused.withLock({ $0.insert(event).inserted }) else { return }
            logger.warning(
                "policy was not enabled: the lock-out guard forbids it",
                [
                    .tenantAlias: .string(tenant.alias), .policy: .string(policy.rawValue),
                    .cause: .string(refusal.rawValue),
                ])
        }
    }
}
