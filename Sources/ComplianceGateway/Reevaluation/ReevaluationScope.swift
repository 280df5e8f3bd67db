import AccessModel
import JSONCoding

/// What an entry of the journal may have changed: whose compliance, and whether tokens that live are to be decided again.
struct ReevaluationScope: Sendable, Hashable {
    /// Whether every device is evaluated again: one source, or one rule, counts for all of them.
    var devices = false
    /// The entries about devices whose app instances are still to be told.
    var untold: Set<Int64> = []
    /// The instances.
    var instances: InstanceSelection
    /// Whether tokens that were issued before are decided again.
    var decidesTokens: Bool

    /// The kinds of entries that change anything for anybody beside whom they were written for.
    static let kinds: [JournalKind] = [
        .protectionPoliciesPublished, .policySetPublished, .directoryApplied, .accountEnabled, .accountDisabled,
        .signalSourceEnabled, .signalSourceDisabled, .signalSourceRemoved, .signalSourceFailed, .signalSourceRecovered,
        .deviceReevaluationDue,
    ]

    /// More accounts than this are looked for among all instances; a statement binds only so many.
    static let maximumNames = 200

    /// Nothing.
    init() {
        instances = InstanceSelection()
        decidesTokens = false
    }

    /// What the entry may have changed.
    init(_ entry: JournaledEntry) {
        self.init()
        switch entry.kind {
        case .policySetPublished, .directoryApplied:
            instances.isEverything = true
            decidesTokens = true
        case .protectionPoliciesPublished:
            // An entry of an earlier version does not name the apps.
            let apps = entry.details["apps"]?.arrayValue
            instances.isEverything = apps == nil
            instances.clients = Set((apps ?? []).compactMap(\.stringValue).map { ClientID($0) })
            decidesTokens = entry.details["devicesChanged"] == .bool(true)
            devices = decidesTokens
        case .signalSourceEnabled, .signalSourceDisabled, .signalSourceRemoved:
            // What a source said counts for no device's compliance any more, or counts again.
            devices = true
            decidesTokens = true
        case .signalSourceFailed, .signalSourceRecovered:
            // A failure cuts nothing; a verdict that ended meanwhile is told of when its source is back.
            devices = true
        case .deviceReevaluationDue: untold = [entry.sequence]
        case .accountEnabled, .accountDisabled:
            instances.accounts = Set([entry.subject.account].compactMap(\.self))
        default: break
        }
        bound()
    }

    /// Whether nothing is to be done.
    var isEmpty: Bool { instances.isEmpty && !decidesTokens && !devices && untold.isEmpty }

    /// Takes in what another entry may have changed.
    mutating func formUnion(_ other: ReevaluationScope) {
        instances.isEverything = instances.isEverything || other.instances.isEverything
        instances.clients.formUnion(other.instances.clients)
        instances.accounts.formUnion(other.instances.accounts)
        decidesTokens = decidesTokens || other.decidesTokens
        devices = devices || other.devices
        untold.formUnion(other.untold)
        bound()
    }

    private mutating func bound() {
        if instances.clients.count + instances.accounts.count > Self.maximumNames { instances.isEverything = true }
        guard instances.isEverything else { return }
        instances.clients = []
        instances.accounts = []
    }
}
