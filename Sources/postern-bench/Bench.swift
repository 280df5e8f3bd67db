/// What the gateway does in process, measured on one core: policy decisions and tokens.
///
/// Prints figures, asserts nothing.
enum Bench {
    static let usage = """
        usage: postern-bench policies DIRECTORY REQUESTS [--seconds N] [--format text|json]
               postern-bench tokens [--seconds N] [--format text|json]

        policies  decisions by the policies of a directory on the requests of a file, one in each line
        tokens    access tokens minted and verified
        Each row is measured for N seconds, 2 unless told otherwise, at most 60.
        """

    /// Runs what the arguments ask for; returns the exit code.
    static func run(_ arguments: [String]) -> Int32 {
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
            }
            return 0
        } catch {
            print("nothing could be measured: \(error)")
            return 1
        }
    }
}
