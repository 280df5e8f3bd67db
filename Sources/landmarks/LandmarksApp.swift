import AccessModel
import Cryptography
import Glibc
import ManagedAppClient

/// The app's own part: a PIN, and data that can be wiped.
actor LandmarksApp: ManagedApp {
    private let secrets: FileSecretStore
    private let identity: SoftwareManagedIdentity?
    private var policies: [String: String] = [:]

    init(secrets: FileSecretStore, identity: SoftwareManagedIdentity?) {
        self.secrets = secrets
        self.identity = identity
    }

    /// Asks for a PIN where the policy wants one and there is none.
    func apply(
        _ policy: ProtectionPolicy, forAccountID accountID: String, mayInteract: Bool
    ) async -> PolicyOutcome {
        Terminal.say("policy", "revision \(policy.revision)\(policy.requiresPIN ? ", a PIN is required" : "")")
        policies[accountID] = policy.revision
        guard policy.requiresPIN, !hasPIN, mayInteract else { return .applied }
        guard let pin = Terminal.ask("set-pin") else { return .userCancelled }
        do throws(LocalStoreError) {
            // A real app derives a key of it; this one only remembers that there is one.
            try secrets.write(Array("\(pin.utf8.count)".utf8), as: "pin")
            return .applied
        } catch {
            return .notApplied
        }
    }

    func posture(forAccountID accountID: String) async -> AppPosture {
        AppPosture(isPINSet: hasPIN, isRooted: false)
    }

    func wipeManagedData(forAccountID accountID: String) async -> Bool {
        do throws(LocalStoreError) {
            try secrets.remove("pin")
            policies[accountID] = nil
            Terminal.say("wiped", accountID)
            return true
        } catch {
            return false
        }
    }

    func managedIdentity() async -> (any ManagedIdentity)? { identity }

    private var hasPIN: Bool {
        do throws(LocalStoreError) {
            return try secrets.read("pin") != nil
        } catch {
            return false
        }
    }
}

/// Shows the page's address, and takes the address that the browser ended at.
struct LandmarksPresenter: SignInPresenter {
    func present(_ request: SignInRequest) async throws(SignInStop) -> String {
        guard let returned = Terminal.ask("open", request.url) else { throw .cancelled }
        return returned
    }
}

/// Shows each status.
final class LandmarksDelegate: ComplianceDelegate {
    func complianceDidEnd(_ report: ComplianceReport) async { Terminal.show("compliance", report) }
}

/// Lines with a word before a colon.
enum Terminal {
    static func say(_ word: String, _ text: String) { write("\(word): \(text)\n", to: STDOUT_FILENO) }

    /// Whoever plays the user reads line by line, so that nothing waits in a buffer.
    static func write(_ text: String, to file: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Asks for a line; nil when it is empty or there is none.
    static func ask(_ word: String, _ text: String = "") -> String? {
        say(word, text)
        guard let line = readLine(), !line.isEmpty else { return nil }
        return line
    }

    /// Returns when the input has ended, or the task is cancelled.
    static func awaitEndOfInput() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !Task.isCancelled {
            var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 100) > 0 else { continue }
            if read(STDIN_FILENO, &bytes, bytes.count) <= 0 { return }
        }
    }

    static func show(_ word: String, _ report: ComplianceReport) {
        say(word, "\(report.status.name) \(report.reasons.joined(separator: " "))")
        say("title", report.title)
        say("message", report.message)
        if let page = report.remediationURI { say("page", page) }
        if let id = report.supportID { say("support-id", id) }
    }
}
