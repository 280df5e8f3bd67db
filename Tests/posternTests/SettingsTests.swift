import Testing

@testable import postern

@Suite struct SettingsTests {
    @Test(arguments: [
        ("POSTERN_LISTNE", true), ("POSTERN_LOGLEVEL", true), ("POSTERN_", true), ("POSTERN_URL", false),
        ("POSTERN_OPERATIONS_LISTEN", false), ("POSTERN_CONFIG", false), ("POSTERN_SERVICE_HOST", false),
        ("POSTERN_SERVICE_PORT", false), ("POSTERN_SERVICE_PORT_HTTPS", false), ("POSTERN_PORT", false),
        ("POSTERN_PORT_8443_TCP_ADDR", false), ("PATH", false), ("postern_url", false),
    ])
    func `notices a variable that looks like a setting and is none`(_ variable: String, _ isUnknown: Bool) {
        #expect(Settings.isUnknown(variable: variable) == isUnknown)
    }

    @Test func `gives the unknown variables of the environment in order`() throws {
        let variables = ["POSTERN_URL": "x", "POSTERN_ZONE": "x", "POSTERN_LISTNE": "x", "HOME": "x"]
        let arguments = try CommandArguments([], for: ServeCommand.command)
        let settings = try Settings(arguments, [.url], environment: variables)
        #expect(settings.unknownVariables == ["POSTERN_LISTNE", "POSTERN_ZONE"])
    }

    struct Listen: Sendable, CustomTestStringConvertible {
        let text: String
        var setting = Setting.listen
        let hint: String
        var testDescription: String { text }
    }

    @Test(arguments: [
        Listen(text: "localhost:8443", hint: "`listen` is `localhost:8443`; use an address such as 127.0.0.1:8443"),
        Listen(text: "127.0.0.1", hint: "use an address such as 127.0.0.1:8443"),
        Listen(text: ":8443", hint: "use an address such as 127.0.0.1:8443"),
        Listen(text: "127.0.0.1:99999", hint: "use an address such as 127.0.0.1:8443"),
        Listen(text: "8443", hint: "use an address such as 127.0.0.1:8443"),
        Listen(text: "", hint: "use an address such as 127.0.0.1:8443"),
        Listen(text: "localhost:1", setting: .operationsListen, hint: "use an address such as 127.0.0.1:9443"),
        Listen(text: "localhost:1", setting: .plainListen, hint: "use a loopback address such as 127.0.0.1:8080"),
    ])
    func `a listener's address is numeric, and the refusal shows one`(_ listen: Listen) {
        let failure = #expect(throws: CommandFailure.self) { try ListenAddress(listen.text, of: listen.setting) }
        #expect(failure?.description.contains(listen.hint) == true)
    }

    @Test(arguments: [("127.0.0.1:0", "127.0.0.1"), ("[::1]:8443", "::1"), ("0.0.0.0:8443", "0.0.0.0")])
    func `takes a numeric address with a port`(_ text: String, _ address: String) throws {
        #expect(try ListenAddress(text, of: .listen).address == address)
    }

    @Test func `the help of the log level lists what is accepted`() {
        let help = Setting.logLevel.option.help
        #expect(help.contains("trace, debug, info, notice, warning, error, critical"))
    }
}
