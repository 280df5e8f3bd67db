import AccessModel

/// What is wrong with a journal.
public enum JournalFinding: Sendable, Hashable {
    /// Entries are not there; of a seal, or behind the newest one.
    case missingEntries(ClosedRange<Int64>, seal: Int64?)
    /// Entries are not those that were sealed.
    case alteredEntries(ClosedRange<Int64>, seal: Int64)
    /// Entries stand behind the newest that the journal has counted.
    case uncountedEntries(ClosedRange<Int64>)
    /// A seal is not there.
    case missingSeal(Int64)
    /// A seal does not follow from the one before it and from what it states.
    case alteredSeal(Int64, ClosedRange<Int64>)
    /// The checkpoint that is stored with a seal is no signature over it.
    case unsignedSeal(Int64, ClosedRange<Int64>)
    /// A seal is marked as pruned and no entry of the journal says that it was.
    case unrecordedPruning(Int64, ClosedRange<Int64>)
    /// A checkpoint states another hash for a seal than the journal has.
    case rewritten(JournalCheckpoint, upTo: ClosedRange<Int64>)
    /// A checkpoint states a seal and entries behind the end of the journal.
    case cutOff(JournalCheckpoint, end: Int64)
    /// A checkpoint of an earlier epoch states what the store, which was restored since, does not hold.
    case restored(JournalCheckpoint, epoch: Int64)
    /// A text is no checkpoint that the tenant's keys signed.
    case notACheckpoint(place: String, reason: String)

    /// The word for it in reports that programs read.
    public var kind: String {
        switch self {
        case .missingEntries: "missingEntries"
        case .alteredEntries: "alteredEntries"
        case .uncountedEntries: "uncountedEntries"
        case .missingSeal: "missingSeal"
        case .alteredSeal: "alteredSeal"
        case .unsignedSeal: "unsignedSeal"
        case .unrecordedPruning: "unrecordedPruning"
        case .rewritten: "rewritten"
        case .cutOff: "cutOff"
        case .restored: "restored"
        case .notACheckpoint: "notACheckpoint"
        }
    }

    /// The sequences that it concerns; nil where there are none to name.
    public var sequences: ClosedRange<Int64>? {
        switch self {
        case .missingEntries(let range, _), .alteredEntries(let range, _), .uncountedEntries(let range),
            .alteredSeal(_, let range), .unsignedSeal(_, let range), .unrecordedPruning(_, let range),
            .rewritten(_, let range):
            range
        case .cutOff(let checkpoint, let end): min(end + 1, checkpoint.lastSequence)...checkpoint.lastSequence
        case .restored, .missingSeal, .notACheckpoint: nil
        }
    }

    /// The seal that it concerns.
    public var seal: Int64? {
        switch self {
        case .missingEntries(_, let seal): seal
        case .alteredEntries(_, let seal), .missingSeal(let seal), .alteredSeal(let seal, _),
            .unsignedSeal(let seal, _), .unrecordedPruning(let seal, _):
            seal
        case .rewritten(let checkpoint, _), .cutOff(let checkpoint, _), .restored(let checkpoint, _): checkpoint.seal
        case .uncountedEntries, .notACheckpoint: nil
        }
    }
}

extension JournalFinding: CustomStringConvertible {
    /// What is wrong, in a line.
    public var description: String {
        switch self {
        case .missingEntries(let range, let seal?): "\(range.words) missing (seal \(seal)): removed from the journal"
        case .missingEntries(let range, nil): "\(range.words) missing, behind the newest seal: removed from the journal"
        case .alteredEntries(let range, let seal):
            "\(range.words) not what was sealed (seal \(seal)): at least one was altered or replaced"
        case .uncountedEntries(let range):
            "\(range.words) beyond what the journal has counted: they were not written by the gateway"
        case .missingSeal(let number): "seal \(number) is missing: removed from the journal"
        case .alteredSeal(let number, let range):
            "seal \(number) (\(range.entries)) does not follow from the one before it: it was altered"
        case .unsignedSeal(let number, let range):
            "seal \(number) (\(range.entries)) is not one that the gateway signed: the journal was rewritten here"
        case .unrecordedPruning(let number, let range):
            "seal \(number) (\(range.entries)) is marked as pruned, and no entry says so: its entries were removed"
        case .rewritten(let checkpoint, let range):
            "the checkpoint of seal \(checkpoint.seal), \(checkpoint.at.rfc3339), states another journal up to \(range.entries): it was rewritten"
        case .cutOff(let checkpoint, let end):
            "the checkpoint of seal \(checkpoint.seal), \(checkpoint.at.rfc3339), reaches to entry \(checkpoint.lastSequence), and the sealed journal ends at \(end): the rest was cut off"
        case .restored(let checkpoint, let epoch):
            "the checkpoint of seal \(checkpoint.seal), \(checkpoint.at.rfc3339), is of epoch \(checkpoint.epoch), and the store was restored since (epoch \(epoch)): it does not hold what that one held up to entry \(checkpoint.lastSequence)"
        case .notACheckpoint(let place, let reason):
            "\(place) is no checkpoint that this tenant's gateway signed: \(reason)"
        }
    }
}
