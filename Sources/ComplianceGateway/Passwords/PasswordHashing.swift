public import Cryptography
import ServiceRuntime

/// The threads on which Argon2id runs: at most so many at once, and so many waiting.
///
/// A hash takes tens of milliseconds and 19 MiB, so it never runs where requests are served.
public final class PasswordHashing: Sendable {
    private struct State {
        var jobs: [Job] = []
        var isClosed = false
    }

    private enum Job {
        case verify(SecretBytes, against: String?, CheckedContinuation<Verdict, Never>)
        case hash(SecretBytes, salt: [UInt8], CheckedContinuation<String?, Never>)
    }

    /// What a verification came to.
    public enum Verdict: Sendable, Hashable {
        /// The password is right.
        case right
        /// The password is wrong, or the account has none.
        case wrong
        /// Too many wait already; nothing was checked.
        case overloaded
        /// The stored hash cannot be read or the library failed; nothing was checked.
        case failed
    }

    private let state: Lock<State>
    private let threads: Lock<[JoinedThread]>
    private let limit: Int
    private let cost: Argon2id
    private let decoy: String

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - count: how many hashes run at once; one for each core.
    ///   - limit: how many more may wait.
    ///   - cost: what new hashes cost.
    /// - Throws: when the operating system has no thread to give, or the library fails.
    public init(threads count: Int, waiting limit: Int = 64, cost: Argon2id = .standard) throws {
        self.limit = limit
        self.cost = cost
        // A name without an account costs the same time as one with: it is checked against this.
        decoy = try cost.hash(SecretBytes.random(32), salt: RandomBytes.generate(Argon2id.saltByteCount)).encoded
        let state = Lock(State())
        self.state = state
        threads = Lock([])
        let decoy = decoy
        for number in 0..<max(1, count) {
            let thread = try JoinedThread(name: "argon2-\(number)") { Self.work(state, cost: cost, decoy: decoy) }
            threads.withLock { $0.append(thread) }
        }
    }

    /// Checks a password against a stored hash; without one the answer is wrong and takes as long.
    public func verify(_ password: SecretBytes, against encoded: String?) async -> Verdict {
        await withCheckedContinuation { continuation in
            if !submit(.verify(password, against: encoded, continuation)) {
                continuation.resume(returning: .overloaded)
            }
        }
    }

    /// Hashes a new password.
    ///
    /// - Returns: the PHC string; nil when too many wait or the library failed.
    public func hash(_ password: SecretBytes, salt: [UInt8]) async -> String? {
        await withCheckedContinuation { continuation in
            if !submit(.hash(password, salt: salt, continuation)) { continuation.resume(returning: nil) }
        }
    }

    /// Answers what waits with ``Verdict/overloaded`` and joins the threads; call it once, at shutdown.
    public func close() {
        let left = state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
        state.wake()
        for job in left {
            switch job {
            case .verify(_, _, let continuation): continuation.resume(returning: .overloaded)
            case .hash(_, _, let continuation): continuation.resume(returning: nil)
            }
        }
        for thread in threads.withLock({ $0 }) { thread.join() }
    }

    private func submit(_ job: Job) -> Bool {
        let accepted = state.withLock { state in
            guard !state.isClosed, state.jobs.count < limit else { return false }
            state.jobs.append(job)
            return true
        }
        if accepted { state.wake() }
        return accepted
    }

    private static func work(_ state: Lock<State>, cost: Argon2id, decoy: String) {
        while true {
            let job: Job? = state.wait { state in
                if !state.jobs.isEmpty { return .some(state.jobs.removeFirst()) }
                return state.isClosed ? .some(nil) : nil
            }
            switch job {
            case nil:
                return
            case .verify(let password, let encoded, let continuation):
                continuation.resume(returning: check(password, against: encoded, decoy: decoy))
            case .hash(let password, let salt, let continuation):
                // Nothing of the failure may reach the caller; nil is counted there as a failure of ours.
                continuation.resume(returning: try? cost.hash(password, salt: salt).encoded)
            }
        }
    }

    private static func check(_ password: SecretBytes, against encoded: String?, decoy: String) -> Verdict {
        do throws(CryptographyError) {
            let matches = try Argon2idHash(encoded: encoded ?? decoy).matches(password)
            return encoded != nil && matches ? .right : .wrong
        } catch {
            return .failed
        }
    }
}
