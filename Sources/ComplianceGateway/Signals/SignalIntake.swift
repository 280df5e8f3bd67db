public import AccessModel
import AuthorizationServer
public import Compliance
import Cryptography
public import JSONCoding

/// Takes what sources of signals send: verified, used once, explained in the journal, and durable before it is answered.
public struct SignalIntake: Sendable {
    /// How long a signal's identifier is remembered; one that comes later is older than what is known.
    public static let memory = Duration.seconds(7 * 86_400)

    private let environment: GatewayEnvironment
    private let directory: TenantDirectory
    private let budget: SignalBudget
    private let unknownKey: SecretBytes

    /// Makes the use case.
    public init(_ environment: GatewayEnvironment, directory: TenantDirectory) {
        self.environment = environment
        self.directory = directory
        budget = SignalBudget()
        unknownKey = SecretBytes(environment.randomBytes(32))
    }

    /// Takes a signed document.
    ///
    /// A source that does not exist, is disabled, or belongs to another tenant is refused like a wrong signature, after
    /// the same work.
    ///
    /// - Parameters:
    ///   - body: the document as it was sent.
    ///   - signature: the header `Postern-Signature`; nil when there is none, or more than one.
    ///   - name: the source's name.
    ///   - tenant: the tenant.
    ///   - correlation: the correlation identifier of the request.
    /// - Returns: what became of each signal, or why the whole is refused.
    /// - Throws: ``StoreError``.
    public func receive(
        _ body: [UInt8], signature: String?, from name: String, tenant: TenantHead, correlation: CorrelationID
    ) async throws(StoreError) -> SignalAnswer {
        try await receive(body, .timed(signature), from: name, tenant: tenant, correlation: correlation)
    }

    /// Takes an event that NanoMDM's webhook tells, as its own header signs it.
    ///
    /// The header signs no time. The event's own must be near to ours, or whoever saw one could send it again once its
    /// identifier is forgotten.
    ///
    /// - Parameters:
    ///   - body: the event as it was sent.
    ///   - code: the header `X-Hmac-Signature`.
    ///   - name: the source's name.
    ///   - tenant: the tenant.
    ///   - correlation: the correlation identifier of the request.
    /// - Returns: what became of it, or why it is refused.
    /// - Throws: ``StoreError``.
    public func receiveEvent(
        _ body: [UInt8], code: String, from name: String, tenant: TenantHead, correlation: CorrelationID
    ) async throws(StoreError) -> SignalAnswer {
        try await receive(body, .event(code), from: name, tenant: tenant, correlation: correlation)
    }

    private func receive(
        _ body: [UInt8], _ proof: SignalProof, from name: String, tenant: TenantHead, correlation: CorrelationID
    ) async throws(StoreError) -> SignalAnswer {
        let now = environment.now()
        let configuration = try await directory.configuration(at: tenant)
        let named = configuration.signalSources[name].flatMap { $0.source.isEnabled ? $0 : nil }
        let keys = named?.keys(at: now) ?? []
        guard proof.isGood(for: body, keys: keys.isEmpty ? [unknownKey] : keys, at: now), let source = named else {
            return .refused(.unauthenticated)
        }
        let document: SignalDocument
        do {
            document = try SignalDocument(body, of: source.source.id)
        } catch {
            return .refused(.malformed(error))
        }
        guard proof.covers(document, at: now) else { return .refused(.unauthenticated) }
        if let wait = budget.spend(
            document.items.count, of: source.source.id, perMinute: source.signalsPerMinute, at: now)
        {
            return .refused(.tooMany(retryAfter: wait))
        }
        return try await take(document, source.source, tenant, correlation, at: now)
    }

    /// Says what a document would come to, and stores nothing.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - name: the source's name.
    ///   - tenant: the tenant.
    /// - Returns: what would become of each signal; nil when there is no such source.
    /// - Throws: ``StoreError``; the error of a document that cannot be read.
    public func rehearse(_ document: [UInt8], from name: String, tenant: TenantHead) async throws -> [SignalReceipt]? {
        let configuration = try await directory.configuration(at: tenant)
        guard let source = configuration.signalSources[name]?.source, let store = environment.devices else {
            return nil
        }
        let document = try SignalDocument(document, of: source.id)
        let run = try await run(document.items, source, store, configuration, nil, at: environment.now())
        return run?.receipts
    }

    // MARK: What a source was asked for

    /// Takes signals that a source's answer holds, at most 500.
    ///
    /// - Returns: what became of each.
    /// - Throws: ``StoreError``; also when others change the same devices all the time.
    func take(
        _ signals: [DeviceSignal], from source: SignalSource, of tenant: TenantID
    ) async throws(StoreError) -> [SignalReceipt] {
        for _ in 0..<4 {
            let run = try await run(signals, from: source, of: tenant)
            let write = run.write(in: tenant)
            if write.entries.isEmpty { return run.receipts }
            if case .committed = try await environment.store.commit(write) { return run.receipts }
        }
        throw .unavailable("others change the same devices all the time")
    }

    /// Says what they would come to, and stores nothing.
    func rehearse(
        _ signals: [DeviceSignal], from source: SignalSource, of tenant: TenantID
    ) async throws(StoreError) -> [SignalReceipt] {
        try await run(signals, from: source, of: tenant).receipts
    }

    private func run(
        _ signals: [DeviceSignal], from source: SignalSource, of tenant: TenantID
    ) async throws(StoreError) -> SignalRun {
        let items = signals.map { SignalDocument.Item(id: $0.id, signal: .success($0)) }
        guard let store = environment.devices, let head = try await environment.store.tenant(.id(tenant)) else {
            throw .damaged("the tenant is gone")
        }
        let configuration = try await directory.configuration(at: head)
        guard let run = try await run(items, source, store, configuration, nil, at: environment.now()) else {
            throw .damaged("the tenant is gone")
        }
        return run
    }

    // MARK: Writing

    private func take(
        _ document: SignalDocument, _ source: SignalSource, _ tenant: TenantHead, _ correlation: CorrelationID,
        at now: Timestamp
    ) async throws(StoreError) -> SignalAnswer {
        guard let store = environment.devices else { return .refused(.unauthenticated) }
        for _ in 0..<4 {
            let configuration = try await directory.configuration(at: tenant)
            guard let run = try await run(document.items, source, store, configuration, correlation, at: now) else {
                return .refused(.unauthenticated)
            }
            let write = run.write(in: tenant.id)
            if write.entries.isEmpty { return .taken(run.receipts, sequence: run.snapshot.head.sequence) }
            // A refused change is one that another request made meanwhile: what is true now is read again.
            if case .committed(let sequence) = try await environment.store.commit(write) {
                return .taken(run.receipts, sequence: sequence)
            }
        }
        return .refused(.busy)
    }

    private func run(
        _ items: [SignalDocument.Item], _ source: SignalSource, _ store: any DeviceStore,
        _ configuration: TenantConfiguration, _ correlation: CorrelationID?, at now: Timestamp
    ) async throws(StoreError) -> SignalRun? {
        let tenant = configuration.head.id
        let signals = items.compactMap { item -> DeviceSignal? in
            guard case .success(let signal) = item.signal else { return nil }
            return signal
        }
        let query = DeviceQuery(
            identifiers: signals.reduce(into: []) { $0.formUnion($1.device) },
            signals: signals.map { $0.use(in: tenant) })
        guard let snapshot = try await store.devices(of: tenant, query) else { return nil }
        var run = SignalRun(
            snapshot, source: source, facts: configuration.devices, correlation: correlation, now: now,
            newIdentifier: environment.newIdentifier)
        for item in items { run.take(item) }
        return run
    }
}

/// What became of a document of signals.
public enum SignalAnswer: Sendable {
    /// It was taken, and what it changed is durable.
    ///
    /// - Parameters:
    ///   - [SignalReceipt]: what became of each signal, in order.
    ///   - sequence: the sequence of the last journal entry.
    case taken([SignalReceipt], sequence: Int64)
    /// Nothing of it was taken.
    case refused(SignalIntakeRefusal)
}

/// Why a whole document is refused.
public enum SignalIntakeRefusal: Sendable {
    /// The source or its signature is not good; which, is not said.
    case unauthenticated
    /// It cannot be read.
    case malformed(JSONError)
    /// The source sends more than it may.
    case tooMany(retryAfter: Duration)
    /// Others change the same devices all the time.
    case busy
}

/// What became of one signal.
public struct SignalReceipt: Sendable {
    /// What became of it.
    public enum Fate: Sendable {
        /// It was taken.
        case taken(SignalOutcome)
        /// It was refused.
        case refused(SignalRefusal)
        /// It cannot be read.
        case malformed(JSONError)
    }

    /// The signal's identifier; nil when it has none that could be shown.
    public var id: String?
    /// What became of it.
    public var fate: Fate
    /// The device; nil when there is none.
    public var device: DeviceID?
    /// The device's compliance after it; nil when it was not taken.
    public var assessment: DeviceAssessment?
    /// What it says of which the source is not registered to tell, so that it does not count.
    public var notRegistered: [DeviceAttribute] = []
}
