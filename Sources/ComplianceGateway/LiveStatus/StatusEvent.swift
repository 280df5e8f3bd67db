public import AccessModel
import JSONCoding

/// One thing that whoever follows the compliance of apps is told.
public struct StatusEvent: Sendable, Hashable {
    /// What happened.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The compliance of an app instance is not what it was.
        case complianceChanged
        /// The compliance of the device that an app instance runs on is not what it was.
        case deviceComplianceChanged
        /// Tokens that were issued before are no longer active.
        case tokensSuspended
        /// The app is to wipe the account's managed data.
        case wipeRequested

        /// The kind of journal entry that it comes from.
        public var journalKind: JournalKind {
            switch self {
            case .complianceChanged: .complianceChanged
            case .deviceComplianceChanged: .deviceComplianceChanged
            case .tokensSuspended: .tokensSuspended
            case .wipeRequested: .wipeRequested
            }
        }
    }

    /// The place of its entry in the tenant's journal.
    public var sequence: Int64
    /// What happened.
    public var kind: Kind
    /// When it happened.
    public var at: Timestamp
    /// The account; nil when it concerns a client alone.
    public var account: AccountID?
    /// The client.
    public var client: ClientID?
    /// The app instance; nil when it concerns none alone.
    public var instance: AppInstanceID?
    /// The device; nil when it concerns none.
    public var device: DeviceID?
    /// The status before; nil for a new instance, and where no status changed.
    public var from: ComplianceStatus?
    /// The status now; nil where none changed.
    public var status: ComplianceStatus?
    /// Why it is what it is, the most final reason first.
    public var reasons: [ReasonCode]

    /// What an entry is to those who follow; nil when it is nothing to them.
    init?(_ entry: JournaledEntry) {
        guard let kind = Kind.allCases.first(where: { $0.journalKind == entry.kind }) else { return nil }
        self.kind = kind
        sequence = entry.sequence
        at = entry.at
        account = entry.subject.account
        client = entry.subject.client
        instance = entry.subject.instance
        device = entry.subject.device
        func status(_ name: String) -> ComplianceStatus? {
            entry.details[name]?.stringValue.flatMap { text in ComplianceStatus.allCases.first { $0.name == text } }
        }
        from = status("from")
        self.status = status("to")
        reasons = (entry.details["reasons"]?.arrayValue ?? []).compactMap(\.stringValue).compactMap(
            ReasonCode.init(rawValue:))
    }
}

/// Whose events are followed.
public enum StatusAudience: Sendable, Hashable {
    /// Everybody's of the tenant, for identity providers and administrators.
    case tenant
    /// One account's in one app.
    case account(AccountID, ClientID)
    /// One app instance's.
    case instance(AppInstanceID, AccountID, ClientID)

    /// The account and the app; nil when it is everybody's.
    var owner: (account: AccountID, client: ClientID)? {
        switch self {
        case .tenant: nil
        case .account(let account, let client), .instance(_, let account, let client): (account, client)
        }
    }

    /// Whether the event is for it.
    func includes(_ event: StatusEvent) -> Bool {
        switch self {
        case .tenant: true
        case .account(let account, let client): event.account == account && event.client == client
        case .instance(let instance, let account, let client):
            // What concerns the account's tokens in this app as a whole concerns the instance.
            event.account == account && event.client == client
                && (event.instance == instance || event.instance == nil)
        }
    }
}

/// Where in a tenant's events a follower was last: the store's life and the journal's sequence, as `epoch-sequence`.
public struct StatusEventID: Sendable, Hashable, CustomStringConvertible {
    /// The epoch of the store.
    public var epoch: Int64
    /// The journal's sequence.
    public var sequence: Int64

    /// Makes an identifier.
    public init(epoch: Int64, sequence: Int64) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// Reads an identifier.
    ///
    /// - Returns: nil when it is none.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 41, parts.count == 2, let epoch = Int64(parts[0]), let sequence = Int64(parts[1]),
            epoch >= 0, sequence >= 0
        else { return nil }
        self.init(epoch: epoch, sequence: sequence)
    }

    /// The identifier as it is sent.
    public var description: String { "\(epoch)-\(sequence)" }
}
