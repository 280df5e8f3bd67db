import AccessModel
import AuthorizationServer
import Compliance
import JSONCoding

/// A document's signals, taken one after the other over what was read: from here on nothing is read.
struct SignalRun {
    let snapshot: DeviceSnapshot
    private let source: SignalSource
    private let facts: DeviceFacts
    private let now: Timestamp
    private let newIdentifier: () -> DeviceID

    private(set) var receipts: [SignalReceipt] = []
    private var owners: [DeviceIdentifier: DeviceID]
    private var devices: [DeviceID: Device]
    /// The devices that have changed, in the order in which they did.
    private var changed: [DeviceID] = []
    private var taken: Set<SecretHash>
    private var uses: [OneTimeUse] = []
    private var news: DeviceNews

    init(
        _ snapshot: DeviceSnapshot, source: SignalSource, facts: DeviceFacts, correlation: CorrelationID?,
        now: Timestamp, newIdentifier: @escaping () -> DeviceID
    ) {
        self.snapshot = snapshot
        self.source = source
        self.facts = facts
        news = DeviceNews(snapshot.instances, correlation: correlation, at: now)
        self.now = now
        self.newIdentifier = newIdentifier
        owners = snapshot.owners
        devices = snapshot.devices.mapValues(\.device)
        taken = snapshot.taken
    }

    /// Takes one signal.
    mutating func take(_ item: SignalDocument.Item) {
        switch item.signal {
        case .failure(let error): receipts.append(SignalReceipt(id: item.id, fate: .malformed(error)))
        case .success(let signal):
            do {
                try take(signal)
            } catch {
                receipts.append(SignalReceipt(id: signal.id, fate: .refused(error)))
            }
        }
    }

    private mutating func take(_ signal: DeviceSignal) throws(SignalRefusal) {
        let use = signal.use(in: snapshot.head.id)
        guard !taken.contains(use.hash) else {
            receipts.append(SignalReceipt(id: signal.id, fate: .taken(.duplicate), device: owner(of: signal)))
            return
        }
        let known = Set(signal.device.compactMap { owners[$0] })
        guard known.count < 2 else {
            try accuse(known.sorted(), by: signal, use)
            throw .identifierConflict
        }
        let device = try device(of: signal)
        let transition = try device.receive(signal, from: source, facts: facts, at: now).get()
        taken.insert(use.hash)
        uses.append(use)
        let assessment = transition.assessment
        let ignored = signal.report.ignored(from: source)
        receipts.append(
            SignalReceipt(
                id: signal.id, fate: .taken(transition.outcome), device: device.id, assessment: assessment,
                notRegistered: ignored))
        journal(signal, transition, before: device, ignored)
        if transition.outcome != .outdated { carryOut(transition, by: signal) }
    }

    /// Which of several devices a bad verdict is about cannot be told, so that it is about each: none of them may pass for
    /// compliant by the refusal of the signal.
    private mutating func accuse(
        _ known: [DeviceID], by signal: DeviceSignal, _ use: OneTimeUse
    ) throws(SignalRefusal) {
        guard source.attributes.contains(.compliance), let verdict = signal.report.verdict,
            verdict.isCompliant == false
        else { return }
        taken.insert(use.hash)
        uses.append(use)
        for device in known.compactMap({ devices[$0] }) {
            var report = DeviceReport()
            report.verdict = verdict
            let own = DeviceSignal(
                id: signal.id, source: signal.source, device: signal.device.intersection(device.identifiers),
                report: report, observedAt: signal.observedAt)
            let transition = try device.receive(own, from: source, facts: facts, at: now).get()
            journal(own, transition, before: device, own.report.ignored(from: source))
            if transition.outcome != .outdated { carryOut(transition, by: own) }
        }
    }

    private mutating func carryOut(_ transition: DeviceTransition, by signal: DeviceSignal) {
        keep(transition.device)
        news.carryOut(
            transition, transition.assessment.result,
            cause: [("source", .string(source.name)), ("signal", .string(signal.id))], facts: facts)
    }

    // MARK: Devices

    private func owner(of signal: DeviceSignal) -> DeviceID? { signal.device.compactMap { owners[$0] }.min() }

    /// The device that a signal is about; a new one when nobody has its identifiers.
    private func device(of signal: DeviceSignal) throws(SignalRefusal) -> Device {
        if let id = owner(of: signal), let device = devices[id] { return device }
        guard source.attributes.contains(.identity) else { throw .unknownDevice }
        return Device(id: newIdentifier(), identifiers: signal.device, registeredAt: now)
    }

    private mutating func keep(_ device: Device) {
        if devices[device.id] == nil {
            news.journal(
                .deviceRegistered, device.id, [("identifiers", .array(device.identifiers.sorted().map(\.journalled)))])
        }
        devices[device.id] = device
        for identifier in device.identifiers { owners[identifier] = device.id }
        if !changed.contains(device.id) { changed.append(device.id) }
    }

    // MARK: Journal

    private mutating func journal(
        _ signal: DeviceSignal, _ transition: DeviceTransition, before: Device, _ ignored: [DeviceAttribute]
    ) {
        let assessment = transition.assessment
        news.journal(
            .deviceSignalReceived, before.id,
            [
                ("source", .string(source.name)), ("signal", .string(signal.id)),
                ("observedAt", .string(signal.observedAt.rfc3339)),
                ("outcome", .string(transition.outcome.rawValue)),
                ("said", signal.report.limited(to: source.attributes).journalled),
                ("notRegistered", .array(ignored.map { .string($0.rawValue) })),
                ("status", .string(assessment.result.status.name)),
                (
                    "findings",
                    .array(
                        assessment.findings.map { finding in
                            .string("\(finding.subject): \(finding.outcome.rawValue), \(finding.detail)")
                        })
                ),
            ])
    }

    // MARK: The write

    /// Everything in one write: what is used once first, then the devices as they are at the end, then what is cut.
    func write(in tenant: TenantID) -> GatewayWrite {
        let until = now + SignalIntake.memory
        var changes = uses.map { StateChange.grant(.useOnce($0, until: until)) }
        for id in changed {
            guard let device = devices[id] else { continue }
            if let stored = snapshot.devices[id] {
                let added = device.identifiers.subtracting(stored.device.identifiers)
                changes.append(.device(.update(device, adding: added, expecting: stored.version)))
            } else {
                changes.append(.device(.insert(device)))
            }
        }
        return GatewayWrite(tenant: tenant, changes: changes + news.changes, entries: news.entries)
    }
}

extension DeviceSignal {
    /// The one use of its identifier.
    func use(in tenant: TenantID) -> OneTimeUse {
        OneTimeUse(.signal, tenant: tenant, owner: source.rawValue, identifier: id)
    }
}

extension DeviceIdentifier {
    fileprivate var journalled: JSONValue { .string("\(kind.rawValue):\(value)") }
}

extension DeviceReport {
    /// What the source says without being registered for it.
    fileprivate func ignored(from source: SignalSource) -> [DeviceAttribute] {
        attributes.subtracting(source.attributes).sorted()
    }

    /// What the journal keeps of it.
    var journalled: JSONValue {
        var members = JSONMembers()
        func add(_ name: String, _ value: JSONValue?) { if let value { members.append(name, value) } }
        add("platform", platform.map { .string($0.rawValue) })
        add("osVersion", osVersion.map { .string($0.description) })
        add("model", model.map(JSONValue.string))
        add("manufacturer", manufacturer.map(JSONValue.string))
        add("displayName", displayName.map(JSONValue.string))
        add("ownership", ownership.map { .string($0.rawValue) })
        add("trustType", trustType.map { .string($0.rawValue) })
        add("managed", isManaged.map(JSONValue.bool))
        add("compliance", verdict.map { .string($0.rawValue) })
        add("rooted", isRooted.map(JSONValue.bool))
        add("encrypted", isEncrypted.map(JSONValue.bool))
        add("lastSeen", lastSeen.map { .string($0.rfc3339) })
        add("accounts", accounts.map { .array($0.map(\.rawValue).sorted().map(JSONValue.string)) })
        return .object(members)
    }
}
