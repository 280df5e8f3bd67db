import AccessModel
import JSONCoding

/// What systems and people outside are told of; the texts are stable.
public enum DeliveryEvent: String, Sendable, Hashable, CaseIterable {
    /// An app instance is no longer compliant.
    case complianceLost
    /// An app instance became compliant, for the first time or again.
    case complianceGained
    /// An account was disabled.
    case accountDisabled
    /// An account has a new password: whoever knew the old one is out.
    case passwordSet
    /// An app is to wipe an account's managed data.
    case wipeRequested
    /// A break-glass account signed in.
    case breakGlassUsed

    /// The kinds of journal entries that may be one.
    static let kinds: [JournalKind] = [
        .complianceChanged, .accountDisabled, .passwordSet, .wipeRequested, .breakGlassUsed,
    ]

    /// What an entry is to those outside; nil when it is nothing to them.
    init?(_ entry: JournaledEntry) {
        switch entry.kind {
        case .complianceChanged:
            let (old, new) = (entry.details["from"]?.stringValue, entry.details["to"]?.stringValue)
            let compliant = ComplianceStatus.compliant.name
            if old == compliant, new != compliant {
                self = .complianceLost
            } else if let old, old != compliant, new == compliant {
                self = .complianceGained
            } else {
                return nil
            }
        case .accountDisabled: self = .accountDisabled
        case .passwordSet: self = .passwordSet
        case .wipeRequested: self = .wipeRequested
        case .breakGlassUsed: self = .breakGlassUsed
        default: return nil
        }
    }
}
