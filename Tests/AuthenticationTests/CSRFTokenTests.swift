import AccessModel
import Authentication
import Cryptography
import Testing

struct CSRFTokenTests {
    private let key = SecretBytes(Array(repeating: 9, count: 32))
    private let browser: [UInt8] = Array(repeating: 1, count: 32)

    private func token(tenant: String = "t", browser: [UInt8]? = nil, form: String = "signin") -> CSRFToken {
        CSRFToken(key: key, tenant: TenantID(tenant), browser: browser ?? self.browser, form: form)
    }

    private func verifies(_ text: String) -> Bool {
        CSRFToken.verify(text, key: key, tenant: TenantID("t"), browser: browser, form: "signin")
    }

    @Test func `a token verifies for its own browser, tenant and form`() {
        #expect(verifies(token().text))
    }

    @Test func `a token of another browser, tenant, form or key is refused`() {
        #expect(!verifies(token(tenant: "u").text))
        #expect(!verifies(token(browser: Array(repeating: 2, count: 32)).text))
        #expect(!verifies(token(form: "device").text))
        let other = SecretBytes(Array(repeating: 8, count: 32))
        #expect(
            !CSRFToken.verify(token().text, key: other, tenant: TenantID("t"), browser: browser, form: "signin"))
    }

    @Test func `moving a byte from one part to the next makes another token`() {
        #expect(token(tenant: "t", form: "ab") != token(tenant: "t", browser: browser + [0x61], form: "b"))
    }

    @Test func `a truncated, longer or empty text is refused`() {
        let text = token().text
        #expect(!verifies(""))
        #expect(!verifies(String(text.dropLast())))
        #expect(!verifies(text + "A"))
    }
}
