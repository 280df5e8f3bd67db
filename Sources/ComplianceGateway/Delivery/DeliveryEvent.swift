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
    /// Checks of an app or a device fail, and what follows has still time.
    case checkFailing
    /// What follows from failing checks is near.
    case checkStepNear
    /// Checks pass again before what was told to follow did.
    case checkSettled
    /// A device is no longer compliant.
    case deviceComplianceLost
    /// A device is compliant again.
    case deviceComplianceGained

    /// The kinds of journal entries that may be one.
    static let kinds: [JournalKind] = [
        .complianceChanged, .accountDisabled, .passwordSet, .wipeRequested, .breakGlassUsed,
        .checkFailing, .checkStepNear, .checkSettled, .deviceNoticeGiven,
    ]

    /// What an entry is to those outside; nil when it is nothing to them.
    init?(_ entry: JournaledEntry) {
        switch entry.kind {
        case .complianceChanged:
            guard let isCompliant = Self.change(entry) else { return nil }
            self = isCompliant ? .complianceGained : .complianceLost
        case .deviceNoticeGiven:
            guard let isCompliant = Self.change(entry) else { return nil }
            self = isCompliant ? .deviceComplianceGained : .deviceComplianceLost
        case .accountDisabled: self = .accountDisabled
        case .passwordSet: self = .passwordSet
        case .wipeRequested: self = .wipeRequested
        case .breakGlassUsed: self = .breakGlassUsed
        case .checkFailing: self = .checkFailing
        case .checkStepNear: self = .checkStepNear
        case .checkSettled: self = .checkSettled
        default: return nil
        }
    }

    /// Whether an entry tells that something is compliant again, or no longer; nil when neither.
    private static func change(_ entry: JournaledEntry) -> Bool? {
        guard let old = entry.details["from"]?.stringValue, let new = entry.details["to"]?.stringValue else {
            return nil
        }
        let compliant = ComplianceStatus.compliant.name
        return (old == compliant) == (new == compliant) ? nil : new == compliant
    }

    /// Whether it is told each time: an alarm that was silenced because there was one before is none.
    var isAlarm: Bool { self == .breakGlassUsed }
}
