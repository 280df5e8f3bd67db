public import AccessModel

/// A device, as the organisation's signal sources know it.
///
/// A device is what its sources have said of it, each by itself, and the result of the last evaluation. Only the
/// transitions change it; each returns the new value and the effects that follow.
///
/// | state | event | next state | effects |
/// |---|---|---|---|
/// | (none) | signal of a source that may tell of new devices | known, status as evaluated | complianceChanged; suspendTokens unless compliant |
/// | (none) | signal of any other source | refused | |
/// | (none) | an app instance enrols with a certificate that names it | known, nothing said of it | complianceChanged, suspendTokens |
/// | known | signal with an identifier that the source used before | unchanged (duplicate) | |
/// | known | signal observed before what the source said last | unchanged (outdated) | |
/// | known | signal from the future, or with nothing that the source may tell | refused | |
/// | known | any other signal | what the source said is updated, status as evaluated | complianceChanged when status or reasons change; suspendTokens when it is not compliant and was, by its last result or by the facts of the moment; reevaluateInstances when its compliance changes |
/// | known | reevaluate: time, rules or sources changed | status as evaluated | as above |
/// | known | the same, while a source that is needed cannot be asked | the last result stays, due when a grace ends | |
///
/// Any evaluation that is stored may add checksFailing, stepsNear and checksSettled, each once, of what follows from failing
/// checks: see ``PendingStep``. A device is never forgotten by a signal: one that says `unmanaged` leaves it known and not managed.
public struct Device: Sendable, Hashable {
    /// The device's identifier, a GUID that Postern gave it.
    public let id: DeviceID
    /// Every text by which it is known.
    public internal(set) var identifiers: Set<DeviceIdentifier>
    /// When it became known.
    public let registeredAt: Timestamp
    /// What each source has said of it.
    public internal(set) var records: [SignalSourceID: SourceRecord]
    /// Since when each failing check fails.
    public internal(set) var failingSince: [DeviceCheck: Timestamp]
    /// The result of the last evaluation that was stored; never a failure of ours or of a source.
    ///
    /// Nil before the first.
    public internal(set) var result: ComplianceResult?

    /// Makes a device of which nothing is known, or restores one from its stored members.
    public init(
        id: DeviceID, identifiers: Set<DeviceIdentifier>, registeredAt: Timestamp,
        records: [SignalSourceID: SourceRecord] = [:], failingSince: [DeviceCheck: Timestamp] = [:],
        result: ComplianceResult? = nil
    ) {
        self.id = id
        self.identifiers = identifiers
        self.registeredAt = registeredAt
        self.records = records
        self.failingSince = failingSince
        self.result = result
    }
}
