public import AccessModel

/// How many sign-in attempts an account and an address may make in a window of time.
///
/// The budget is spent before a password is hashed, in the same write that counts the attempt, so that parallel attempts
/// can't beat it. A successful sign-in gives the account's attempts back and leaves the address's.
public struct SignInBudget: Sendable, Hashable {
    /// The window.
    public var window: Duration
    /// The most attempts for one account in a window.
    public var perAccount: Int
    /// The most attempts from one address in a window, whatever the account.
    public var perAddress: Int

    /// Makes a budget; by default 10 attempts an account and 100 an address in 15 minutes.
    public init(window: Duration = .seconds(900), perAccount: Int = 10, perAddress: Int = 100) {
        self.window = window
        self.perAccount = perAccount
        self.perAddress = perAddress
    }

    /// What was spent in the current window, for one account or one address.
    public struct Spent: Sendable, Hashable {
        /// When the window began.
        public var windowStart: Timestamp
        /// The attempts since then.
        public var attempts: Int

        /// Takes a stored count.
        public init(windowStart: Timestamp, attempts: Int) {
            self.windowStart = windowStart
            self.attempts = attempts
        }
    }

    /// Whether an attempt may be made, and what is spent then.
    public enum Spending: Sendable, Hashable {
        /// It may; both counts are to be written before anything is hashed.
        case allowed(account: Spent, address: Spent)
        /// The account's budget is used up.
        case accountExhausted(retryAfter: Duration)
        /// The address's budget is used up.
        case addressExhausted(retryAfter: Duration)
    }

    /// Spends one attempt.
    ///
    /// - Parameters:
    ///   - account: what the account spent; nil when nothing is recorded. An unknown name has a budget like any other, so
    ///     that the answer does not tell which names exist.
    ///   - address: what the address spent; nil when nothing is recorded.
    ///   - now: the time of the attempt.
    /// - Returns: what is to be done, and written.
    public func spend(account: Spent?, address: Spent?, now: Timestamp) -> Spending {
        let account = current(account, now: now)
        let address = current(address, now: now)
        if address.attempts >= perAddress { return .addressExhausted(retryAfter: wait(address, now: now)) }
        if account.attempts >= perAccount { return .accountExhausted(retryAfter: wait(account, now: now)) }
        return .allowed(account: next(account), address: next(address))
    }

    private func current(_ spent: Spent?, now: Timestamp) -> Spent {
        guard let spent, spent.windowStart <= now, now < spent.windowStart + window else {
            // A window that starts in the future is a clock that was set back: it holds, or a reset would refill it.
            if let spent, spent.windowStart > now { return Spent(windowStart: now, attempts: spent.attempts) }
            return Spent(windowStart: now, attempts: 0)
        }
        return spent
    }

    private func next(_ spent: Spent) -> Spent {
        Spent(windowStart: spent.windowStart, attempts: spent.attempts + 1)
    }

    private func wait(_ spent: Spent, now: Timestamp) -> Duration {
        max(.seconds(1), now.duration(to: spent.windowStart + window))
    }
}
