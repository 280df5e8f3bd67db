import AccessModel
import Compliance
import Cryptography
import JSONCoding

/// Asks the sources whose time has come, and takes what they say of devices like signals that they had sent.
///
/// A source that cannot be reached, or that answers badly, makes nobody not compliant: what it said last holds for as long
/// as it is set, and is told of as a failure after. Of a device that an answer no longer names nothing is said: its verdict
/// ends with its time.
public struct SourcePulls: Sendable {
    private static let batch = 16

    private let environment: GatewayEnvironment
    private let store: any PullStore
    private let directory: TenantDirectory
    private let fetcher: any SourceFetcher
    private let intake: SignalIntake

    /// Makes the use case.
    public init(
        _ environment: GatewayEnvironment, store: any PullStore, directory: TenantDirectory,
        fetcher: any SourceFetcher
    ) {
        self.environment = environment
        self.store = store
        self.directory = directory
        self.fetcher = fetcher
        intake = SignalIntake(environment, directory: directory)
    }

    // MARK: Asking

    /// Takes the source that is longest overdue, so that nobody else asks it.
    ///
    /// - Returns: nil when none is due.
    /// - Throws: ``StoreError``.
    public func claim() async throws(StoreError) -> ClaimedPull? {
        for due in try await store.duePulls(at: environment.now(), limit: Self.batch) {
            guard let head = try await environment.store.tenant(.id(due.tenant)) else { continue }
            let configuration = try await directory.configuration(at: head)
            guard let opened = configuration.signalSources.values.first(where: { $0.source.id == due.source }),
                let pull = opened.pull
            else { continue }
            let lease = Hexadecimal.encode(environment.randomBytes(16))
            let change = PullChange.claim(
                due.source, since: due.nextAt, lease: lease, until: environment.now() + pull.patience)
            guard try await commit(change, in: due.tenant),
                let state = try await store.pullStates(of: due.tenant)[due.source], state.lease == lease
            else { continue }
            return ClaimedPull(
                tenant: head, opened: opened, pull: pull, state: state, lease: lease,
                begunAt: environment.now())
        }
        return nil
    }

    /// Asks a source that was claimed, and keeps what came of it.
    ///
    /// - Returns: what came of it.
    /// - Throws: ``StoreError``; then the source is asked again when its claim has ended.
    public func perform(_ claimed: ClaimedPull) async throws(StoreError) -> PullOutcome {
        var counts = PullCounts()
        let failure: SourceFailure?
        switch try await read(claimed, &counts) {
        case .end: failure = nil
        case .failure(let error): failure = error
        case .lost: return .lost
        }
        return try await settle(claimed, counts, failure)
    }

    /// Makes those sources due now whose time is later than any that would be set now: the clock was wrong then.
    ///
    /// Whoever asks one of them at this moment loses it, and it is asked again.
    ///
    /// - Returns: how many there were.
    /// - Throws: ``StoreError``.
    @discardableResult
    public func recall() async throws(StoreError) -> Int {
        let earliest = environment.now() + PullSource.intervals.lowerBound
        var count = 0
        let later = Dictionary(grouping: try await store.pulls(after: earliest, limit: 1000), by: \.tenant)
        for (tenant, pulls) in later {
            guard let head = try await environment.store.tenant(.id(tenant)) else { continue }
            let sources = try await directory.configuration(at: head).signalSources.values
            let states = try await store.pullStates(of: tenant)
            // Not before the states were read: a time may have been set since.
            let now = environment.now()
            for late in pulls {
                guard let pull = sources.first(where: { $0.source.id == late.source })?.pull,
                    let state = states[late.source], state.nextAt == late.nextAt,
                    late.nextAt > now + state.longestWait(pull)
                else { continue }
                if try await commit(.recall(late.source, since: late.nextAt, to: now), in: tenant) { count += 1 }
            }
        }
        return count
    }

    private enum Ending {
        case end
        case failure(SourceFailure)
        case lost
    }

    private func read(_ claimed: ClaimedPull, _ counts: inout PullCounts) async throws(StoreError) -> Ending {
        var walk = walk(claimed.pull, claimed.opened)
        var devices = devices(of: claimed.opened, in: claimed.tenant.id, at: claimed.begunAt)
        while true {
            let step: PullWalk.Step
            do {
                step = try await walk.next()
            } catch {
                return .failure(error)
            }
            guard try await renew(claimed) else { return .lost }
            guard case .page(let page) = step else { break }
            try await devices.take(page, &counts)
            guard !devices.holdsTooMuch else { return .failure(.failed("it lists too many devices")) }
        }
        while try await devices.takeWaiting(&counts) {
            guard try await renew(claimed) else { return .lost }
        }
        return .end
    }

    private func renew(_ claimed: ClaimedPull) async throws(StoreError) -> Bool {
        let until = environment.now() + claimed.pull.patience
        return try await commit(.renew(claimed.id, lease: claimed.lease, until: until), in: claimed.tenant.id)
    }

    private func settle(
        _ claimed: ClaimedPull, _ counts: PullCounts, _ failure: SourceFailure?
    ) async throws(StoreError) -> PullOutcome {
        let (now, pull) = (environment.now(), claimed.pull)
        var state = claimed.state
        state.lease = nil
        if case .cancelled = failure {
            state.nextAt = now
            let change = PullChange.settle(claimed.id, state, lease: claimed.lease, isNews: false)
            _ = try await commit(change, in: claimed.tenant.id)
            return .cancelled
        }
        state.settle(counts, failure, pull, at: now)
        let isNews = state.source != claimed.state.source
        let change = PullChange.settle(claimed.id, state, lease: claimed.lease, isNews: isNews)
        let entries = isNews ? [state.entry(of: claimed.opened.source, at: now)] : []
        guard try await commit(change, entries, in: claimed.tenant.id) else { return .lost }
        guard let failure else { return .succeeded(counts, isRecovery: isNews) }
        return .failed(failure, isNews: isNews)
    }

    private func commit(
        _ change: PullChange, _ entries: [JournalEntry] = [], in tenant: TenantID
    ) async throws(StoreError) -> Bool {
        let write = GatewayWrite(tenant: tenant, changes: [.pull(change)], entries: entries)
        guard case .committed = try await environment.store.commit(write) else { return false }
        return true
    }

    // MARK: Trying

    /// Asks a source now, says what its answer would come to, and stores nothing.
    ///
    /// - Parameters:
    ///   - name: the source's name.
    ///   - tenant: the tenant.
    ///   - limit: the most devices that are told one by one; all are counted.
    /// - Returns: nil when there is no such source, or it is not one that is asked.
    /// - Throws: ``StoreError``.
    public func rehearse(
        _ name: String, of tenant: TenantHead, limit: Int
    ) async throws(StoreError) -> PullRehearsal? {
        guard let opened = try await directory.configuration(at: tenant).signalSources[name], let pull = opened.pull
        else { return nil }
        var walk = walk(pull, opened)
        let devices = devices(of: opened, in: tenant.id, at: environment.now())
        var rehearsal = PullRehearsal()
        while true {
            let step: PullWalk.Step
            do {
                step = try await walk.next()
            } catch {
                rehearsal.failure = error
                return rehearsal
            }
            guard case .page(let page) = step else { return rehearsal }
            let rows = try await devices.rehearse(page, &rehearsal.counts)
            rehearsal.add(rows, page, limit: limit)
        }
    }

    private func walk(_ pull: PullSource, _ opened: OpenedSignalSource) -> PullWalk {
        PullWalk(pull, secret: opened.pullSecret, fetcher: fetcher, now: environment.now)
    }

    private func devices(of opened: OpenedSignalSource, in tenant: TenantID, at begunAt: Timestamp) -> PulledDevices {
        PulledDevices(
            environment: environment, directory: directory, store: store, intake: intake, source: opened.source,
            tenant: tenant, begunAt: begunAt)
    }
}

/// A source that is being asked.
public struct ClaimedPull: Sendable {
    /// The tenant.
    public let tenant: TenantHead
    let opened: OpenedSignalSource
    let pull: PullSource
    let state: PullState
    let lease: String
    let begunAt: Timestamp

    var id: SignalSourceID { opened.source.id }
    /// The source's name.
    public var source: String { opened.source.name }
}

/// What asking a source came to.
public enum PullOutcome: Sendable {
    /// It gave everything; whether it had failed before.
    case succeeded(PullCounts, isRecovery: Bool)
    /// It did not; whether it failed in another way, or not at all, before.
    case failed(SourceFailure, isNews: Bool)
    /// Somebody else asks it now, or it was changed meanwhile.
    case lost
    /// The gateway stops.
    case cancelled
}

extension PullSource {
    /// How long whoever asks may be silent before they are taken to have died: a token, a page, both again, and the writes.
    fileprivate var patience: Duration { timeout * 4 + .seconds(10) }
}

extension PullState {
    /// Takes in what a pull came to.
    fileprivate mutating func settle(
        _ counts: PullCounts, _ failure: SourceFailure?, _ pull: PullSource, at now: Timestamp
    ) {
        breaker.begin()
        let next = PullSchedule.next(after: dueAt ?? now, interval: pull.interval, at: now)
        guard let failure else {
            source = .available
            lastSuccessAt = now
            lastError = nil
            self.counts = counts
            breaker.succeed()
            nextAt = next
            return
        }
        lastFailureAt = now
        lastError = failure.text
        breaker.fail(pull.breaker, interval: pull.interval, at: now)
        if case .unreachable = failure { source = .unreachable } else { source = .failed }
        if case .open(let until) = breaker.phase { nextAt = until } else { nextAt = next }
        if case .failed(_, let after?) = failure { nextAt = max(nextAt ?? now, now + after) }
    }

    /// The longest time that may be left until it is asked: more is of a clock that was ahead.
    fileprivate func longestWait(_ pull: PullSource) -> Duration {
        if lease != nil { return pull.patience }
        if source == .available { return pull.interval }
        let longest = breaker.phase == .closed ? pull.interval : max(pull.interval, pull.breaker.longest)
        return max(longest, PullWalk.longestRetry)
    }

    fileprivate func entry(of source: SignalSource, at now: Timestamp) -> JournalEntry {
        var details: [(name: String, value: JSONValue)] = [
            ("source", .string(source.name)), ("sourceId", .string(source.id.rawValue)),
        ]
        guard self.source != .available else {
            return JournalEntry(.signalSourceRecovered, at: now, details: details)
        }
        details += [("state", .string(self.source.word)), ("error", lastError.map(JSONValue.string) ?? .null)]
        return JournalEntry(.signalSourceFailed, at: now, details: details)
    }
}

extension SourceFailure {
    /// What happened, in words without any secret.
    public var text: String {
        switch self {
        case .unreachable(let text), .failed(let text, _): text
        case .cancelled: "the gateway stops"
        }
    }
}
