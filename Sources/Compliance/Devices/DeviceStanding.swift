import AccessModel

/// What is known of a device when its sources are put together.
///
/// Of each attribute that counts which the newest source says that may tell it; verdicts are not put together here.
struct DeviceStanding {
    private(set) var report = DeviceReport()

    init(_ device: Device, sources: [SignalSource]) {
        let counted = sources.filter(\.isEnabled).compactMap { source in
            device.records[source.id].map { (source: source, record: $0) }
        }
        // The newest is applied last; the identifier settles what was observed at the same instant.
        let ordered = counted.sorted {
            ($0.record.observedAt, $0.source.id) < ($1.record.observedAt, $1.source.id)
        }
        for (source, record) in ordered {
            let said = record.report.limited(to: source.attributes)
            let seen = [report.lastSeen, said.lastSeen].compactMap(\.self).max()
            report = report.updated(by: said)
            // Whoever saw it last has seen it.
            report.lastSeen = seen
        }
        report.verdict = nil
    }
}
