import Cryptography

/// What the gateway does in process, measured on one core: policy decisions and tokens.
///
/// Prints figures, asserts nothing.
enum Bench {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let seconds = arguments.first.flatMap(Double.init) ?? 2
        guard arguments.count <= 1, seconds > 0, seconds <= 60 else {
            print("usage: postern-bench [SECONDS]   how long each row is measured, 2 unless told otherwise, at most 60")
            return
        }
        print("each row: median of 5 runs of \(seconds / 5) s, one core")
        for count in [100, 1000] {
            let bench = PolicyBench(policyCount: count)
            report("policy decision, \(count) policies", Measurement(seconds) { bench.decide() })
            report("policy decision with trace, \(count) policies", Measurement(seconds) { bench.trace() })
        }
        do {
            let tokens = try TokenBench()
            report("ES256 access token minted, signer kept", Measurement(seconds) { tokens.mint() })
            report("ES256 access token minted, as the gateway does", Measurement(seconds) { tokens.mintAlone() })
            report("ES256 access token verified", Measurement(seconds) { tokens.verify() })
            report("ES256 signature alone", Measurement(seconds) { tokens.sign() })
        } catch {
            print("the token rows could not be measured: \(error)")
        }
    }

    private static func report(_ name: String, _ measurement: Measurement) {
        let micros = measurement.secondsPerOperation * 1e6
        let padding = String(repeating: " ", count: max(1, 52 - name.utf8.count))
        print("\(name)\(padding)\(rounded(micros)) us   \(Int(1 / measurement.secondsPerOperation)) /s")
    }

    private static func rounded(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
