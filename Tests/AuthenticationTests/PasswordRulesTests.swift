import Authentication
import Testing

struct PasswordRulesTests {
    private func check(_ password: String) -> PasswordRules.Fault? {
        PasswordRules().check(password, userPrincipalName: "Walter@contoso.example")
    }

    @Test(arguments: ["correct horse battery", "пароль который длинный", "𝔭𝔞𝔰𝔰 𝔭𝔞𝔰𝔰 𝔭𝔞𝔰𝔰", "twelve chars"])
    func `accepts what is long enough, in any script`(_ password: String) {
        #expect(check(password) == nil)
    }

    @Test func `refuses what is short, endless, monotonous or the account's own name`() {
        #expect(check("eleven char") == .tooShort)
        #expect(check(String(repeating: "👩‍👩‍👧", count: 11)) == .tooShort)
        #expect(check(String(repeating: "ab", count: 513)) == .tooLong)
        #expect(check(String(repeating: "a", count: 20)) == .repetitive)
        #expect(check("my name is WALTER") == .containsName)
        #expect(PasswordRules().check("abc and more text", userPrincipalName: "abc@b") == nil)
    }
}
