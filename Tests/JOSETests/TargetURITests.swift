import Testing

@testable import JOSE

@Suite struct TargetURITests {
    static let spellings: [(text: String, normal: String)] = [
        ("https://h.test", "https://h.test/"), ("https://h.test/", "https://h.test/"),
        ("https://h.test?x", "https://h.test/"), ("https://h.test#x", "https://h.test/"),
        ("HTTPS://H.Test:443/a", "https://h.test/a"), ("http://h.test:80/a", "http://h.test/a"),
        ("http://h.test:/a", "http://h.test/a"), ("http://h.test:443/a", "http://h.test:443/a"),
        ("https://h.test/a/./b/../c", "https://h.test/a/c"), ("https://h.test/../../a", "https://h.test/a"),
        ("https://h.test/a/..", "https://h.test/"), ("https://h.test/a/.", "https://h.test/a/"),
        ("https://h.test/a//b", "https://h.test/a//b"), ("https://h.test/%7euser/%2f", "https://h.test/~user/%2F"),
        ("https://h.test/a/%2e%2E/b", "https://h.test/b"), ("https://[2001:DB8::1]:443/", "https://[2001:db8::1]/"),
        ("https://[::1]:8443/x", "https://[::1]:8443/x"), ("https://h.test/a?b/../c#d?e", "https://h.test/a"),
    ]

    @Test(arguments: spellings)
    func `brings an address to its normal form`(text: String, normal: String) {
        #expect(TargetURI.normalized(text).map { String(decoding: $0, as: UTF8.self) } == normal)
    }

    @Test(arguments: [
        "", "h.test", "//h.test/", "ftp://h.test/", "https:/h.test", "https://", "https:///a", "https://u@h.test/",
        "https://h.test:x/", "https://h.test:123456/", "https://[::1/", "https://[::1]x/", "https://h.test/%",
        "https://h.test/%2", "https://h.test/%zz", "https://h%2etest/", "https://h.test/a b", "https://h.test/\u{E9}",
        "https://h.test\\a", "https://h.test/\u{7F}", "https://h.test/" + String(repeating: "a", count: 2048),
        "https:// h.test/", "https://:443/",
    ])
    func `refuses what is no plain address`(text: String) {
        #expect(TargetURI.normalized(text) == nil)
    }
}
