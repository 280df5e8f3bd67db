import AccessModel
import AuthorizationServer
import Compliance
import Cryptography
import Directory
import JSONCoding

/// Turns what a source's answer says of devices into signals, and takes those that have anything to tell.
struct PulledDevices: Sendable {
    let environment: GatewayEnvironment
    let directory: TenantDirectory
    let store: any PullStore
    let intake: SignalIntake
    let source: SignalSource
    let tenant: TenantID
    /// When the pull began: what a source does not date was so then.
    let begunAt: Timestamp

    /// One device and what its signal came to, or would.
    struct Row: Sendable {
        let signal: DeviceSignal
        /// Nil when the signal has nothing to tell.
        let receipt: SignalReceipt?
        let assessment: DeviceAssessment?
    }

    /// Takes a page.
    func take(_ page: SourcePage, _ counts: inout PullCounts) async throws(StoreError) {
        let devices = Self.count(page, &counts)
        for start in stride(from: 0, to: devices.count, by: SignalDocument.maximumCount) {
            let chunk = devices[start..<min(start + SignalDocument.maximumCount, devices.count)]
            let signals = try await signals(of: chunk)
            let news = try await news(among: signals)
            counts.unchanged += Int64(signals.count - news.count)
            guard !news.isEmpty else { continue }
            for receipt in try await intake.take(news, from: source, of: tenant) { counts.add(receipt) }
        }
    }

    /// Says what a page would come to, and stores nothing.
    func rehearse(_ page: SourcePage, _ counts: inout PullCounts) async throws(StoreError) -> [Row] {
        let devices = Self.count(page, &counts)
        var rows: [Row] = []
        for start in stride(from: 0, to: devices.count, by: SignalDocument.maximumCount) {
            let chunk = devices[start..<min(start + SignalDocument.maximumCount, devices.count)]
            let signals = try await signals(of: chunk)
            let news = Set(try await news(among: signals).map(\.id))
            let receipts = try await intake.rehearse(signals, from: source, of: tenant)
            for (signal, receipt) in zip(signals, receipts) {
                let isNews = news.contains(signal.id)
                if isNews { counts.add(receipt) } else { counts.unchanged += 1 }
                rows.append(
                    Row(signal: signal, receipt: isNews ? receipt : nil, assessment: receipt.assessment))
            }
        }
        return rows
    }

    private static func count(_ page: SourcePage, _ counts: inout PullCounts) -> [MappedDevice] {
        counts.pages += 1
        counts.devices += Int64(page.devices.count)
        return page.devices.compactMap { device in
            switch device {
            case .success(let device): return device
            case .failure(let problem):
                counts.unreadable += 1
                if counts.firstProblem == nil { counts.firstProblem = "\(problem.error)" }
                return nil
            }
        }
    }

    // MARK: Signals

    private func signals(of devices: ArraySlice<MappedDevice>) async throws(StoreError) -> [DeviceSignal] {
        let names = Set(devices.flatMap { $0.ownerNames ?? [] }.compactMap { UserPrincipalName($0) })
        let owners = names.isEmpty ? [:] : try await store.accounts(of: tenant, named: names)
        return devices.map { device in
            var report = device.report
            if let names = device.ownerNames {
                // A name that is no account's is nobody the gateway knows.
                report.accounts = Set(names.compactMap { UserPrincipalName($0) }.compactMap { owners[$0] })
            }
            let observedAt = device.observedAt ?? begunAt
            return DeviceSignal(
                id: Self.identifier(device.identifiers, report, observedAt, source), source: source.id,
                device: device.identifiers, report: report, observedAt: observedAt)
        }
    }

    /// The same for the same observation, whenever it is read.
    private static func identifier(
        _ device: Set<DeviceIdentifier>, _ report: DeviceReport, _ observedAt: Timestamp, _ source: SignalSource
    ) -> String {
        let parts =
            [source.id.rawValue, "\(observedAt.milliseconds)"]
            + device.sorted().map { "\($0.kind.rawValue):\($0.value)" }
            + [String(decoding: report.journalled.serialized(), as: UTF8.self)]
        return "pull-" + Hexadecimal.encode(Digest.sha256(Array(parts.joined(separator: "\n").utf8)))
    }

    /// The signals that are not what the source has said before.
    private func news(among signals: [DeviceSignal]) async throws(StoreError) -> [DeviceSignal] {
        guard let devices = environment.devices else { return signals }
        let query = DeviceQuery(identifiers: signals.reduce(into: []) { $0.formUnion($1.device) })
        guard let snapshot = try await devices.devices(of: tenant, query) else { return signals }
        let rules = try await directory.configuration(at: snapshot.head).devices.rules
        return signals.filter { signal in
            let owners = Set(signal.device.compactMap { snapshot.owners[$0] })
            guard owners.count == 1, let owner = owners.first, let device = snapshot.devices[owner]?.device else {
                return true
            }
            return device.needs(signal, from: source, rules: rules)
        }
    }
}

extension PullCounts {
    /// Counts what became of one signal.
    fileprivate mutating func add(_ receipt: SignalReceipt) {
        switch receipt.fate {
        case .taken(.applied), .taken(.confirmed): taken += 1
        case .taken(.outdated), .taken(.duplicate): unchanged += 1
        case .refused(let refusal):
            refused += 1
            if firstProblem == nil { firstProblem = refusal.rawValue }
        case .malformed(let error):
            unreadable += 1
            if firstProblem == nil { firstProblem = "\(error)" }
        }
    }
}
