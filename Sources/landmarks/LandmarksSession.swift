import AccessModel
import Cryptography
import HTTPClient
import ManagedAppClient

/// One run of the program.
struct LandmarksSession {
    private let options: LandmarksOptions
    private let http: HTTPClient
    private let secrets: FileSecretStore
    private let manager: ComplianceManager

    init(_ options: LandmarksOptions) throws(LandmarksFailure) {
        self.options = options
        var network = HTTPClientConfiguration()
        network.authoritiesFile = options.trust
        network.userAgent = "Landmarks/2.1 (iPhone; iOS 18.4)"
        do {
            secrets = try FileSecretStore(directory: options.state)
            let keys = try FileDeviceKeyStore(directory: options.state)
            let identity = try options.identity.map { try Self.identity($0) }
            http = try HTTPClient(network)
            manager = ComplianceManager(
                configuration: try Self.configuration(options), http: http,
                app: LandmarksApp(secrets: secrets, identity: identity), keys: keys, secrets: secrets,
                presenter: options.isSilent ? nil : LandmarksPresenter(),
                enrollmentIDs: SecretEnrollmentIDStore(secrets))
        } catch {
            throw LandmarksFailure(text: "\(error)")
        }
    }

    func close() { http.close() }

    /// Does what was asked.
    ///
    /// - Returns: the exit code.
    func run() async -> Int32 {
        await manager.setDelegate(LandmarksDelegate())
        do throws(ManagedAppError) {
            return try await perform() ? 0 : 1
        } catch {
            Terminal.say("failed", error.description)
            if case .complianceRequired(let report) = error { Terminal.show("needed", report) }
            return 1
        }
    }

    private func perform() async throws(ManagedAppError) -> Bool {
        switch options.command {
        case .signIn:
            return try show(try await manager.signIn(forScopes: options.scopes, loginHint: options.user))
        case .deviceCode:
            let account = try await manager.signInWithDeviceCode { prompt in
                Terminal.say("enter-code", "\(prompt.userCode) at \(prompt.verificationURI)")
            }
            Terminal.say("account", account)
            return try show(
                try await manager.acquireToken(
                    forScopes: options.scopes, accountID: account, silent: options.isSilent))
        case .token:
            return try show(
                try await manager.acquireToken(
                    forScopes: options.scopes, accountID: try account, silent: options.isSilent))
        case .remediate:
            let report = try await manager.remediateCompliance(
                forAccountID: try account, silent: options.isSilent)
            return report.status == .compliant
        case .enroll: return try await manager.enroll(forAccountID: try account).status == .compliant
        case .status:
            let both = try await manager.complianceStatus(forAccountID: try account)
            Terminal.show("app", both.app)
            Terminal.show("device", both.device)
            return both.app.status == .compliant
        case .follow: return try await follow()
        case .unenroll: return try await manager.unenroll(forAccountID: try account)
        }
    }

    /// Shows statuses until there is no more input, or the account is gone.
    private func follow() async throws(ManagedAppError) -> Bool {
        let account = try self.account
        let failure = await withTaskGroup(of: ManagedAppError?.self, returning: ManagedAppError?.self) { group in
            group.addTask { [manager] in
                do throws(ManagedAppError) {
                    try await manager.followStatus(forAccountID: account)
                    return nil
                } catch {
                    return error
                }
            }
            group.addTask {
                Terminal.awaitEndOfInput()
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        if let failure { throw failure }
        return true
    }

    private var account: String {
        get throws(ManagedAppError) {
            guard let account = options.account else { throw .clientFault("say --account") }
            return account
        }
    }

    private func show(_ token: AccessToken) throws(ManagedAppError) -> Bool {
        Terminal.say("account", token.accountID)
        Terminal.say("token", "\(token.scheme.rawValue) for \(token.scopes.joined(separator: " "))")
        guard let file = options.tokenFile else { return true }
        do throws(LocalStoreError) {
            try secrets.write(Array(token.value.utf8), as: file)
        } catch {
            throw .clientFault(error.description)
        }
        return true
    }

    private static func configuration(_ options: LandmarksOptions) throws(LandmarksFailure) -> ManagedAppConfiguration {
        guard let app = Version("2.1.0"), let system = Version("18.4") else {
            throw LandmarksFailure(text: "a version is not one")
        }
        var configuration = ManagedAppConfiguration(
            authority: options.authority, clientID: options.client, redirectURI: options.redirect, platform: .iOS,
            appVersion: app, osVersion: system)
        configuration.instanceProof = options.isStock ? .enrollmentID : .key
        configuration.capabilities = options.declaresProtapp ? ["protapp"] : []
        configuration.language = AppLanguage(tag: options.language)
        return configuration
    }

    /// One file with certificates and key, as device management leaves it.
    private static func identity(_ path: String) throws -> SoftwareManagedIdentity {
        let mark = path.lastIndex(of: "/") ?? path.startIndex
        let directory = path.contains("/") ? String(path[..<mark]) : "."
        let name = path.contains("/") ? String(path[path.index(after: mark)...]) : path
        guard let bytes = try FileSecretStore(directory: directory).read(name) else {
            throw LandmarksFailure(text: "there is no file `\(path)`")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let key = text.firstRange(of: "-----BEGIN PRIVATE KEY-----") else {
            throw LandmarksFailure(text: "`\(path)` holds no private key")
        }
        return try SoftwareManagedIdentity(
            certificates: String(text[..<key.lowerBound]), key: String(text[key.lowerBound...]))
    }
}
