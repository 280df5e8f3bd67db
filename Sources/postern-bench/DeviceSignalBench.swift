import AccessModel
import Compliance
import ComplianceGateway
import Cryptography
import JSONCoding
import SQLDatabase
import ServiceRuntime
import Storage

/// Signals about devices as a device management server posts them: signed documents, verified, decided, journalled and
/// durable before the next one is sent.
///
/// It works on a database of its own with one tenant, and registers every device before anything is measured.
struct DeviceSignalBench: Sendable {
    /// What a document tells of each of its devices.
    enum Content {
        /// What the source said before, observed later.
        case unchanged
        /// The other verdict.
        case changed
    }

    /// What was measured.
    struct Figures {
        var signals: Int
        var seconds: Double
    }

    private let intake: SignalIntake
    private let tenant: TenantHead
    private let source: IssuedSignalSource
    private let senders: Int
    private let start: Timestamp

    private static let sourceName = "bench"
    private static let documentsPerSender = 4

    /// Makes the tenant and its source, and registers as many devices as the senders' documents hold.
    init(_ environment: GatewayEnvironment, senders: Int) async throws {
        let administration = Administration(environment, actor: "postern-bench")
        let directory = TenantDirectory(environment)
        let id = TenantID("00000000-0000-4000-8000-000000000001")
        guard try await administration.createTenant(id, alias: "bench", name: "Benchmark"),
            let source = try await administration.addSource(
                SignalSourceInput(name: Self.sourceName, signalsPerMinute: 6_000_000), to: id),
            let tenant = try await environment.store.tenant(.id(id))
        else { throw BenchError("the directory holds a benchmark already; name a new one") }
        intake = SignalIntake(environment, directory: directory)
        self.source = source
        self.senders = senders
        self.tenant = tenant
        start = environment.now()
        for sender in 0..<senders {
            for document in 0..<Self.documentsPerSender { try await send(.unchanged, sender, document, round: 0) }
        }
    }

    /// Sends for so many seconds.
    func measure(_ content: Content, seconds: Double, from round: Int) async throws -> Figures {
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        let documents = try await withThrowingTaskGroup(of: Int.self) { group in
            for sender in 0..<senders {
                group.addTask {
                    var sent = 0
                    while ContinuousClock.now < end {
                        try await send(
                            content, sender, sent % Self.documentsPerSender,
                            round: round + sent / Self.documentsPerSender)
                        sent += 1
                    }
                    return sent
                }
            }
            return try await group.reduce(0, +)
        }
        let elapsed = ContinuousClock.now - start
        return Figures(
            signals: documents * SignalDocument.maximumCount,
            seconds: Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18)
    }

    private func send(_ content: Content, _ sender: Int, _ document: Int, round: Int) async throws {
        let body = body(content, sender, document, round: round)
        let now = Timestamp(milliseconds: SystemWallClock().nowMilliseconds)
        let signature = WebhookSignature.header(
            for: body, key: SecretBytes(Array(source.secret.utf8)), at: now)
        let answer = try await intake.receive(
            body, signature: signature, from: Self.sourceName, tenant: tenant,
            correlation: CorrelationID("\(sender)-\(document)-\(round)"))
        guard case .taken(let receipts, _) = answer, receipts.allSatisfy(\.isTaken) else {
            throw BenchError("a document was refused: \(answer)")
        }
    }

    private func body(_ content: Content, _ sender: Int, _ document: Int, round: Int) -> [UInt8] {
        // Texts of times have whole seconds; an hour back leaves room for an hour of rounds.
        let observed = (start - .seconds(3600) + .seconds(round)).rfc3339
        let verdict = content == .changed && round % 2 == 1 ? "noncompliant" : "compliant"
        var writer = JSONWriter(capacity: 160 << 10)
        writer.object { object in
            object.array("signals") { signals in
                for number in 0..<SignalDocument.maximumCount {
                    let serial = "SN\(sender)X\(document)X\(number)"
                    signals.object { signal in
                        signal.member("id", "\(serial)-\(round)")
                        signal.object("device") { $0.member("serialNumber", serial) }
                        signal.member("observedAt", observed)
                        signal.member("compliance", verdict)
                        signal.member("managed", true)
                        signal.member("platform", "iOS")
                        signal.member("osVersion", "18.4")
                    }
                }
            }
        }
        return writer.bytes
    }
}

extension SignalReceipt {
    fileprivate var isTaken: Bool {
        if case .taken(let outcome) = fate { outcome == .applied || outcome == .confirmed } else { false }
    }
}
