import Directory
import Testing

struct UserPrincipalNameTests {
    @Test func `names are shown as written and compared without ASCII case`() throws {
        let name = try #require(UserPrincipalName("  Ana@Contoso.Example "))
        #expect(name.description == "Ana@Contoso.Example")
        #expect(name.normalized == "ana@contoso.example")
        #expect(name == UserPrincipalName("ANA@contoso.example"))
    }

    @Test func `a letter that only looks like another is another name`() throws {
        let kelvin = try #require(UserPrincipalName("\u{212A}arl@contoso.example"))
        let latin = try #require(UserPrincipalName("Karl@contoso.example"))
        #expect(kelvin != latin)
        #expect(Set([kelvin, latin]).count == 2)
    }

    @Test(arguments: [
        "", "ana", "@contoso.example", "ana@", "ana@b@c", "a na@contoso.example", "ana@contoso.example\u{0}",
        "a@b\u{7F}",
        String(repeating: "a", count: 254) + "@b",
    ])
    func `refuses what is no name`(_ text: String) {
        #expect(UserPrincipalName(text) == nil)
    }
}
