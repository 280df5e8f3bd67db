import FuzzChecks
import FuzzDriver

@main
struct CertificateFuzz {
    static func main() {
        runFuzzer { demand($0, $1, checkCertificate) }
    }
}
