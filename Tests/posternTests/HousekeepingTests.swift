import AccessModel
import AccessPolicy
import ComplianceGateway
import Observability
import SQLDatabase
import ServiceRuntime
import Storage
import TestSupport
import Testing

@testable import postern

@Suite struct HousekeepingTests {
    private let log = LogRecorder()

    /// Runs with the housekeeping of a state directory.
    private func with(
        _ gateway: TestGateway, _ work: (Housekeeping, SQLGatewayStore, SQLiteDatabase) async throws -> Void
    ) async throws {
        let state = StateDirectory(gateway.state)
        let database = try await state.open()
        do {
            let session = try await AdministrationSession(
                database, of: state, masterKey: state.readMasterKey(nil), url: nil, tenant: "contoso",
                reason: nil)
            let store = SQLGatewayStore(database)
            let housekeeping = Housekeeping(
                store, session.environment, clock: ManualClock(nowMilliseconds: 1_700_000_000_000),
                logger: Logger(label: "housekeeping", level: .info, sink: log))
            do {
                try await work(housekeeping, store, database)
                session.environment.passwords.close()
            } catch {
                session.environment.passwords.close()
                throw error
            }
            await database.close()
        } catch {
            await database.close()
            throw error
        }
    }

    @Test func `a tenant whose policies cannot be read keeps no other from its promotions`() async throws {
        let gateway = try await TestGateway()
        let isMade = try await gateway.session { session in
            try await session.administration.createTenant(
                TenantID("c3b0a1d2-0000-4000-8000-00000000fab0"), alias: "fabrikam", name: "Fabrikam")
        }
        #expect(isMade)
        let policy = PolicyPublicationCommandTests.policy
        for tenant in ["contoso", "fabrikam"] {
            for state in ["enabledForReportingButNotEnforced", "disabled"] {
                let file = try gateway.write("\(tenant)/p.json", policy(1, "mfa", state, ""))
                let directory = String(file.dropLast("/p.json".count))
                let applied = await gateway.run("policy", "apply", directory, "--tenant", tenant)
                try #require(applied.code == .success, "\(applied.errors)")
                guard state != "disabled" else { continue }
                let scheduled = await gateway.run(
                    "policy", "promote", "44444444-0000-4000-8000-000000000001", "--after-days", "0", "--tenant",
                    tenant)
                try #require(scheduled.code == .success, "\(scheduled.errors)")
            }
        }
        try await with(gateway) { housekeeping, store, database in
            let tenants = try await store.tenants().map(\.alias)
            let (broken, other) = (try #require(tenants.first), try #require(tenants.last))
            let damage = SQLStatement(
                "UPDATE policy_sets SET document = CAST('[{' AS BLOB) WHERE tenant = (SELECT id FROM tenants WHERE alias = ?)",
                [.text(broken)])
            _ = try await database.write(SQLWrite([SQLStep(damage)]))
            await housekeeping.promotePolicies()
            let warnings = log.entries.filter { $0.level == .warning }.map { "\($0)" }
            #expect(warnings.count == 1 && warnings.allSatisfy { $0.contains(broken) }, "\(warnings)")
            let notices = log.entries.filter { $0.level == .notice }.map { "\($0)" }
            #expect(notices.count == 1 && notices.allSatisfy { $0.contains(other) }, "\(notices)")
        }
    }

    @Test func `a refusal is said once, for each tenant, until it is another`() async throws {
        let gateway = try await TestGateway()
        try await with(gateway) { housekeeping, store, _ in
            let tenant = try #require(try await store.tenants().first)
            var other = tenant
            other.id = TenantID("c3b0a1d2-0000-4000-8000-00000000fab0")
            var later = tenant.revisions
            later.policies += 1
            let first = PromotionEvent.refused(PolicyID("p"), .nobodyCanAdminister, at: tenant.revisions)
            let second = PromotionEvent.refused(PolicyID("p"), .nobodyCanAdminister, at: later)
            var counts: [Int] = []
            for (event, tenant) in [
                (first, tenant), (first, tenant), (first, other), (second, tenant), (second, tenant), (first, tenant),
                (.ended(PolicyID("p")), tenant), (first, tenant),
            ] {
                housekeeping.tell(event, of: tenant)
                counts.append(log.entries.count { $0.level == .warning })
            }
            #expect(counts == [1, 1, 2, 3, 3, 4, 4, 5])
        }
    }
}
