import AccessModel
import Directory
import Testing

struct RedirectURIMatchTests {
    static let registered = [
        "https://app.contoso.example/callback", "http://127.0.0.1/callback", "http://localhost:8400/cb",
        "http://[::1]/x", "msauth.com.contoso.mail://auth",
    ]

    private static func matches(_ uri: String, _ kind: ClientAppKind) -> Bool {
        RedirectURIMatch.isRegistered(
            uri, for: ClientApp(id: ClientID("c"), name: "c", kind: kind, redirectURIs: registered))
    }

    @Test(arguments: registered)
    func `a registered URI matches itself`(_ uri: String) {
        #expect(Self.matches(uri, .native))
        #expect(Self.matches(uri, .web))
    }

    @Test(arguments: [
        "http://127.0.0.1:51004/callback", "http://localhost/cb", "http://localhost:1/cb", "http://[::1]:65535/x",
    ])
    func `the port of a loopback URI is free, for native clients only`(_ uri: String) {
        #expect(Self.matches(uri, .native))
        #expect(!Self.matches(uri, .web))
    }

    @Test(arguments: [
        "https://app.contoso.example:8443/callback", "https://app.contoso.example/callback/",
        "https://app.contoso.example/callback?x=1", "https://app.contoso.example/callback#x",
        "https://APP.contoso.example/callback", "https://app.contoso.example/a/../callback",
        "https://app.contoso.example/%63allback", "http://app.contoso.example/callback",
        "http://127.0.0.1:80:80/callback", "http://127.0.0.1:/callback", "http://127.0.0.1:999999/callback",
        "http://127.0.0.1@evil.example/callback", "http://127.0.0.1:80@evil.example/callback",
        "http://127.0.0.1.evil.example/callback", "http://127.0.0.2/callback", "http://localhost.evil.example/cb",
        "https://127.0.0.1/callback", "http://127.0.0.1:8080/other", "http://localhost:8400/callback", "",
    ])
    func `nothing else matches`(_ uri: String) {
        #expect(!Self.matches(uri, .native))
        #expect(!Self.matches(uri, .web))
    }

    @Test func `a URI that is too long does not match, even when it is registered`() {
        let long = "https://app.contoso.example/" + String(repeating: "a", count: 2048)
        let client = ClientApp(id: ClientID("c"), name: "c", kind: .web, redirectURIs: [long])
        #expect(!RedirectURIMatch.isRegistered(long, for: client))
    }
}
