import FuzzChecks
import FuzzDriver

@main
struct ChunkedFuzz {
    static func main() {
        runFuzzer { demand($0, $1, checkChunked) }
    }
}
