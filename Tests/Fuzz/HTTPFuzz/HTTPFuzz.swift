import FuzzChecks
import FuzzDriver

@main
struct HTTPFuzz {
    static func main() {
        runFuzzer { demand($0, $1, checkHTTP) }
    }
}
