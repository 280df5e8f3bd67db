import FuzzChecks
import FuzzDriver

@main
struct PolicyFuzz {
    static func main() {
        runFuzzer { demand($0, $1, checkPolicies) }
    }
}
