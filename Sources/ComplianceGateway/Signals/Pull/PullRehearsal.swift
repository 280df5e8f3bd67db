import AccessModel
public import Compliance

/// What asking a source now would come to.
public struct PullRehearsal: Sendable {
    /// One device, or a record that is none.
    public struct Row: Sendable {
        /// What identifies it.
        public var identifiers: [DeviceIdentifier]
        /// What is said of it; nil when nothing can be understood.
        public var report: DeviceReport?
        /// What its signal would come to: an outcome, `unchanged`, or why it is refused.
        public var outcome: String
        /// The device's compliance after it; nil when it would not be taken.
        public var assessment: DeviceAssessment?
    }

    /// The devices, at most as many as were asked for.
    public internal(set) var rows: [Row] = []
    /// What was read in all.
    public internal(set) var counts = PullCounts()
    /// Why there is no more; nil when everything was read.
    public internal(set) var failure: SourceFailure?

    mutating func add(_ read: [PulledDevices.Row], _ page: SourcePage, limit: Int) {
        for row in read where rows.count < limit {
            rows.append(
                Row(
                    identifiers: row.signal.device.sorted(), report: row.signal.report,
                    outcome: row.receipt?.word ?? "unchanged", assessment: row.assessment))
        }
        for case .failure(let problem) in page.devices where rows.count < limit {
            let label = problem.label ?? "record \(problem.index)"
            rows.append(Row(identifiers: [], report: nil, outcome: "\(label): \(problem.error)", assessment: nil))
        }
    }
}

extension SignalReceipt {
    fileprivate var word: String {
        switch fate {
        case .taken(let outcome): outcome.rawValue
        case .refused(let refusal): refusal.rawValue
        case .malformed(let error): "\(error)"
        }
    }
}
