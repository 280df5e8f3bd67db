import SQLDatabase
import Storage

/// What the gateway does in process, measured on one core: policy decisions, tokens and signals.
///
/// Prints figures, asserts nothing.
enum Bench {
    static let usage = """
        usage: postern-bench policies DIRECTORY REQUESTS [--seconds N] [--format text|json]
               postern-bench tokens [--seconds N] [--format text|json]
               postern-bench signals STATE-DIRECTORY [--seconds N] [--at-a-time N] [--format text|json]

        policies  decisions by the policies of a directory on the requests of a file, one in each line
        tokens    access tokens minted and verified
        signals   posture reports evaluated and stored, N at a time (64), in the state directory of a gateway
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
        var configuration = SQLiteConfiguration(
            path: state + "/postern.db", counters: StorageMigrations.journalCounters)
        configuration.readers = 2
        let database = try await SQLiteDatabase.open(configuration)
        do {
            let bench = try await SignalBench(database, concurrency: options.atATime)
            report.write(try await bench.measure(seconds: options.seconds), atATime: options.atATime)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}
