import AccessModel

extension Device {
    /// Whether a signal of a source that is asked again and again has anything to tell.
    ///
    /// It has when it says something else than the source's last one, and when that is half as old as a verdict may be:
    /// what is said again keeps the verdict fresh. That the device was seen a little later is no news.
    ///
    /// - Parameters:
    ///   - signal: The signal; its identifiers all belong to this device.
    ///   - source: The source that it comes from.
    ///   - rules: What is asked of devices.
    /// - Returns: False when the signal can be passed over.
    public func needs(_ signal: DeviceSignal, from source: SignalSource, rules: DeviceRules) -> Bool {
        guard let known = records[source.id] else { return true }
        if source.attributes.contains(.identity), !signal.device.isSubset(of: identifiers) { return true }
        let patience = source.freshFor / 2
        var said = known.report.updated(by: signal.report.limited(to: source.attributes))
        if let before = known.report.lastSeen, let seen = said.lastSeen,
            seen < before + min(patience, rules.seenWithin.map { $0 / 4 } ?? patience)
        {
            said.lastSeen = before
        }
        if said != known.report { return signal.observedAt >= known.observedAt }
        return signal.observedAt >= known.observedAt + patience
    }
}
