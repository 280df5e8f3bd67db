import FuzzChecks
import FuzzDriver

@main
struct YAMLFuzz {
    static func main() {
        runFuzzer { demand($0, $1, checkYAML) }
    }
}
