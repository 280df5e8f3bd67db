import AccessModel
public import HTTPClient
import JOSE

extension ComplianceManager {
    /// What came of asking for a token.
    enum TokenOutcome {
        case token(AccessToken)
        case refused(OAuthRefusal, retryAfter: Duration?)
        /// There is no refresh token: only a sign-in helps.
        case nothingToShow
    }

    /// A token for a resource: of the cache, or by the refresh token; where the app must be compliant first, it is remediated and
    /// the token asked for again.
    ///
    /// The same request is never repeated before the gateway allows it, and no more often than the configuration says; a loop that
    /// the gateway found ends in `complianceRequired` with its support id.
    ///
    /// - Parameters:
    ///   - scopes: of one resource.
    ///   - accountID: the account's object id.
    ///   - silent: whether nothing may be shown.
    ///   - challenge: what the resource asked for; then the cache is passed by, once for each challenge.
    /// - Returns: a token that is good for half a minute at least.
    /// - Throws: `ManagedAppError`.
    public func acquireToken(
        forScopes scopes: [String], accountID: String, silent: Bool, answering challenge: ClaimsChallenge? = nil
    ) async throws(ManagedAppError) -> AccessToken {
        let account = try AccountIdentifier(accountID).text
        var rounds = TokenRounds(repetitions: configuration.repetitions)
        let request = TokenRequest(account: account, scopes: scopes, challenge: challenge, isSilent: silent)
        var outcome = try await askedAndTold(request)
        while true {
            switch outcome {
            case .token(let token): return token
            case .nothingToShow:
                outcome = try await interact(request, challenge, why: ClientReason.signInRequired, &rounds)
            case .refused(let refusal, let retryAfter):
                outcome = try await solve(refusal, retryAfter, request, &rounds)
            }
        }
    }

    /// Sends a request to a resource with a token, and answers its claims challenge once.
    ///
    /// - Parameters:
    ///   - request: the request without `Authorization`.
    ///   - scopes: of the resource.
    ///   - accountID: the account's object id.
    ///   - silent: whether nothing may be shown.
    /// - Returns: the answer; a second challenge is handed over as it is.
    /// - Throws: `ManagedAppError`.
    public func send(
        _ request: HTTPClientRequest, forScopes scopes: [String], accountID: String, silent: Bool
    ) async throws(ManagedAppError) -> HTTPClientResponse {
        let token = try await acquireToken(forScopes: scopes, accountID: accountID, silent: silent)
        let answer = try await present(token, request)
        guard answer.status == 401, let challenge = ClaimsChallenge(answer.headers.values(of: "WWW-Authenticate"))
        else { return answer }
        let next = try await acquireToken(
            forScopes: scopes, accountID: accountID, silent: silent, answering: challenge)
        return try await present(next, request)
    }

    // MARK: One request

    /// Asks once: the cache, then the gateway.
    func asked(_ request: TokenRequest) async throws(ManagedAppError) -> TokenOutcome {
        let (account, challenge, scopes) = (request.account, request.challenge, Set(request.scopes))
        guard var record = try await record(account) else { throw .unknownAccount }
        if challenge == nil, let token = cache.token(key(record, scopes), now: clock.now) { return .token(token) }
        // The refresh token is good once: whoever comes second finds what the first one got.
        await takeTurn(account)
        defer { passTurn(account) }
        record = try await self.record(account) ?? record
        let key = key(record, scopes)
        if let challenge {
            guard !cache.hasAnswered(challenge, key) else { throw .challengeRepeated }
        } else if let token = cache.token(key, now: clock.now) {
            return .token(token)
        }
        return try await refreshed(record, scopes, key, challenge)
    }

    /// Asks once; a wipe that was learned of by that is told to everybody.
    private func askedAndTold(_ request: TokenRequest) async throws(ManagedAppError) -> TokenOutcome {
        do throws(ManagedAppError) {
            return try await asked(request)
        } catch {
            if case .complianceRequired(let report) = error { await tell(report) }
            throw error
        }
    }

    private func refreshed(
        _ record: AccountRecord, _ scopes: Set<String>, _ key: TokenCache.Key, _ challenge: ClaimsChallenge?
    ) async throws(ManagedAppError) -> TokenOutcome {
        guard let refreshToken = record.refreshToken else {
            if let report = try await orderedWipe(record) { throw .complianceRequired(report) }
            return .nothingToShow
        }
        try await waitUntilAllowed(key)
        let metadata = try await metadata()
        var fields = commonFields(challenge)
        fields += [
            ("grant_type", "refresh_token"), ("refresh_token", refreshToken),
            ("scope", scopes.sorted().joined(separator: " ")),
        ]
        if configuration.instanceProof == .enrollmentID, let id = record.enrollmentID {
            fields.append(("microsoft_enrollment_id", id))
        }
        let proving = configuration.instanceProof == .key ? try await deviceKey(record) : nil
        switch try await connection.token(fields, at: metadata.tokenEndpoint, key: proving) {
        case .issued(let answer): return .token(try await issued(answer, record, scopes, key, challenge))
        case .refused(let refusal, let retryAfter):
            if let retryAfter { notBefore[key.withoutEnrolment] = clock.now + retryAfter }
            if refusal.kind == .grantEnded {
                try await forgetRefreshToken(record, refreshToken)
                if let report = try await orderedWipe(record) { throw .complianceRequired(report) }
            }
            return .refused(refusal, retryAfter: retryAfter)
        }
    }

    /// Keeps what was issued: the refresh token first, since the one before is worth nothing now.
    func issued(
        _ answer: TokenAnswer, _ record: AccountRecord, _ scopes: Set<String>, _ key: TokenCache.Key,
        _ challenge: ClaimsChallenge?
    ) async throws(ManagedAppError) -> AccessToken {
        if let found = answer.account, found.accountID != record.accountID {
            throw .serviceFailure("it answered with a token of another account")
        }
        if let refreshToken = answer.refreshToken {
            var record = try await self.record(record.accountID) ?? record
            record.refreshToken = refreshToken
            try await keep(record, record.accountID)
        }
        let token = AccessToken(
            value: answer.accessToken, scheme: answer.scheme, expiresAt: clock.now + answer.lifetime,
            scopes: answer.scopes ?? scopes.sorted(), accountID: record.accountID)
        cache.keep(token, key, answering: challenge)
        return token
    }

    /// Declares the capabilities with every request; that alone passes no cache by.
    func commonFields(_ challenge: ClaimsChallenge?) -> [(name: String, value: String)] {
        let claims = ClaimsRequest(challenge?.members, capabilities: configuration.capabilities).text
        return [("client_info", "1")] + (claims.map { [("claims", $0)] } ?? [])
    }

    func key(_ record: AccountRecord, _ scopes: Set<String>) -> TokenCache.Key {
        TokenCache.Key(
            accountID: record.accountID, scopes: scopes, enrollmentID: record.enrollmentID,
            clientID: configuration.clientID)
    }

    func deviceKey(_ record: AccountRecord) async throws(ManagedAppError) -> any DeviceKey {
        do throws(LocalStoreError) {
            if let key = try await keys.key(named: record.keyName) { return key }
        } catch {
            throw .clientFault(error.description)
        }
        throw .clientFault("the installation's key is gone")
    }

    private func forgetRefreshToken(_ record: AccountRecord, _ dead: String) async throws(ManagedAppError) {
        guard var current = try await self.record(record.accountID), current.refreshToken == dead else { return }
        current.refreshToken = nil
        cache.forget(accountID: record.accountID)
        try await keep(current, record.accountID)
    }

    /// The gateway said when the same may be asked again.
    private func waitUntilAllowed(_ key: TokenCache.Key) async throws(ManagedAppError) {
        guard let time = notBefore.removeValue(forKey: key.withoutEnrolment) else { return }
        let pause = clock.now.duration(to: time)
        guard pause > .zero else { return }
        guard pause <= configuration.longestWait else {
            notBefore[key.withoutEnrolment] = time
            throw .serviceFailure("it must not be asked yet", retryAfter: pause)
        }
        do throws(CancellationError) {
            try await clock.sleep(for: pause)
        } catch {
            throw .userCancelled
        }
    }

    // MARK: Refusals

    /// Does what a refusal asks for, and asks again.
    private func solve(
        _ refusal: OAuthRefusal, _ retryAfter: Duration?, _ request: TokenRequest, _ rounds: inout TokenRounds
    ) async throws(ManagedAppError) -> TokenOutcome {
        switch refusal.kind {
        case .protectionRequired:
            guard rounds.mayRemediate() else { throw .complianceRequired(loopReport(request.account)) }
            let report = try await remediateCompliance(forAccountID: request.account, silent: request.isSilent)
            guard report.status == .compliant else { throw .complianceRequired(report) }
            return try await askedAndTold(request)
        case .interaction, .grantEnded:
            return try await interact(request, request.challenge ?? refusal.claims, why: refusal.error, &rounds)
        case .unavailable:
            guard let retryAfter, retryAfter <= configuration.longestWait, rounds.mayWait() else {
                throw .serviceFailure("it is not available", retryAfter: retryAfter)
            }
            return try await askedAndTold(request)
        case .denied, .pending, .slowDown, .expired, .nonceRequired, .clientFault: throw ManagedAppError(refusal)
        }
    }

    private func interact(
        _ request: TokenRequest, _ challenge: ClaimsChallenge?, why: String, _ rounds: inout TokenRounds
    ) async throws(ManagedAppError) -> TokenOutcome {
        guard !request.isSilent, presenter != nil, rounds.mayInteract() else { throw .interactionRequired(why) }
        return try await signInAgain(request.account, request.scopes, answering: challenge)
    }

    private func loopReport(_ account: String) -> ComplianceReport {
        ComplianceReport(
            accountID: account, status: .notCompliant, language: configuration.language,
            reasons: [ClientReason.refusalLoop], actions: ["contact_support"])
    }

    private func present(
        _ token: AccessToken, _ request: HTTPClientRequest
    ) async throws(ManagedAppError) -> HTTPClientResponse {
        var request = request
        request.headers["Authorization"] = "\(token.scheme.rawValue) \(token.value)"
        if token.scheme == .dpop, let record = try await record(token.accountID) {
            let proof = DPoPProof.Request(method: request.method, url: request.url, accessToken: token.value)
            request.headers["DPoP"] = try await connection.proof(proof, try await deviceKey(record))
        }
        do throws(HTTPClientError) {
            return try await connection.http.send(request)
        } catch {
            throw ManagedAppError(error)
        }
    }
}

/// What is asked for.
struct TokenRequest {
    let account: String
    let scopes: [String]
    let challenge: ClaimsChallenge?
    let isSilent: Bool
}

/// What one call may still do, so that it ends.
struct TokenRounds {
    private var remediations: Int
    private var interactions = 1
    private var waits = 1

    init(repetitions: Int) { remediations = min(max(repetitions, 1), 5) }

    mutating func mayRemediate() -> Bool { Self.spend(&remediations) }
    mutating func mayInteract() -> Bool { Self.spend(&interactions) }
    mutating func mayWait() -> Bool { Self.spend(&waits) }

    private static func spend(_ count: inout Int) -> Bool {
        guard count > 0 else { return false }
        count -= 1
        return true
    }
}

extension TokenCache.Key {
    fileprivate var withoutEnrolment: TokenCache.Key {
        TokenCache.Key(accountID: accountID, scopes: scopes, enrollmentID: nil, clientID: clientID)
    }
}
