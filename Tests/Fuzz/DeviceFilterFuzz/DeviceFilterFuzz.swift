import FuzzChecks
import FuzzDriver

@main
struct DeviceFilterFuzz {
    static func main() {
        runFuzzer { demand($0, $1, checkDeviceFilter) }
    }
}
