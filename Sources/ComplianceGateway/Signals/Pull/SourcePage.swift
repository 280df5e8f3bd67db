public import AccessModel
public import Compliance
public import JSONCoding

/// A page of a source's devices that is to be asked for.
public struct PageRequest: Sendable, Hashable {
    /// Where it is.
    public let url: SourceURL
    /// Its number in this pull, from 0.
    public let number: Int
    /// How many records were on the pages before.
    let seen: Int
}

/// What an answer holds.
public struct SourcePage: Sendable {
    /// The records in their order: a device, or why there is none.
    public var devices: [Result<MappedDevice, RecordProblem>]
    /// The page to ask for next; nil when this was the last.
    public var next: PageRequest?
}

/// A device as an answer tells of it.
public struct MappedDevice: Sendable, Hashable {
    /// The device, by at least one identifier.
    public var identifiers: Set<DeviceIdentifier>
    /// What is said of it; ``ownerNames`` are not among it.
    public var report: DeviceReport
    /// The mail addresses or user names of the people who use it; nil when the answer does not say.
    public var ownerNames: [String]?
    /// When the source observed it; nil when it does not say, and the time of the pull counts.
    public var observedAt: Timestamp?
}

/// Why a record is no device.
public struct RecordProblem: Error, Sendable, Equatable {
    /// The record's place in the list, from 0.
    public var index: Int
    /// What can be shown to find it again, such as its serial number; nil when nothing could be read.
    public var label: String?
    /// What is wrong, and where in the answer.
    public var error: JSONError
}
