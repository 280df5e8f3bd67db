/// Who remediates now and who waits: one remediation runs at a time; an account that runs already is joined.
struct RemediationQueue {
    /// What becomes of a call that joined.
    enum Joined: Sendable {
        case ended(ComplianceReport)
        /// Whoever ran it was cancelled: the caller runs it.
        case abandoned
    }

    private var joiners: [String: [CheckedContinuation<Joined, Never>]] = [:]
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Whether an account's remediation runs or waits for its turn.
    func contains(_ account: String) -> Bool { joiners[account] != nil }

    mutating func begin(_ account: String) { joiners[account] = [] }

    mutating func join(_ account: String, _ continuation: CheckedContinuation<Joined, Never>) {
        joiners[account, default: []].append(continuation)
    }

    /// The calls that joined, which are to be resumed.
    mutating func end(_ account: String) -> [CheckedContinuation<Joined, Never>] {
        joiners.removeValue(forKey: account) ?? []
    }

    func hasJoiners(_ account: String) -> Bool { joiners[account]?.isEmpty == false }

    /// Takes the turn, or waits for it.
    mutating func takeTurn(_ continuation: CheckedContinuation<Void, Never>) {
        guard isBusy else {
            isBusy = true
            return continuation.resume()
        }
        waiting.append(continuation)
    }

    /// Hands the turn on.
    mutating func passTurn() {
        guard !waiting.isEmpty else {
            isBusy = false
            return
        }
        waiting.removeFirst().resume()
    }
}

/// Lets one task at a time use what belongs to an account, such as its refresh token, which is good once.
struct AccountTurns {
    private var busy: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    mutating func take(_ account: String, _ continuation: CheckedContinuation<Void, Never>) {
        guard busy.insert(account).inserted else {
            waiting[account, default: []].append(continuation)
            return
        }
        continuation.resume()
    }

    mutating func pass(_ account: String) {
        guard var queue = waiting.removeValue(forKey: account), !queue.isEmpty else {
            busy.remove(account)
            return
        }
        let next = queue.removeFirst()
        if !queue.isEmpty { waiting[account] = queue }
        next.resume()
    }
}
