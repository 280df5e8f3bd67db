import FuzzChecks
import FuzzDriver

@main
struct JWSFuzz {
    static func main() {
        runFuzzer { demand($0, $1, checkJWS) }
    }
}
