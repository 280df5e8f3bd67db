import AccessModel
import AuthorizationServer
import JSONCoding
import Testing

/// Every row of the one table of refusals, as it goes over the wire.
struct TokenErrorBodyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let outcome: AccessOutcome
        var origin = GrantTestOrigin.refresh
        var declared: Set<ClientCapability> = [.protapp]
        var status = 400
        let error: String
        var suberror: String?
        var codes: [Int] = []
        var hints = false
        var claims = false
        var retryAfter: Duration?
    }

    static let rows: [Row] = [
        Row(
            testDescription: "app protection, declared", outcome: .requires(.compliantApplication, .pinNotSet),
            error: "unauthorized_client", suberror: "protection_policy_required", codes: [53005], hints: true,
            claims: true, retryAfter: .seconds(1)),
        Row(
            testDescription: "app protection, not declared",
            outcome: .requires(.compliantApplication, .capabilityNotDeclared), declared: [],
            error: "unauthorized_client", suberror: "protection_policy_required", codes: [53005], hints: true,
            claims: true, retryAfter: .seconds(1)),
        Row(
            testDescription: "a device that can be fixed", outcome: .requires(.compliantDevice, .deviceNotCompliant),
            error: "interaction_required", suberror: "additional_action", hints: true, claims: true,
            retryAfter: .seconds(1)),
        Row(
            testDescription: "no device", outcome: .requires(.compliantDevice, .deviceUnknown),
            error: "interaction_required", suberror: "message_only", hints: true, claims: true),
        Row(
            testDescription: "a device with a device code", outcome: .requires(.compliantDevice, .deviceNotCompliant),
            origin: .device, error: "interaction_required", suberror: "message_only", hints: true, claims: true),
        Row(
            testDescription: "more factors", outcome: .requires(.mfa, .mfaRequired), error: "interaction_required",
            suberror: "basic_action", hints: true, claims: true, retryAfter: .seconds(1)),
        Row(
            testDescription: "a stronger sign-in", outcome: .requires(.authenticationStrength, .mfaRequired),
            error: "interaction_required", suberror: "basic_action", hints: true, claims: true, retryAfter: .seconds(1)),
        Row(
            testDescription: "a more recent sign-in", outcome: .requires(.signInFrequency, .signInFrequency),
            error: "interaction_required", suberror: "basic_action", hints: true, claims: true, retryAfter: .seconds(1)),
        Row(
            testDescription: "a new password", outcome: .requires(.passwordChange, .passwordChangeRequired),
            error: "interaction_required", suberror: "user_password_expired", hints: true, claims: true,
            retryAfter: .seconds(1)),
        Row(
            testDescription: "no device of the domain",
            outcome: .requires(.domainJoinedDevice, .deviceNotDomainJoined), error: "interaction_required",
            suberror: "message_only", hints: true, claims: true),
        Row(
            testDescription: "a token that is not bound",
            outcome: .requires(.tokenProtection, .tokenProtectionRequired),
            error: "invalid_dpop_proof"),
        Row(
            testDescription: "blocked", outcome: .blocked(.blockedByPolicy), error: "access_denied",
            suberror: "message_only"),
        Row(
            testDescription: "blocked by a control", outcome: .requires(.block, .blockedByPolicy),
            error: "access_denied", suberror: "message_only"),
        Row(
            testDescription: "a source failed", outcome: .failed(.sourceFailed), status: 503,
            error: "temporarily_unavailable", retryAfter: .seconds(5)),
    ]

    private func decision(_ outcome: AccessOutcome) -> [UnmetRequirement] {
        guard case .requires(let control, let reason) = outcome else { return [] }
        return [
            UnmetRequirement(policy: PolicyID("p2"), control: control, reason: reason),
            UnmetRequirement(policy: PolicyID("p1"), control: control, reason: reason),
            UnmetRequirement(policy: PolicyID("hidden"), control: .block, reason: .blockedByPolicy),
        ]
    }

    @Test(arguments: rows)
    func `a decision answers by the table`(_ row: Row) throws {
        let grant = try Fixture.validated(row.origin, declared: row.declared)
        let outcome = Fixture.settle(grant, Fixture.evaluation(row.outcome, unmet: decision(row.outcome)))
        let body = TokenErrorBody(try #require(outcome.refusal))
        #expect(body.status == row.status)
        #expect(body.error == row.error)
        #expect(body.suberror == row.suberror)
        #expect(body.errorCodes == row.codes)
        #expect(body.retryAfter == row.retryAfter)
        #expect((body.hints == grant.hints) == row.hints)
        #expect((body.hints == nil) == !row.hints)
        let named: [PolicyID] =
            row.claims && row.outcome != .requires(.block, .blockedByPolicy) ? ["p1", "p2"].map(PolicyID.init) : []
        #expect(body.claims?.policies ?? [] == named)
    }

    @Test func `a client that does not declare the capability is told so`() throws {
        func text(_ declared: Set<ClientCapability>) throws -> String {
            let grant = try Fixture.validated(.refresh, declared: declared)
            let outcome = Fixture.settle(grant, Fixture.evaluation(.requires(.compliantApplication, .notEnrolled)))
            return TokenErrorBody(try #require(outcome.refusal)).description
        }
        #expect(try text([]).contains("does not declare the capability protapp"))
        #expect(try !text([.protapp]).contains("does not declare"))
    }

    struct Plain: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let refusal: TokenRequestRefusal
        var status = 400
        let error: String
        var retryAfter: Duration?
    }

    static let plain: [Plain] =
        [
            Plain(
                testDescription: "a malformed request", refusal: .invalidRequest(RequestFault("code", .missing)),
                error: "invalid_request"),
            Plain(
                testDescription: "a grant type", refusal: .unsupportedGrantType, error: "unsupported_grant_type"),
            Plain(
                testDescription: "a client", refusal: .invalidClient(.wrongSecret), status: 401,
                error: "invalid_client"),
            Plain(
                testDescription: "a client's grant type", refusal: .unauthorizedGrantType, error: "unauthorized_client"),
            Plain(testDescription: "a scope", refusal: .invalidScope(named: "a/b"), error: "invalid_scope"),
            Plain(testDescription: "no scope", refusal: .invalidScope(named: nil), error: "invalid_scope"),
            Plain(
                testDescription: "pending", refusal: .authorizationPending(interval: .seconds(5)),
                error: "authorization_pending", retryAfter: .seconds(5)),
            Plain(
                testDescription: "slow down", refusal: .slowDown(interval: .seconds(10)), error: "slow_down",
                retryAfter: .seconds(10)),
            Plain(testDescription: "declined", refusal: .deviceDeclined, error: "access_denied"),
            Plain(testDescription: "expired", refusal: .deviceCodeExpired, error: "expired_token"),
        ]
        + ([.invalid, .replayed, .missing, .otherKey] as [ProofFault]).map {
            Plain(testDescription: "a proof: \($0)", refusal: .invalidProof($0), error: "invalid_dpop_proof")
        }
        + ([.unknown, .otherClient, .expired, .reused, .redirectURI, .codeVerifier] as [GrantFault]).map {
            Plain(testDescription: "a grant: \($0)", refusal: .invalidGrant($0), error: "invalid_grant")
        }
        + GrantDeath.allCases.map {
            Plain(testDescription: "a dead grant: \($0)", refusal: .invalidGrant(.dead($0)), error: "invalid_grant")
        }

    @Test(arguments: plain)
    func `a refusal before policy names no account and no policy`(_ plain: Plain) {
        let body = TokenErrorBody(plain.refusal)
        #expect(body.status == plain.status)
        #expect(body.error == plain.error)
        #expect(body.suberror == nil)
        #expect(body.errorCodes == [])
        #expect(body.hints == nil)
        #expect(body.claims == nil)
        #expect(body.retryAfter == plain.retryAfter)
    }

    @Test(arguments: plain)
    func `a description is a code and a text that RFC 6749 allows`(_ plain: Plain) {
        let text = TokenErrorBody(plain.refusal).description
        #expect(text.hasPrefix("POSTERN"))
        let allowed = text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        #expect(allowed)
        #expect(!text.contains("AADSTS"))
    }

    @Test func `a hostile scope is not repeated`() {
        let body = TokenErrorBody(.invalidScope(named: "\"><script>\u{202E}"))
        #expect(!body.description.contains("script"))
    }

    @Test func `the body has every member of the protection refusal, and none that is not known`() throws {
        let grant = try Fixture.validated(.code)
        let outcome = Fixture.settle(
            grant,
            Fixture.evaluation(
                .requires(.compliantApplication, .pinNotSet),
                unmet: decision(.requires(.compliantApplication, .pinNotSet))))
        let envelope = ErrorEnvelope(
            trace: "trace", correlation: CorrelationID("correlation"), at: Timestamp(seconds: 1_796_018_148))
        let json = TokenErrorBody(try #require(outcome.refusal)).json(envelope)
        let value = try JSONValue.parse(json)
        #expect(value["error"] == "unauthorized_client")
        #expect(value["suberror"] == "protection_policy_required")
        #expect(value["error_codes"] == [53005])
        #expect(value["adi"] == "ana@contoso.example")
        #expect(
            value["client_info"]?.stringValue
                == ClientInfo.encode(account: Fixture.account, tenant: Fixture.tenant))
        #expect(
            value["claims"]
                == #"{"access_token":{"capolids":{"essential":true,"values":["p1","p2"]}}}"#)
        #expect(value["timestamp"] == "2026-11-30 05:55:48Z")
        #expect(value["trace_id"] == "trace")
        #expect(value["correlation_id"] == "correlation")
        #expect(value.objectValue?.count == 10)
        let plain = try JSONValue.parse(TokenErrorBody(.unsupportedGrantType).json(envelope))
        #expect(plain.objectValue?.names == ["error", "error_description", "timestamp", "trace_id", "correlation_id"])
    }

    @Test func `client_info is what stock clients read`() {
        #expect(
            ClientInfo.encode(account: AccountID("a"), tenant: TenantID("t"))
                == "eyJ1aWQiOiJhIiwidXRpZCI6InQifQ")
    }

    @Test func `a challenge is bounded, and one without policies is none`() {
        #expect(ClaimsChallenge(policies: (0..<20).map { PolicyID("p\($0)") }).policies.count == 8)
        #expect(ClaimsChallenge(policies: []).json == nil)
    }
}
