import AccessModel
import AuthorizationServer
import Compliance
import Cryptography
import Directory
import JSONCoding

/// Turns what a source's answer says of devices into signals, and takes those that have anything to tell.
///
/// A source may list a device more than once, and the worst that it says stands. So what is good news waits for the end of
/// the pull, and is dropped when another record of the same device says worse; what is not is taken page by page.
struct PulledDevices: Sendable {
    let environment: GatewayEnvironment
    let directory: TenantDirectory
    let store: any PullStore
    let intake: SignalIntake
    let source: SignalSource
    let tenant: TenantID
    /// When the pull began: what a source does not date was so then.
    let begunAt: Timestamp

    private var waiting: [DeviceSignal] = []
    /// What identifies the devices of which this pull says something that is not good.
    private var accused: Set<DeviceIdentifier> = []

    /// More good news than this at once is held to be a mistake of the source's.
    private static let maximumWaiting = 500_000

    init(
        environment: GatewayEnvironment, directory: TenantDirectory, store: any PullStore, intake: SignalIntake,
        source: SignalSource, tenant: TenantID, begunAt: Timestamp
    ) {
        self.environment = environment
        self.directory = directory
        self.store = store
        self.intake = intake
        self.source = source
        self.tenant = tenant
        self.begunAt = begunAt
    }

    /// Whether so much waits that the pull cannot be right.
    var holdsTooMuch: Bool { waiting.count > Self.maximumWaiting }

    /// One device and what its signal came to, or would.
    struct Row: Sendable {
        let signal: DeviceSignal
        /// Nil when the signal has nothing to tell.
        let receipt: SignalReceipt?
        let assessment: DeviceAssessment?
    }

    /// Takes of a page what is no good news.
    mutating func take(_ page: SourcePage, _ counts: inout PullCounts) async throws(StoreError) {
        let devices = Self.count(page, &counts)
        for start in stride(from: 0, to: devices.count, by: SignalDocument.maximumCount) {
            let chunk = devices[start..<min(start + SignalDocument.maximumCount, devices.count)]
            let signals = try await signals(of: chunk)
            let news = try await news(among: signals)
            counts.unchanged += Int64(signals.count - news.worse.count - news.better.count)
            waiting += news.better
            accused.formUnion(news.accused)
            try await take(news.worse, &counts)
        }
    }

    /// Takes some of the good news that waited, once the last page is read.
    ///
    /// - Returns: whether there may be more.
    mutating func takeWaiting(_ counts: inout PullCounts) async throws(StoreError) -> Bool {
        let batch = waiting.suffix(SignalDocument.maximumCount)
        guard !batch.isEmpty else { return false }
        waiting.removeLast(batch.count)
        let good = batch.filter { $0.device.isDisjoint(with: accused) }
        for _ in good.count..<batch.count { counts.contradict() }
        try await take(good, &counts)
        return true
    }

    private func take(_ signals: [DeviceSignal], _ counts: inout PullCounts) async throws(StoreError) {
        guard !signals.isEmpty else { return }
        for receipt in try await intake.take(signals, from: source, of: tenant) { counts.add(receipt) }
    }

    /// Says what a page would come to, and stores nothing.
    func rehearse(_ page: SourcePage, _ counts: inout PullCounts) async throws(StoreError) -> [Row] {
        let devices = Self.count(page, &counts)
        var rows: [Row] = []
        for start in stride(from: 0, to: devices.count, by: SignalDocument.maximumCount) {
            let chunk = devices[start..<min(start + SignalDocument.maximumCount, devices.count)]
            let signals = try await signals(of: chunk)
            let found = try await news(among: signals)
            let news = Set((found.worse + found.better).map(\.id))
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
    private struct News {
        /// Those that make no device compliant.
        var worse: [DeviceSignal] = []
        /// Those that may make one compliant that this source does not call so now.
        var better: [DeviceSignal] = []
        var accused: Set<DeviceIdentifier> = []
    }

    private func news(among signals: [DeviceSignal]) async throws(StoreError) -> News {
        guard let devices = environment.devices else { return News() }
        let query = DeviceQuery(identifiers: signals.reduce(into: []) { $0.formUnion($1.device) })
        guard let snapshot = try await devices.devices(of: tenant, query) else { return News() }
        let rules = try await directory.configuration(at: snapshot.head).devices.rules
        var news = News()
        for signal in signals {
            let owners = Set(signal.device.compactMap { snapshot.owners[$0] })
            let known = owners.compactMap { snapshot.devices[$0]?.device }
            let isGood = signal.report.verdict.map { $0.isCompliant == true }
            if isGood == false {
                news.accused.formUnion(known.reduce(into: signal.device) { $0.formUnion($1.identifiers) })
            }
            if known.count == 1, !known[0].needs(signal, from: source, rules: rules) { continue }
            let isCalledGood = known.contains { $0.records[source.id]?.report.verdict?.isCompliant == true }
            if isGood == true, !isCalledGood { news.better.append(signal) } else { news.worse.append(signal) }
        }
        return news
    }
}

extension PullCounts {
    /// Counts a record that another one of the same device contradicts.
    fileprivate mutating func contradict() {
        refused += 1
        if firstProblem == nil { firstProblem = "a device is listed twice, and the worse of both stands" }
    }

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
