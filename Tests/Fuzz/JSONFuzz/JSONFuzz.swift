import FuzzChecks
import FuzzDriver

@main
struct JSONFuzz {
    static func main() {
        runFuzzer { demand($0, $1, checkJSON) }
    }
}
