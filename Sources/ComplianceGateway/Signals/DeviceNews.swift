import AccessModel
import AuthorizationServer
import Compliance
import JSONCoding

/// What follows from transitions of devices, as journal entries and changes of one write.
struct DeviceNews {
    /// How many of those who use a device are told.
    static let maximumUsers = 20

    private let instances: [DeviceID: DeviceInstances]
    private let correlation: CorrelationID?
    private let now: Timestamp
    /// The entries.
    private(set) var entries: [JournalEntry] = []
    /// The devices whose tokens are cut.
    private var suspended: Set<DeviceID> = []

    /// Begins with nothing.
    ///
    /// - Parameters:
    ///   - instances: the enrolled app instances on each device.
    ///   - correlation: the correlation identifier of the request; nil when there is none.
    ///   - now: the time.
    init(_ instances: [DeviceID: DeviceInstances], correlation: CorrelationID?, at now: Timestamp) {
        self.instances = instances
        self.correlation = correlation
        self.now = now
    }

    /// The changes that cut tokens.
    var changes: [StateChange] { suspended.sorted().map { .instance(.revoke(.device($0), at: now)) } }

    /// Adds an entry about a device.
    mutating func journal(
        _ kind: JournalKind, _ device: DeviceID, _ details: [(name: String, value: JSONValue)] = []
    ) {
        entries.append(
            JournalEntry(
                kind, at: now, subject: JournalSubject(device: device), correlation: correlation, details: details))
    }

    /// Takes in the effects of a transition.
    ///
    /// - Parameters:
    ///   - transition: the transition.
    ///   - result: what the device's evaluation came to.
    ///   - cause: members that say why, for the device's own entry.
    ///   - facts: what says who uses the device, and what it is called.
    mutating func carryOut(
        _ transition: DeviceTransition, _ result: ComplianceResult, cause: [(name: String, value: JSONValue)],
        facts: DeviceFacts
    ) {
        let id = transition.device.id
        var isReevaluated = false
        var change: [(name: String, value: JSONValue)] = [
            ("from", .null), ("to", .string(result.status.name)),
            ("reasons", .array(result.reasons.map { .string($0.rawValue) })),
        ]
        for effect in transition.effects {
            switch effect {
            case .complianceChanged(let old, _):
                change[0].value = old.map { .string($0.name) } ?? .null
                journal(.deviceComplianceChanged, id, change + cause)
            case .suspendTokens:
                // Of a device that nobody knew before, there are no tokens.
                if suspended.insert(id).inserted, !transition.isFirst {
                    journal(.tokensSuspended, id)
                }
            case .reevaluateInstances: isReevaluated = true
            case .checksFailing(let steps): tellUsers(.checkFailing, of: transition.device, facts, steps.journalled)
            case .stepsNear(let steps): tellUsers(.checkStepNear, of: transition.device, facts, steps.journalled)
            case .checksSettled(let steps): tellUsers(.checkSettled, of: transition.device, facts, steps.journalled)
            }
        }
        guard isReevaluated else { return }
        tellInstances(on: id, change)
        // Nobody was told that a new device is compliant, or is not yet.
        if change[0].value != .null { tellUsers(.deviceNoticeGiven, of: transition.device, facts, change) }
    }

    /// Everybody who uses the device is told by an entry of their own; one that nobody uses is told of by one.
    private mutating func tellUsers(
        _ kind: JournalKind, of device: Device, _ facts: DeviceFacts, _ details: [(name: String, value: JSONValue)]
    ) {
        let known = facts.knowledge(of: device)
        var users = known.accounts ?? []
        if case .all(let subjects) = instances[device.id] { users.formUnion(subjects.compactMap(\.account)) }
        let subjects = users.sorted { $0.rawValue < $1.rawValue }.prefix(Self.maximumUsers)
            .map { JournalSubject(account: $0, device: device.id) }
        let name = (known.displayName ?? known.model).map { [("deviceName", JSONValue.string($0))] } ?? []
        for subject in subjects.isEmpty ? [JournalSubject(device: device.id)] : subjects {
            entries.append(
                JournalEntry(kind, at: now, subject: subject, correlation: correlation, details: details + name))
        }
    }

    /// Whoever follows an account or an app instance learns of the device by an entry of its own.
    private mutating func tellInstances(on device: DeviceID, _ details: [(name: String, value: JSONValue)]) {
        switch instances[device] {
        case nil: break
        case .all(let subjects):
            entries += subjects.map {
                JournalEntry(
                    .deviceComplianceChanged, at: now, subject: $0, correlation: correlation, details: details)
            }
        case .many(let count):
            journal(.deviceReevaluationDue, device, details + [("instances", .integer(Int64(count)))])
        }
    }
}

extension DeviceTransition {
    /// Whether the device has never been evaluated before.
    fileprivate var isFirst: Bool {
        effects.contains { if case .complianceChanged(nil, _) = $0 { true } else { false } }
    }
}
