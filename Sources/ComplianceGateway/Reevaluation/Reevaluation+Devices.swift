import AccessModel
import JSONCoding

extension Reevaluation {
    /// Evaluates a batch of the tenant's devices.
    ///
    /// - Returns: whether the whole sweep is done.
    func evaluateDevices(
        _ sweep: inout ReevaluationSweep, after last: DeviceID?, _ tenant: TenantID
    ) async throws(StoreError) -> Bool {
        let batch = try await store.devices(of: tenant, after: last, limit: Self.batch)
        sweep.devices += Int64(batch.count)
        sweep.devicesChanged += Int64(try await devices.evaluate(batch, of: tenant, because: .change))
        guard batch.count < Self.batch else {
            sweep.place = .devices(after: batch.last)
            return false
        }
        sweep.leaveDevices()
        return sweep.isDone
    }

    /// Tells a batch of the app instances on a device that its compliance is not what it was.
    ///
    /// The entries are written with the place that is reached, so that each instance is told once.
    ///
    /// - Returns: whether the whole sweep is done.
    func tell(
        _ sweep: inout ReevaluationSweep, _ sequence: Int64, after last: AppInstanceID?, _ tenant: TenantID,
        _ entries: inout [JournalEntry]
    ) async throws(StoreError) -> Bool {
        let page = try await store.journal(
            of: tenant, after: sequence - 1, kinds: [.deviceReevaluationDue], limit: 1)
        // An entry that was pruned tells nobody anything any more.
        guard let cause = page.entries.first, cause.sequence == sequence, let device = cause.subject.device else {
            sweep.leaveUntold(sequence)
            return sweep.isDone
        }
        let batch = try await store.enrolledInstances(of: tenant, on: device, after: last, limit: Self.batch)
        let now = environment.now()
        entries = batch.map { subject in
            JournalEntry(
                .deviceComplianceChanged, at: now, subject: subject,
                details: ["from", "to", "reasons"].map { ($0, cause.details[$0] ?? .null) }
                    + [("cause", .integer(sequence))])
        }
        if batch.count == Self.batch {
            sweep.place = .untold(sequence, after: batch.last?.instance)
            return false
        }
        sweep.leaveUntold(sequence)
        return sweep.isDone
    }
}

extension ReevaluationSweep {
    /// Whether nothing is left to do.
    fileprivate var isDone: Bool { place == .instances(after: nil) && scope.instances.isEmpty && !scope.decidesTokens }
}
