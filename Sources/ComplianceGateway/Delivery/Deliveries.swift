import AccessModel
import Compliance
import Cryptography
import Directory
import JSONCoding

/// Tells destinations outside of what the journal says: each message is stored with the cursor that read its entry, tried
/// until it arrives, and kept for an administrator when it does not.
public struct Deliveries: Sendable {
    /// Where journal, destinations and messages are read.
    public typealias Store = JournalStore & DeliveryStore

    static let page = 200
    static let batch = 16
    static let slack: Int64 = 1000

    private let environment: GatewayEnvironment
    private let store: any Store
    private let directory: TenantDirectory
    private let sender: any DeliverySender

    /// Makes the use case.
    public init(
        _ environment: GatewayEnvironment, store: any Store, directory: TenantDirectory, sender: any DeliverySender
    ) {
        self.environment = environment
        self.store = store
        self.directory = directory
        self.sender = sender
    }

    // MARK: What is to be told

    /// Reads on in a tenant's journal and stores what destinations are to be told.
    ///
    /// A destination is told of nothing that happened before it was added.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - place: where the last step ended; nil is where the stored cursor stands.
    /// - Returns: where this step ended, how many messages it stored, and whether there is more to read.
    /// - Throws: ``StoreError``.
    public func collect(
        in tenant: TenantHead, from place: DeliveryPlace?
    ) async throws(StoreError) -> (place: DeliveryPlace, stored: Int, hasMore: Bool) {
        var place = if let place { place } else { DeliveryPlace(try await store.cursor(.deliveries, of: tenant.id)) }
        guard let stored = place.stored else {
            try await move(&place, to: tenant.sequence, [], tenant.id)
            return (place, 0, false)
        }
        let page = try await store.journal(
            of: tenant.id, after: place.read, kinds: DeliveryEvent.kinds, limit: Self.page)
        let changes = try await changes(for: page.entries, in: tenant.id)
        if !changes.isEmpty || page.through >= stored.sequence + Self.slack {
            try await move(&place, to: page.through, changes, tenant.id)
        }
        place.read = page.through
        let count = changes.count { change in
            if case .delivery(.enqueue) = change { true } else { false }
        }
        return (place, count, page.through < page.head)
    }

    private func changes(
        for entries: [JournaledEntry], in tenant: TenantID
    ) async throws(StoreError) -> [StateChange] {
        let events = entries.compactMap { entry in DeliveryEvent(entry).map { (entry: entry, event: $0) } }
        if events.isEmpty { return [] }
        let records = try await store.destinations(of: tenant)
        var history = DeliveryHistory(tenant, store, environment)
        var changes: [StateChange] = []
        for (entry, event) in events {
            for record in records where record.destination.events.contains(event) && record.since < entry.sequence {
                let destination = record.destination
                if destination.tellsUsers, try await !history.isKnown(entry.subject.account) { continue }
                if let account = entry.subject.account, destination.keepsQuiet, !event.isAlarm {
                    guard try await history.mayTell(account, of: event, by: destination, at: entry.at) else { continue }
                    changes.append(.delivery(.noteTold(destination: destination.name, account, event, at: entry.at)))
                }
                let delivery = Delivery(
                    id: .init(destination: destination.name, sequence: entry.sequence), event: event,
                    account: entry.subject.account, at: entry.at, nextAt: environment.now())
                changes.append(.delivery(.enqueue(delivery)))
            }
        }
        return changes
    }

    private func move(
        _ place: inout DeliveryPlace, to sequence: Int64, _ changes: [StateChange], _ tenant: TenantID
    ) async throws(StoreError) {
        let next = JournalCursor(name: .deliveries, sequence: sequence)
        let write = GatewayWrite(tenant: tenant, changes: [.advance(next, from: place.stored)] + changes, entries: [])
        guard case .committed = try await environment.store.commit(write) else {
            throw .unavailable("somebody else delivers for this tenant")
        }
        place = DeliveryPlace(next)
    }

    // MARK: Telling

    /// Tries the messages to a destination whose time has come, at most a batch of them, side by side.
    ///
    /// Messages to one destination go one batch at a time: it is called again when it has returned.
    ///
    /// - Parameter lane: the destination.
    /// - Returns: how many were tried, and how many of them arrived.
    /// - Throws: ``StoreError``.
    public func deliverDue(in lane: DeliveryLane) async throws(StoreError) -> (tried: Int, delivered: Int) {
        let due = try await store.dueDeliveries(in: lane, at: environment.now(), limit: Self.batch)
        let outcomes = await withTaskGroup(of: Result<Bool, StoreError>.self) { group in
            for one in due {
                group.addTask {
                    do throws(StoreError) {
                        return .success(try await deliver(one, to: lane))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var delivered = 0
        for outcome in outcomes where try outcome.get() { delivered += 1 }
        return (due.count, delivered)
    }

    private func deliver(_ delivery: Delivery, to lane: DeliveryLane) async throws(StoreError) -> Bool {
        let tenant = lane.tenant
        let record = try await store.destinations(of: tenant).first { $0.destination.name == lane.destination }
        // Its messages went with it.
        guard let record, let head = try await environment.store.tenant(.id(tenant)) else { return false }
        let dataKey = try await directory.configuration(at: head).dataKey
        let secret: SecretBytes?
        do {
            let purpose = SealingPurpose.destination(delivery.id.destination, of: tenant)
            secret = try record.sealedSecret.map { SecretBytes(try dataKey.open($0, for: purpose)) }
        } catch {
            return try await settle(delivery, of: tenant, .refused("its secret cannot be opened"))
        }
        guard let message = try await message(delivery, head) else {
            return try await settle(delivery, of: tenant, .refused("the entry that it tells of is gone"))
        }
        let outcome = await sender.send(message, to: record.destination, secret: secret)
        return try await settle(delivery, of: tenant, outcome)
    }

    private func settle(
        _ delivery: Delivery, of tenant: TenantID, _ outcome: DeliveryOutcome
    ) async throws(StoreError) -> Bool {
        let now = environment.now()
        let attempts = delivery.attempts + 1
        var details: [(name: String, value: JSONValue)] = [
            ("destination", .string(delivery.id.destination)), ("event", .string(delivery.event.rawValue)),
            ("sequence", .integer(delivery.id.sequence)), ("attempts", .integer(attempts)),
        ]
        let change: DeliveryChange
        var kind: JournalKind?
        switch outcome {
        case .delivered:
            change = .complete(delivery.id, attempts: delivery.attempts)
            kind = .deliveryCompleted
        case .failed(let error), .refused(let error):
            let random = environment.randomBytes(1).first ?? 0
            let pause =
                if case .failed = outcome { DeliveryRetry.pause(after: attempts, random: random) } else {
                    Duration?.none
                }
            if pause == nil { kind = .deliveryFailed }
            details.append(("error", .string(error)))
            change = .fail(
                delivery.id, attempts: delivery.attempts, pause == nil ? .dead : .pending,
                nextAt: now + (pause ?? .zero), error: error)
        }
        let subject = JournalSubject(account: delivery.account)
        let write = GatewayWrite(
            tenant: tenant, changes: [.delivery(change)],
            entries: kind.map { [JournalEntry($0, at: now, subject: subject, details: details)] } ?? [])
        // One that was settled by somebody else meanwhile is theirs.
        guard case .committed = try await environment.store.commit(write) else { return false }
        return outcome == .delivered
    }

    private func message(_ delivery: Delivery, _ head: TenantHead) async throws(StoreError) -> DeliveryMessage? {
        let page = try await store.journal(
            of: head.id, after: delivery.id.sequence - 1, kinds: DeliveryEvent.kinds, limit: 1)
        guard let entry = page.entries.first, entry.sequence == delivery.id.sequence else { return nil }
        let account: Account?
        if let id = entry.subject.account {
            account = try await environment.store.facts(
                FactsQuery(tenant: head.id, anchor: .account(id)))?.account?.account
        } else {
            account = nil
        }
        let configuration = try await directory.configuration(at: head)
        let client = configuration.clients[entry.subject.client ?? ClientID("")]
        func status(_ name: String) -> ComplianceStatus? {
            entry.details[name]?.stringValue.flatMap { ComplianceStatus(name: $0) }
        }
        return DeliveryMessage(
            id: "\(head.id.rawValue)/\(head.epoch)/\(delivery.id.destination)/\(delivery.id.sequence)", tenant: head.id,
            event: delivery.event, at: entry.at, account: entry.subject.account,
            userPrincipalName: account?.userPrincipalName.description, displayName: account?.displayName,
            client: entry.subject.client, clientName: client?.name, instance: entry.subject.instance,
            device: entry.subject.client == nil ? entry.subject.device : nil,
            deviceName: entry.details["deviceName"]?.stringValue, preferredLanguage: account?.preferredLanguage,
            selfServiceURL: configuration.urls.selfService, status: status("to"),
            reasons: (entry.details["reasons"]?.arrayValue ?? []).compactMap(\.stringValue)
                .compactMap(ReasonCode.init(rawValue:)),
            steps: (entry.details["checks"]?.arrayValue ?? []).compactMap(DeliveryStep.init))
    }
}

/// How far messages were collected in one tenant's journal.
public struct DeliveryPlace: Sendable, Hashable {
    /// The cursor as it is stored.
    var stored: JournalCursor?
    /// Everything up to this sequence was read.
    var read: Int64

    init(_ stored: JournalCursor?) {
        self.stored = stored
        read = stored?.sequence ?? 0
    }

    /// Whether everything was read that the tenant's journal has.
    ///
    /// - Parameter head: the tenant.
    /// - Returns: false when a step may find something to tell.
    public func hasNothingToDo(at head: TenantHead) -> Bool { stored != nil && read >= head.sequence }
}
