import AccessModel
import HTTPClient
import ManagedAppClient
import ServiceRuntime
import Testing

/// A gateway, an app and its manager.
struct TestBench {
    let gateway: ScriptedGateway
    let http: HTTPClient
    let app = TestApp()
    let store = MemoryStore()
    let clock = TestClock()
    let presenter: TestPresenter
    let manager: ComplianceManager

    static let account = ScriptedGateway.account
    static let mail = ScriptedGateway.mail

    /// Runs a body with an account that has signed in, and is enrolled unless the test says otherwise.
    static func run(
        signedIn: Bool = true, enrolled: Bool = true, authority: String? = nil,
        _ change: (inout ManagedAppConfiguration) -> Void = { _ in },
        _ body: (TestBench) async throws -> Void
    ) async throws {
        let bench = try TestBench(authority: authority, change)
        let result: Result<Void, any Error>
        do {
            if signedIn { try await bench.signIn(enrolled: enrolled) }
            result = .success(try await body(bench))
        } catch {
            result = .failure(error)
        }
        bench.http.close()
        await bench.gateway.stop()
        try result.get()
    }

    private init(authority: String?, _ change: (inout ManagedAppConfiguration) -> Void) throws {
        gateway = try ScriptedGateway()
        http = try HTTPClient()
        presenter = TestPresenter()
        var configuration = ManagedAppConfiguration(
            authority: authority ?? "\(gateway.origin)/contoso", clientID: ScriptedGateway.client,
            redirectURI: "http://127.0.0.1/callback", platform: .iOS, appVersion: try #require(Version("2.1")),
            osVersion: try #require(Version("18.4")))
        change(&configuration)
        let issuer = gateway.issuer
        presenter.issuer.withLock { $0 = issuer }
        manager = ComplianceManager(
            configuration: configuration, http: http, app: app, keys: store, secrets: store, presenter: presenter,
            enrollmentIDs: store, clock: clock)
    }

    private func signIn(enrolled: Bool) async throws {
        gateway.answer("token", .token("t0", refresh: "r1", life: 1))
        _ = try await manager.signIn(forScopes: [Self.mail], loginHint: "alex@contoso.example")
        gateway.answer("token", .token("t1"))
        if enrolled { try await manager.enroll(forAccountID: Self.account) }
        gateway.state.withLock { $0.asked = [] }
        clock.advance(.seconds(3600))
        gateway.answer("policy", .init(status: 200, body: try gateway.policy()))
    }

    /// Asks for a token of the mail service.
    func token(silent: Bool = true) async throws -> AccessToken {
        try await manager.acquireToken(forScopes: [Self.mail], accountID: Self.account, silent: silent)
    }

    /// What asking for a token throws; nil if it does not.
    func refusal(silent: Bool = true) async -> ManagedAppError? {
        do throws(ManagedAppError) {
            _ = try await manager.acquireToken(
                forScopes: [Self.mail], accountID: Self.account, silent: silent)
            return nil
        } catch {
            return error
        }
    }

    func remediate(silent: Bool = true) async throws -> ComplianceReport {
        try await manager.remediateCompliance(forAccountID: Self.account, silent: silent)
    }

    /// The requests for tokens of the mail service.
    var mailRequests: [ScriptedGateway.Asked] {
        gateway.asked("token").filter { $0.fields["scope"] == Self.mail }
    }
}
