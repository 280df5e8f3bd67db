import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import JSONCoding
import SQLDatabase
import ServiceRuntime
import Storage
import Synchronization

/// Posture reports as the gateway evaluates and stores them, many at a time, and one reader of the journal that is woken.
///
/// It works on the state directory of a gateway that is not served, and adds app instances to it.
struct SignalBench: Sendable {
    /// What was measured.
    struct Figures {
        var signals: Int
        var entries: Int
        /// Entries that the reader had read when the last signal was stored.
        var read: Int
        var seconds: Double
    }

    private let store: SQLGatewayStore
    private let bell: JournalBell
    private let tenant: TenantID
    private let facts: ComplianceFacts
    private let instances: [AppInstance]

    /// Opens the state directory's database and enrols as many app instances as signals are under way at a time.
    init(_ database: SQLiteDatabase, concurrency: Int) async throws {
        bell = JournalBell()
        store = SQLGatewayStore(database, bell: bell)
        guard let head = try await store.tenants().first,
            let model = try await store.instances(of: head.id, account: nil, limit: 1).first?.instance
        else { throw BenchError("the state directory has no app instance to take for a model") }
        tenant = head.id
        let policy = try AppProtectionPolicy(
            id: AppProtectionPolicyID("bench"), displayName: "Benchmark", revision: 1,
            target: AssignmentTarget(include: .init(all: true)), rules: ProtectionRules(requiresPIN: true))
        facts = ComplianceFacts(policies: [policy], isProtectionDemanded: true, isAccountEnabled: true)
        let now = Self.now
        instances = (0..<concurrency).map { number in
            AppInstance(
                id: AppInstanceID("bench-\(now.milliseconds)-\(number)"), account: model.account, client: model.client,
                platform: .iOS, keyThumbprint: nil, enrolledAt: now, evidence: Evidence(.managedSecret),
                result: ComplianceResult(
                    status: .interactionRequired, reasons: [.postureMissing], evaluatedAt: now))
        }
        for instance in instances {
            let write = GatewayWrite(tenant: tenant, changes: [.instance(.insert(instance))], entries: [])
            guard case .committed = try await store.commit(write) else {
                throw BenchError("an app instance could not be added")
            }
        }
    }

    /// Reports for so many seconds.
    func measure(seconds: Double) async throws -> Figures {
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        let reader = JournalReader(store, tenant, from: try await store.tenants().first?.sequence ?? 0)
        // It is cancelled and awaited when this function ends.
        async let _ = reader.follow(bell)
        let (signals, entries) = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for instance in instances {
                group.addTask { try await report(instance, until: end) }
            }
            var sum = (0, 0)
            for try await one in group { sum = (sum.0 + one.0, sum.1 + one.1) }
            return sum
        }
        let elapsed = ContinuousClock.now - start
        let read = reader.count
        return Figures(
            signals: signals, entries: entries, read: read,
            seconds: Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18)
    }

    /// One app that reports again and again, with its PIN set and not set in turn, so that each report changes something.
    private func report(_ first: AppInstance, until end: ContinuousClock.Instant) async throws -> (Int, Int) {
        var (instance, version, signals, entries) = (first, Int64(1), 0, 0)
        while ContinuousClock.now < end {
            let now = max(Self.now, (instance.posture?.reportedAt ?? Self.now) + .milliseconds(1))
            guard let appVersion = Version("2.1.0"), let osVersion = Version("18.4") else { break }
            let report = PostureReport(
                appliedRevision: facts.revisionInForce, appVersion: appVersion, osVersion: osVersion, platform: .iOS,
                pinSet: signals % 2 == 0, rooted: false, reportedAt: now)
            guard let transition = instance.reportPosture(report, facts: facts, at: now).transition else {
                throw BenchError("a report was refused")
            }
            let write = write(transition, version, number: signals, at: now)
            guard case .committed = try await store.commit(write) else {
                throw BenchError("a report was not stored")
            }
            (instance, version, signals, entries) = (
                transition.instance, version + 1, signals + 1, entries + write.entries.count
            )
        }
        return (signals, entries)
    }

    /// What the compliance API writes for a report: the proof and the report used once, the instance, an entry for each
    /// effect and one for the report.
    private func write(
        _ transition: ComplianceTransition, _ version: Int64, number: Int, at now: Timestamp
    ) -> GatewayWrite {
        let instance = transition.instance
        let subject = JournalSubject(account: instance.account, client: instance.client, instance: instance.id)
        let correlation = CorrelationID("\(instance.id)-\(number)")
        let uses = ["proof", "posture"].map { owner in
            OneTimeUse(.proof, tenant: tenant, owner: owner, identifier: correlation.rawValue)
        }
        var changes: [StateChange] = uses.map { .grant(.useOnce($0, until: now + .seconds(60))) }
        changes.append(.instance(.update(instance, expecting: version)))
        var entries: [JournalEntry] = []
        func entry(_ kind: JournalKind) {
            entries.append(
                JournalEntry(
                    kind, at: now, subject: subject, correlation: correlation,
                    details: [("to", .string(instance.result.status.name))]))
        }
        for effect in transition.effects {
            switch effect {
            case .complianceChanged: entry(.complianceChanged)
            case .suspendGrants:
                changes.append(.instance(.revoke(.instance(instance.id), at: now)))
                entry(.tokensSuspended)
            case .clearRefusals: changes.append(.instance(.clearRefusals(instance.account, instance.client)))
            default: break
            }
        }
        entry(.postureReported)
        return GatewayWrite(tenant: tenant, changes: changes, entries: entries)
    }

    private static var now: Timestamp { Timestamp(milliseconds: SystemWallClock().nowMilliseconds) }
}

/// Reads a journal as it grows, as the live status does.
private final class JournalReader: Sendable {
    private let store: SQLGatewayStore
    private let tenant: TenantID
    private let position: Atomic<Int64>
    private let found = Atomic<Int>(0)

    init(_ store: SQLGatewayStore, _ tenant: TenantID, from position: Int64) {
        self.store = store
        self.tenant = tenant
        self.position = Atomic(position)
    }

    /// How many entries were read.
    var count: Int { found.load(ordering: .relaxed) }

    func follow(_ bell: JournalBell) async throws {
        for await _ in bell.rings() {
            while true {
                let page = try await store.journal(
                    of: tenant, after: position.load(ordering: .relaxed),
                    kinds: [.complianceChanged, .tokensSuspended, .postureReported], limit: 1000)
                position.store(page.through, ordering: .relaxed)
                found.wrappingAdd(page.entries.count, ordering: .relaxed)
                if page.through >= page.head { break }
            }
        }
    }
}
