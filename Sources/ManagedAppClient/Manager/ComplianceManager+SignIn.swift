import AccessModel
import Cryptography

extension ComplianceManager {
    /// Signs an account in and gets a token, with the browser.
    ///
    /// If the gateway refuses until the app is compliant, the account is known all the same: the app is remediated, and the token
    /// asked for again.
    ///
    /// - Parameters:
    ///   - scopes: of one resource.
    ///   - loginHint: the user's name, if it is known.
    /// - Returns: the token, with the account that signed in.
    /// - Throws: `ManagedAppError`.
    public func signIn(forScopes scopes: [String], loginHint: String? = nil) async throws(ManagedAppError)
        -> AccessToken
    {
        let keyName = Self.newKeyName()
        let key = try await makeKey(keyName)
        let reply = try await redeemed(scopes, key, loginHint: loginHint, claims: nil, isExpectedSilent: false)
        switch reply {
        case .issued(let answer):
            guard let account = answer.account else { throw .serviceFailure("its answer names no account") }
            let record = try await adopt(account, userPrincipalName: loginHint, keyName: keyName)
            return try await issued(answer, record, Set(scopes), self.key(record, Set(scopes)), nil)
        case .refused(let refusal, _):
            guard refusal.kind == .protectionRequired else { throw ManagedAppError(refusal) }
            guard let account = refusal.account else { throw .serviceFailure("its refusal names no account") }
            _ = try await adopt(account, userPrincipalName: refusal.userPrincipalName, keyName: keyName)
            let report = try await remediateCompliance(forAccountID: account.accountID, silent: false)
            guard report.status == .compliant else { throw .complianceRequired(report) }
            return try await acquireToken(forScopes: scopes, accountID: account.accountID, silent: false)
        }
    }

    /// Signs an account in with a code that the user enters on another device.
    ///
    /// - Parameter show: shows the code; called once.
    /// - Returns: the account's object id, for `acquireToken`.
    /// - Throws: `ManagedAppError`.
    public func signInWithDeviceCode(
        show: @Sendable (DeviceCodePrompt) async -> Void
    ) async throws(ManagedAppError) -> String {
        let keyName = Self.newKeyName()
        let key = try await makeKey(keyName)
        let metadata = try await metadata()
        guard let url = metadata.deviceAuthorizationEndpoint else {
            throw .clientFault("the gateway serves no device codes")
        }
        let fields = commonFields(nil) + [("scope", Self.signInScope([metadata.complianceScope]))]
        let code: DeviceCodeAnswer
        switch try await connection.deviceCode(fields, at: url) {
        case .success(let answer): code = answer
        case .failure(let refusal): throw ManagedAppError(refusal)
        }
        await show(code.prompt)
        let answer = try await polled(code, key: key, metadata)
        guard let account = answer.account else { throw .serviceFailure("its answer names no account") }
        let record = try await adopt(account, userPrincipalName: nil, keyName: keyName)
        let scopes: Set = [metadata.complianceScope]
        _ = try await issued(answer, record, scopes, self.key(record, scopes), nil)
        return account.accountID
    }

    /// Lets a known account sign in again.
    ///
    /// - Returns: the token, or that the app must become compliant first.
    func signInAgain(
        _ account: String, _ scopes: [String], answering challenge: ClaimsChallenge?, isExpectedSilent: Bool = false
    ) async throws(ManagedAppError) -> TokenOutcome {
        guard let record = try await record(account) else { throw .unknownAccount }
        await takeTurn(account)
        defer { passTurn(account) }
        let key = try await deviceKey(record)
        let reply = try await redeemed(
            scopes, key, loginHint: record.userPrincipalName, claims: challenge, isExpectedSilent: isExpectedSilent)
        switch reply {
        case .issued(let answer):
            guard answer.account?.accountID == account else { throw .otherAccount }
            let key = self.key(record, Set(scopes))
            return .token(try await issued(answer, record, Set(scopes), key, challenge))
        case .refused(let refusal, let retryAfter):
            guard refusal.kind == .protectionRequired else { throw ManagedAppError(refusal) }
            guard refusal.account == nil || refusal.account?.accountID == account else { throw .otherAccount }
            return .refused(refusal, retryAfter: retryAfter)
        }
    }

    // MARK: Steps

    /// The code flow with PKCE (RFC 7636), the issuer checked (RFC 9207).
    private func redeemed(
        _ scopes: [String], _ key: any DeviceKey, loginHint: String?, claims: ClaimsChallenge?, isExpectedSilent: Bool
    ) async throws(ManagedAppError) -> GatewayConnection.TokenReply {
        guard let presenter else { throw .clientFault("there is nothing that could open a browser") }
        let metadata = try await metadata()
        let flow = CodeFlow(configuration: configuration, metadata: metadata)
        let url = flow.url(scopes, loginHint: loginHint, common: commonFields(claims))
        let returned: String
        do throws(SignInStop) {
            returned = try await presenter.present(
                SignInRequest(url: url, redirectURI: configuration.redirectURI, isExpectedSilent: isExpectedSilent))
        } catch {
            switch error {
            case .cancelled: throw .userCancelled
            case .failed(let what): throw .clientFault(what)
            }
        }
        let fields = commonFields(claims) + flow.redemption(of: try flow.code(in: returned))
        let proving = configuration.instanceProof == .key ? key : nil
        return try await connection.token(fields, at: metadata.tokenEndpoint, key: proving)
    }

    private func polled(
        _ code: DeviceCodeAnswer, key: any DeviceKey, _ metadata: GatewayMetadata
    ) async throws(ManagedAppError) -> TokenAnswer {
        var interval = code.interval
        let end = clock.now + code.lifetime
        let proving = configuration.instanceProof == .key ? key : nil
        let fields =
            commonFields(nil) + [
                ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", code.deviceCode),
            ]
        while clock.now < end {
            do throws(CancellationError) {
                try await clock.sleep(for: interval)
            } catch {
                throw .userCancelled
            }
            switch try await connection.token(fields, at: metadata.tokenEndpoint, key: proving) {
            case .issued(let answer): return answer
            case .refused(let refusal, _):
                switch refusal.kind {
                case .pending: break
                case .slowDown: interval += .seconds(5)
                default: throw ManagedAppError(refusal)
                }
            }
        }
        throw .interactionRequired("the code was not entered in time")
    }

    /// Keeps an account that signed in with a new key.
    private func adopt(
        _ account: ClientInfo, userPrincipalName: String?, keyName: String
    ) async throws(ManagedAppError) -> AccountRecord {
        var record =
            try await record(account.accountID)
            ?? AccountRecord(accountID: account.accountID, tenantID: account.tenantID, keyName: keyName)
        record.userPrincipalName = userPrincipalName ?? record.userPrincipalName
        var unused: String?
        if record.keyName != keyName {
            if configuration.instanceProof == .key {
                // The new grant is bound to the new key, so that the installation enrols with it once more.
                unused = record.keyName
                record.keyName = keyName
                record.instanceID = nil
                record.enrollmentID = nil
                // What was granted before is bound to the key that goes.
                record.refreshToken = nil
                cache.forget(accountID: record.accountID)
            } else {
                unused = keyName
            }
        }
        try await keep(record, account.accountID)
        if let unused { try await removeKey(unused) }
        return record
    }

    func makeKey(_ name: String) async throws(ManagedAppError) -> any DeviceKey {
        do throws(LocalStoreError) {
            return try await keys.makeKey(named: name)
        } catch {
            throw .clientFault(error.description)
        }
    }

    func removeKey(_ name: String) async throws(ManagedAppError) {
        do throws(LocalStoreError) {
            try await keys.removeKey(named: name)
        } catch {
            throw .clientFault(error.description)
        }
    }

    static func signInScope(_ scopes: [String]) -> String {
        (scopes + ["openid", "profile", "offline_access"]).joined(separator: " ")
    }

    static func newKeyName() -> String { "app-" + Hexadecimal.encode(RandomBytes.generate(8)) }
}
