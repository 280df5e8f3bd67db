import AccessModel
import Authentication
import Testing

struct SignInBudgetTests {
    private let budget = SignInBudget(window: .seconds(60), perAccount: 3, perAddress: 5)
    private let start = Timestamp(seconds: 1_000)

    @Test func `an attempt is spent from both budgets`() {
        #expect(
            budget.spend(account: nil, address: nil, now: start)
                == .allowed(
                    account: .init(windowStart: start, attempts: 1), address: .init(windowStart: start, attempts: 1)))
        let spent = SignInBudget.Spent(windowStart: start, attempts: 2)
        #expect(
            budget.spend(account: spent, address: spent, now: start + .seconds(59))
                == .allowed(
                    account: .init(windowStart: start, attempts: 3), address: .init(windowStart: start, attempts: 3)))
    }

    @Test func `refuses an attempt beyond an account's budget until its window ends`() {
        let spent = SignInBudget.Spent(windowStart: start, attempts: 3)
        #expect(
            budget.spend(account: spent, address: nil, now: start + .seconds(20))
                == .accountExhausted(retryAfter: .seconds(40)))
        let later = start + .seconds(60)
        #expect(
            budget.spend(account: spent, address: nil, now: later)
                == .allowed(
                    account: .init(windowStart: later, attempts: 1), address: .init(windowStart: later, attempts: 1)))
    }

    @Test func `refuses an attempt beyond an address's budget, whatever the account`() {
        let spent = SignInBudget.Spent(windowStart: start, attempts: 5)
        #expect(
            budget.spend(account: nil, address: spent, now: start + .milliseconds(59_900))
                == .addressExhausted(retryAfter: .seconds(1)))
    }

    @Test func `a clock that was set back does not refill a budget`() {
        let spent = SignInBudget.Spent(windowStart: start + .seconds(30), attempts: 3)
        #expect(
            budget.spend(account: spent, address: nil, now: start) == .accountExhausted(retryAfter: .seconds(60)))
    }
}
