/// How many sign-in attempts an account and an address may make in a window of time.
///
/// The budget is spent before a password is hashed, by the statement that counts the attempt, so that parallel attempts
/// can't beat it. A successful sign-in gives its own attempt back, of the account and of the address.
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
}
