public import AccessModel
import JSONCoding

/// Evaluates again whatever an event may have changed: the journal says what happened, and a durable cursor what has been
/// dealt with.
///
/// A change of devices' sources or rules goes through the devices, a publication or a change of the directory goes through the instances that it can concern, and then decides the tokens
/// that live again; what a sign-in alone knew, such as the address, stays as it was then. Everything is done in bounded
/// batches and every batch may be repeated.
public struct Reevaluation: Sendable {
    /// Where instances, journal and sign-ins are read.
    public typealias Store = JournalStore & ReevaluationStore & SignInLogStore

    /// How many instances or tokens are looked at in one step.
    static let batch = 200
    /// How far the stored cursor may be behind what was read, when there was nothing to do.
    static let slack: Int64 = 1000

    let environment: GatewayEnvironment
    let store: any Store
    private let instances: InstanceReevaluation
    let devices: DeviceReevaluation
    private let tokens: TokenReview

    /// Makes the use case.
    public init(_ environment: GatewayEnvironment, store: any Store, directory: TenantDirectory) {
        self.environment = environment
        self.store = store
        instances = InstanceReevaluation(environment: environment, directory: directory)
        devices = DeviceReevaluation(environment: environment, directory: directory)
        tokens = TokenReview(environment: environment, directory: directory)
    }

    /// Takes one step in a tenant's journal, or in what an entry of it has begun.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - place: where the last step ended; nil is where the stored cursor stands.
    /// - Returns: where this step ended, and what it came to.
    /// - Throws: ``StoreError``.
    public func step(
        in tenant: TenantID, from place: ReevaluationPlace?
    ) async throws(StoreError) -> (place: ReevaluationPlace, event: ReevaluationEvent) {
        var place = if let place { place } else { ReevaluationPlace(try await store.cursor(.reevaluation, of: tenant)) }
        if let progress = place.stored?.progress {
            let sweep: ReevaluationSweep
            do {
                sweep = try ReevaluationSweep(jsonBytes: Array(progress.utf8))
            } catch {
                throw .damaged("the cursor of the re-evaluation is not what the gateway wrote: \(error)")
            }
            return try await take(sweep, &place, tenant)
        }
        let page = try await store.journal(
            of: tenant, after: place.read, kinds: ReevaluationScope.kinds, limit: Self.batch)
        var scope = ReevaluationScope()
        for entry in page.entries { scope.formUnion(ReevaluationScope(entry)) }
        place.read = page.through
        guard !scope.isEmpty, let cause = page.entries.last?.sequence else {
            if place.read >= (place.stored?.sequence ?? -Self.slack) + Self.slack {
                try await move(&place, to: nil, tenant)
            }
            return (place, page.through < page.head ? .worked : .idle)
        }
        try await move(&place, to: ReevaluationSweep(cause: cause, scope: scope), tenant)
        return (place, .began(cause: cause))
    }

    /// Evaluates the instances and devices whose time has come, at most a batch of each.
    ///
    /// - Returns: how many there were and how many of them are due no longer.
    /// - Throws: ``StoreError``.
    public func evaluateDue() async throws(StoreError) -> (due: Int, changed: Int) {
        let due = try await store.dueInstances(at: environment.now(), limit: Self.batch)
        var changed = 0
        for one in due where try await instances.evaluate(one.instance, of: one.tenant) != .unchanged { changed += 1 }
        let devices = try await store.dueDevices(at: environment.now(), limit: Self.batch)
        for (tenant, devices) in Dictionary(grouping: devices, by: \.tenant) {
            changed += try await self.devices.evaluate(devices.map(\.device), of: tenant, because: .time)
        }
        return (due.count + devices.count, changed)
    }

    // MARK: One batch

    private func take(
        _ sweep: ReevaluationSweep, _ place: inout ReevaluationPlace, _ tenant: TenantID
    ) async throws(StoreError) -> (place: ReevaluationPlace, event: ReevaluationEvent) {
        var sweep = sweep
        var entries: [JournalEntry] = []
        let isDone =
            switch sweep.place {
            case .devices(let last): try await evaluateDevices(&sweep, after: last, tenant)
            case .untold(let sequence, let last): try await tell(&sweep, sequence, after: last, tenant, &entries)
            case .instances(let last): try await evaluate(&sweep, after: last, tenant)
            case .tokens(let first): try await review(&sweep, before: first, tenant)
            }
        guard isDone else {
            try await move(&place, to: sweep, tenant, entries)
            return (place, .worked)
        }
        try await move(&place, to: nil, tenant, entries + [sweep.entry(at: environment.now())])
        return (
            place,
            .completed(
                cause: sweep.cause, instances: sweep.instances, changed: sweep.changed, tokens: sweep.tokens,
                suspended: sweep.suspended, devices: sweep.devices)
        )
    }

    private func evaluate(
        _ sweep: inout ReevaluationSweep, after last: AppInstanceID?, _ tenant: TenantID
    ) async throws(StoreError) -> Bool {
        let batch =
            sweep.scope.instances.isEmpty
            ? []
            : try await store.enrolledInstances(
                of: tenant, sweep.scope.instances, after: last, limit: Self.batch)
        for instance in batch {
            sweep.instances += 1
            if try await instances.evaluate(instance, of: tenant) == .changed { sweep.changed += 1 }
        }
        if batch.count == Self.batch {
            sweep.place = .instances(after: batch.last)
            return false
        }
        sweep.place = .tokens(before: sweep.cause)
        return !sweep.scope.decidesTokens
    }

    private func review(
        _ sweep: inout ReevaluationSweep, before first: Int64, _ tenant: TenantID
    ) async throws(StoreError) -> Bool {
        let page = try await store.signIns(of: tenant, .newest(before: first), limit: Self.batch)
        let now = environment.now()
        for issuance in page where TokenReview.isLive(issuance, at: now) {
            sweep.tokens += 1
            if try await tokens.review(issuance, of: tenant) == .suspended { sweep.suspended += 1 }
        }
        guard page.count == Self.batch, let oldest = page.last, now < oldest.at + TokenReview.longestLife else {
            return true
        }
        sweep.place = .tokens(before: oldest.sequence)
        return false
    }

    private func move(
        _ place: inout ReevaluationPlace, to sweep: ReevaluationSweep?, _ tenant: TenantID,
        _ entries: [JournalEntry] = []
    ) async throws(StoreError) {
        let progress = sweep.map { String(decoding: $0.jsonBytes(), as: UTF8.self) }
        let next = JournalCursor(name: .reevaluation, sequence: place.read, progress: progress)
        let write = GatewayWrite(tenant: tenant, changes: [.advance(next, from: place.stored)], entries: entries)
        guard case .committed = try await environment.store.commit(write) else {
            throw .unavailable("somebody else evaluates this tenant again")
        }
        place.stored = next
    }
}

/// How far a re-evaluation has come in one tenant's journal.
public struct ReevaluationPlace: Sendable, Hashable {
    /// The cursor as it is stored.
    var stored: JournalCursor?
    /// Everything up to this sequence was read.
    var read: Int64

    /// Begins where a cursor stands; nil is the beginning of the journal.
    public init(_ stored: JournalCursor?) {
        self.stored = stored
        read = stored?.sequence ?? 0
    }

    /// Whether nothing is under way and everything was read that the tenant's journal has.
    ///
    /// - Parameter head: the tenant.
    /// - Returns: false when a step may find something to do.
    public func hasNothingToDo(at head: TenantHead) -> Bool { stored?.progress == nil && read >= head.sequence }
}

/// What one step of a re-evaluation came to.
public enum ReevaluationEvent: Sendable, Hashable {
    /// There is nothing to do.
    case idle
    /// There may be more to do.
    case worked
    /// An entry of this sequence has something evaluated again.
    case began(cause: Int64)
    /// What it had evaluated is done: how many instances and how many are not what they were, how many live tokens and how
    /// many times they were cut, and how many devices.
    case completed(
        cause: Int64, instances: Int64, changed: Int64, tokens: Int64, suspended: Int64, devices: Int64 = 0)
}

extension ReevaluationSweep {
    /// The entry that ends it.
    fileprivate func entry(at now: Timestamp) -> JournalEntry {
        JournalEntry(
            .reevaluationCompleted, at: now,
            details: [
                ("cause", .integer(cause)), ("instances", .integer(instances)), ("changed", .integer(changed)),
                ("tokens", .integer(tokens)), ("suspended", .integer(suspended)),
                ("devices", .integer(devices)), ("devicesChanged", .integer(devicesChanged)),
            ])
    }
}
