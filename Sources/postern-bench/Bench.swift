import AccessModel
import ComplianceGateway
import Cryptography
import SQLDatabase
import ServiceRuntime
import Storage

/// What the gateway does in process, measured on one core: policy decisions, tokens and signals.
///
/// Prints figures, asserts nothing.
enum Bench {
    static let usage = """
        usage: postern-bench policies DIRECTORY REQUESTS [--seconds N] [--format text|json]
               postern-bench tokens [--seconds N] [--format text|json]
               postern-bench signals STATE-DIRECTORY [--seconds N] [--at-a-time N] [--format text|json]
               postern-bench device-signals DIRECTORY [--seconds N] [--at-a-time N] [--format text|json]

        policies  decisions by the policies of a directory on the requests of a file, one in each line
        tokens    access tokens minted and verified
        signals   posture reports evaluated and stored, N at a time (64), in the state directory of a gateway
        device-signals  documents of 500 signals about devices, signed, verified, decided and stored, N senders at a time
                  (at most 16), in a new database of a directory
        Each row is measured for N seconds, 2 unless told otherwise, at most 60.
        """

    /// Runs what the arguments ask for; returns the exit code.
    static func run(_ arguments: [String]) async -> Int32 {
        guard let options = BenchOptions(arguments) else {
            print(usage)
            return 2
        }
        let report = FigureReport(options)
        do {
            switch options.what {
            case .policies(let directory, let requests):
                let bench = try PolicyBench(directory: directory, requests: requests)
                report.introduce("\(bench.policyCount) policies, \(bench.requestCount) requests")
                report.measure("policy decision") { bench.decide() }
                report.measure("policy decision with trace") { bench.trace() }
            case .tokens:
                let tokens = try TokenBench()
                report.introduce("access tokens, ES256")
                report.measure("token minted, signer kept") { tokens.mint() }
                report.measure("token minted, as the gateway does") { tokens.mintAlone() }
                report.measure("token verified") { tokens.verify() }
                report.measure("signature alone") { tokens.sign() }
            case .signals(let state): try await measureSignals(state, options, report)
            case .deviceSignals(let directory): try await measureDeviceSignals(directory, options, report)
            }
            return 0
        } catch {
            print("nothing could be measured: \(error)")
            return 1
        }
    }

    private static func measureSignals(
        _ state: String, _ options: BenchOptions, _ report: FigureReport
    ) async throws {
        try await withDatabase(of: state) { database in
            let bench = try await SignalBench(database, concurrency: options.atATime)
            report.write(try await bench.measure(seconds: options.seconds), atATime: options.atATime)
        }
    }

    private static func measureDeviceSignals(
        _ directory: String, _ options: BenchOptions, _ report: FigureReport
    ) async throws {
        try await withDatabase(of: directory) { database in
            try await database.migrate(StorageMigrations.all)
            guard let masterKey = SealingKey(SecretBytes(RandomBytes.generate(32))) else { return }
            let store = SQLGatewayStore(database)
            let environment = GatewayEnvironment(
                store: store, origin: "https://localhost",
                now: { Timestamp(milliseconds: SystemWallClock().nowMilliseconds) }, masterKey: masterKey,
                passwords: try PasswordHashing(threads: 1), devices: store)
            defer { environment.passwords.close() }
            let senders = min(options.atATime, 16)
            let bench = try await DeviceSignalBench(environment, senders: senders)
            for (name, content, round) in [
                ("unchanged", DeviceSignalBench.Content.unchanged, 1), ("changed", .changed, 1001),
            ] {
                let figures = try await bench.measure(content, seconds: options.seconds, from: round)
                report.write("device signals, \(name), \(senders) senders", figures)
            }
        }
    }

    private static func withDatabase(
        of directory: String, _ body: (SQLiteDatabase) async throws -> Void
    ) async throws {
        var configuration = SQLiteConfiguration(
            path: directory + "/postern.db", counters: StorageMigrations.journalCounters)
        configuration.readers = 2
        let database = try await SQLiteDatabase.open(configuration)
        do {
            try await body(database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}
