import AccessModel
import Cryptography
import ManagedAppClient
import ServiceRuntime

/// A clock that stands still until somebody sleeps, and remembers for how long.
final class TestClock: ManagedAppClock {
    private let state = Lock((now: Timestamp(seconds: 1_800_000_000), sleeps: [Duration]()))

    var now: Timestamp { state.withLock { $0.now } }
    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    func sleep(for time: Duration) async throws(CancellationError) {
        if Task.isCancelled { throw CancellationError() }
        advance(time)
        state.withLock { $0.sleeps.append(time) }
    }

    func advance(_ time: Duration) { state.withLock { $0.now = $0.now + time } }
}

/// Secrets in memory.
final class MemoryStore: SecretStore, DeviceKeyStore, EnrollmentIDStore {
    private let items = Lock<[String: [UInt8]]>([:])
    private let keys = Lock<[String: SoftwareDeviceKey]>([:])
    private let entries = Lock<[EnrollmentIDEntry]>([])

    var keyNames: [String] { keys.withLock { $0.keys.sorted() } }
    var enrollmentIDs: [EnrollmentIDEntry] { entries.withLock { $0 } }

    func read(_ name: String) async throws(LocalStoreError) -> [UInt8]? { items.withLock { $0[name] } }
    func write(_ bytes: [UInt8], as name: String) async throws(LocalStoreError) { items.withLock { $0[name] = bytes } }
    func remove(_ name: String) async throws(LocalStoreError) { items.withLock { $0[name] = nil } }

    func makeKey(named name: String) async throws(LocalStoreError) -> any DeviceKey {
        do throws(CryptographyError) {
            guard let key = SoftwareDeviceKey(try SigningKey.generate(.p256)) else { throw .unsupported("key") }
            keys.withLock { $0[name] = key }
            return key
        } catch {
            throw .failed("\(error)")
        }
    }

    func key(named name: String) async throws(LocalStoreError) -> (any DeviceKey)? { keys.withLock { $0[name] } }
    func removeKey(named name: String) async throws(LocalStoreError) { keys.withLock { $0[name] = nil } }

    func write(_ entries: [EnrollmentIDEntry]) async throws(LocalStoreError) {
        self.entries.withLock { $0 = entries }
    }
}

/// An app whose user does what the test says.
final class TestApp: ManagedApp {
    struct State {
        var outcome = PolicyOutcome.applied
        var posture = AppPosture(isPINSet: true, isRooted: false)
        var wipes: [String] = []
        var canWipe = true
        var applied: [(revision: String, mayInteract: Bool)] = []
    }

    let state = Lock(State())

    func apply(_ policy: ProtectionPolicy, forAccountID accountID: String, mayInteract: Bool) async -> PolicyOutcome {
        state.withLock { state in
            state.applied.append((policy.revision, mayInteract))
            return state.outcome
        }
    }

    func posture(forAccountID accountID: String) async -> AppPosture { state.withLock { $0.posture } }

    func wipeManagedData(forAccountID accountID: String) async -> Bool {
        state.withLock { state in
            state.wipes.append(accountID)
            return state.canWipe
        }
    }
}

/// A browser in which the user does what the test says.
final class TestPresenter: SignInPresenter {
    enum Behaviour: Sendable {
        case signIn, leave, fail
        case bring(String)
    }

    private let behaviour: Lock<Behaviour>
    private let opened = Lock<[SignInRequest]>([])
    let issuer = Lock("")

    init(_ behaviour: Behaviour = .signIn) { self.behaviour = Lock(behaviour) }

    var requests: [SignInRequest] { opened.withLock { $0 } }

    func set(_ behaviour: Behaviour) { self.behaviour.withLock { $0 = behaviour } }

    func present(_ request: SignInRequest) async throws(SignInStop) -> String {
        opened.withLock { $0.append(request) }
        switch behaviour.withLock({ $0 }) {
        case .leave: throw .cancelled
        case .fail: throw .failed("no browser")
        case .bring(let text): return text
        case .signIn:
            let state = request.url.split(separator: "&").first { $0.hasPrefix("state=") } ?? ""
            return "\(request.redirectURI)?code=c0de&\(state)&iss=\(issuer.withLock { $0 })"
        }
    }
}

/// Remembers what it was told.
final class TestDelegate: ComplianceDelegate {
    let reports: Lock<[ComplianceReport]>

    init(_ reports: Lock<[ComplianceReport]> = Lock([])) { self.reports = reports }

    func complianceDidEnd(_ report: ComplianceReport) async { reports.withLock { $0.append(report) } }
}
