import AccessModel
import AuthorizationServer
import Testing

struct HeaderPlatformTests {
    struct Agent: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var agent: String?
        var system: String?
        let platform: DevicePlatform?
    }

    @Test(arguments: [
        Agent(
            testDescription: "iPhone", agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)", platform: .iOS),
        Agent(testDescription: "iPad", agent: "Mozilla/5.0 (iPad; CPU OS 18_4 like Mac OS X)", platform: .iOS),
        Agent(testDescription: "Android", agent: "Mozilla/5.0 (Linux; Android 15; Pixel 9)", platform: .android),
        Agent(testDescription: "Windows", agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", platform: .windows),
        Agent(
            testDescription: "Windows Phone", agent: "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft)",
            platform: .windowsPhone),
        Agent(testDescription: "Mac", agent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", platform: .macOS),
        Agent(testDescription: "Linux", agent: "Mozilla/5.0 (X11; Linux x86_64)", platform: .linux),
        Agent(
            testDescription: "a client's own header", agent: "python-requests/2.32", system: "linux", platform: .linux),
        Agent(testDescription: "darwin is not Windows", system: "darwin", platform: .macOS),
        Agent(
            testDescription: "the browser's word comes first", agent: "Windows NT", system: "ios", platform: .windows),
        Agent(testDescription: "nothing that is known", agent: "curl/8", system: "templeos", platform: nil),
        Agent(testDescription: "nothing", platform: nil),
        Agent(
            testDescription: "beyond what is looked at", agent: String(repeating: " ", count: 512) + "iPhone",
            platform: nil),
    ])
    func `finds the platform`(_ agent: Agent) {
        #expect(HeaderPlatform.of(userAgent: agent.agent, clientOS: agent.system) == agent.platform)
    }
}
