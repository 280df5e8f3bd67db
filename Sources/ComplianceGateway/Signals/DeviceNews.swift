import AccessModel
import AuthorizationServer
import Compliance
import JSONCoding

/// What follows from transitions of devices, as journal entries and changes of one write.
struct DeviceNews {
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
    mutating func carryOut(
        _ transition: DeviceTransition, _ result: ComplianceResult, cause: [(name: String, value: JSONValue)]
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
                if suspended.insert(id).inserted, transition.effects.contains(.reevaluateInstances) {
                    journal(.tokensSuspended, id)
                }
            case .reevaluateInstances: isReevaluated = true
            }
        }
        if isReevaluated { tellInstances(on: id, change) }
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
