import AccessModel
import ComplianceGateway
import Observability
import ServiceRuntime

/// Seals every tenant's journal, keeps the checkpoints outside the database, and removes entries whose time is over.
///
/// It looks at the tenants' counters once a second, and at entries only when there is something to seal.
final class JournalKeeper: Service {
    let name = "journal"

    private let environment: GatewayEnvironment
    private let store: any JournalSealStore
    private let tenants: @Sendable () async throws -> [TenantHead]
    private let sealing: JournalSealing
    private let checkpoints: CheckpointExport
    private let settings: JournalSettings
    private let clock: any WallClock
    private let logger: Logger
    private let standings = Lock([TenantID: Standing]())

    /// What is known of a tenant's journal from the last time.
    private struct Standing {
        var sealedThrough: Int64 = 0
        /// When sealing was tried, in milliseconds; entries that are fewer than a seal's wait from then on.
        var triedAt: Int64?
        var isObstructed = false
        /// Whether every seal's checkpoint is outside.
        var isExported = false
        var retainedAt: Int64?
        /// What was told of last, so that it is told once.
        var trouble: String?
    }

    /// How often it is looked whether entries can be removed, in milliseconds.
    private static let retentionInterval: Int64 = 3_600_000

    init(
        _ environment: GatewayEnvironment, directory: TenantDirectory, store: any JournalSealStore,
        tenants: @escaping @Sendable () async throws -> [TenantHead], checkpoints: CheckpointExport,
        settings: JournalSettings, clock: any WallClock, logger: Logger
    ) {
        self.environment = environment
        self.store = store
        self.tenants = tenants
        sealing = JournalSealing(
            environment, directory: directory, store: store, entryCount: settings.sealEntries)
        self.checkpoints = checkpoints
        self.settings = settings
        self.clock = clock
        self.logger = logger
    }

    /// Writes the checkpoints that are missing outside, and seals what is there.
    func start() async throws { await keep() }

    func run() async throws {
        while true {
            try await clock.sleep(milliseconds: 1_000)
            await keep()
        }
    }

    /// Seals all there is: nothing is written any more.
    func finish() async { await keep(.all) }

    /// Looks at every tenant once.
    ///
    /// - Parameter extent: `.all` to seal also what is not due; otherwise what is due by number or time.
    func keep(_ extent: JournalSealing.Extent = .full) async {
        let heads: [TenantHead]
        do {
            heads = try await tenants()
        } catch {
            return logger.warning("journals were not sealed", [.errorMessage: .error(error)])
        }
        for head in heads {
            var standing = standings.withLock { $0[head.id] } ?? Standing()
            await keep(head, extent, &standing)
            standings.withLock { $0[head.id] = standing }
        }
    }

    private func keep(_ head: TenantHead, _ extent: JournalSealing.Extent, _ standing: inout Standing) async {
        let now = clock.nowMilliseconds
        let isTime = standing.triedAt.map { now >= $0 + settings.sealSeconds * 1_000 || now < $0 } ?? true
        let pending = head.sequence - standing.sealedThrough
        let isFull = pending >= settings.sealEntries && !standing.isObstructed
        if extent == .all || isFull || (isTime && pending > 0) {
            standing.triedAt = now
            await seal(head, extent == .all || isTime ? .all : .full, &standing)
        } else if isTime, !standing.isExported {
            standing.triedAt = now
            await export(head, &standing)
        }
        let isRetentionDue = standing.retainedAt.map { now >= $0 + Self.retentionInterval || now < $0 } ?? true
        if let retention = settings.retention, isRetentionDue {
            standing.retainedAt = now
            await remove(head, before: Timestamp(milliseconds: now) - retention, &standing)
        }
    }

    private func seal(_ head: TenantHead, _ extent: JournalSealing.Extent, _ standing: inout Standing) async {
        do {
            let outcome = try await sealing.seal(head.id, extent)
            standing.sealedThrough = outcome.sealedThrough
            standing.isObstructed = outcome.obstacle != nil
            if outcome.seals > 0 { standing.isExported = false }
            if let obstacle = outcome.obstacle {
                tell("the journal cannot be sealed any further; see postern journal verify", obstacle, head, &standing)
            }
        } catch {
            standing.isObstructed = true
            tell("the journal was not sealed", error, head, &standing)
        }
        if !standing.isExported { await export(head, &standing) }
    }

    private func export(_ head: TenantHead, _ standing: inout Standing) async {
        do {
            _ = try await checkpoints.export(head.id, from: store)
            standing.isExported = true
            if !standing.isObstructed { standing.trouble = nil }
        } catch {
            tell("checkpoints of the journal were not exported", error, head, &standing)
        }
    }

    private func remove(_ head: TenantHead, before: Timestamp, _ standing: inout Standing) async {
        do {
            let exported = try await checkpoints.export(head.id, from: store)
            let days = (settings.retention?.components.seconds ?? 0) / 86_400
            let retention = JournalRetention(
                environment, store: store, actor: "gateway", reason: "journalRetentionDays is \(days)")
            let outcome = try await retention.prune(head.id, before: before, exportedThrough: exported)
            guard let removed = outcome.sequences else { return }
            logger.notice(
                "journal entries removed",
                [
                    .tenantAlias: .string(head.alias), .firstSequence: .integer(removed.lowerBound),
                    .lastSequence: .integer(removed.upperBound),
                ])
        } catch {
            tell("journal entries were not removed", error, head, &standing)
        }
    }

    /// Says once what is wrong; what is tried again and fails in the same way is not said again.
    private func tell(_ message: StaticString, _ error: any Error, _ head: TenantHead, _ standing: inout Standing) {
        let trouble = "\(message): \(error)"
        guard standing.trouble != trouble else { return }
        standing.trouble = trouble
        logger.error(message, [.tenantAlias: .string(head.alias), .errorMessage: .error(error)])
    }
}
