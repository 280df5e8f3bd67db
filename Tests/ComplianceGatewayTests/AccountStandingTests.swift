import AuthorizationServer
import Directory
import Testing

@testable import ComplianceGateway

/// The account gate's view of what the store knows.
@Suite struct AccountStandingTests {
    @Test(arguments: [true, false])
    func `only an enabled account stands`(isEnabled: Bool) throws {
        let name = try #require(UserPrincipalName("alice@contoso.example"))
        let account = Account(id: "a", userPrincipalName: name, displayName: "Alice", isEnabled: isEnabled)
        let facts: AccountFacts? = AccountFacts(account: account, groups: [], passwordHash: nil)
        #expect(
            facts.standing
                == (isEnabled
                    ? .active(userPrincipalName: "alice@contoso.example", displayName: "Alice") : .disabled))
    }

    @Test func `an account that is gone is missing`() {
        let facts: AccountFacts? = nil
        #expect(facts.standing == .missing)
    }
}
