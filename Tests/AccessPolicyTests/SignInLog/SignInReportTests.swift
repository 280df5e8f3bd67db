import AccessModel
import AccessPolicy
import Testing

/// A decision as the sign-in log shows it.
@Suite struct SignInReportTests {
    static let account = AccountMembership(
        account: AccountID("a"), groups: [GroupID("g")], roles: [RoleID("r")])
    static let request = AccessRequest(
        subject: .account(account), resource: .application(ApplicationID("mail")),
        context: AccessContext(clientAppType: .browser, platform: .iOS))

    static func policy(
        _ id: String, _ grant: GrantRequirement?, state: PolicyState = .enabled,
        session: SessionDirectives = SessionDirectives(), _ change: (inout PolicyConditions) -> Void = { _ in }
    ) -> ConditionalAccessPolicy {
        var conditions = PolicyConditions(
            users: .init(include: .init(all: true)), resources: .applications(.init(includesAll: true)))
        change(&conditions)
        return ConditionalAccessPolicy(
            id: PolicyID(id), displayName: "Policy \(id)", state: state, conditions: conditions, grant: grant,
            session: session)
    }

    static func report(
        _ policies: [ConditionalAccessPolicy], unmatched: UnmatchedAccess = .allow, _ request: AccessRequest = request
    ) throws -> SignInReport {
        let set = try PolicySet(policies: policies, whenNothingMatches: unmatched)
        return SignInReport(set.trace(request), of: request, under: set)
    }

    // MARK: The whole

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let policies: [ConditionalAccessPolicy]
        var unmatched = UnmatchedAccess.allow
        let status: SignInReport.Status
        let summary: String
    }

    @Test(arguments: [
        Case(testDescription: "nothing", policies: [], status: .notApplied, summary: "allowed, no policy applied"),
        Case(
            testDescription: "nothing, refused", policies: [], unmatched: .deny, status: .failure,
            summary: "refused, no policy applied and the tenant refuses that"),
        Case(
            testDescription: "satisfied", policies: [policy("a", nil, session: .init(persistentBrowser: .never))],
            status: .success, summary: "allowed, 1 policy satisfied"),
        Case(
            testDescription: "blocked",
            policies: [policy("a", .init(.any, [.block])), policy("b", .init(.any, [.mfa]))],
            status: .failure, summary: "blocked by `Policy a`"),
        Case(
            testDescription: "asked", policies: [policy("a", .init(.any, [.mfa])), policy("b", nil)],
            status: .failure, summary: "stopped until a second factor is shown: demanded by `Policy a`"),
        Case(
            testDescription: "would be blocked", policies: [policy("a", .init(.any, [.block]), state: .reportOnly)],
            status: .notApplied,
            summary: "allowed, no policy applied; `Policy a` (report-only) would have blocked it"),
        Case(
            testDescription: "would be refused",
            policies: [policy("a", .init(.any, [.compliantDevice]), state: .reportOnly)], status: .notApplied,
            summary: "allowed, no policy applied; `Policy a` (report-only) would have refused it"),
        Case(
            testDescription: "would be asked",
            policies: [
                policy("a", .init(.any, [.mfa]), state: .reportOnly),
                policy("b", .init(.any, [.mfa]), state: .disabled),
            ],
            status: .notApplied,
            summary: "allowed, no policy applied; `Policy a` (report-only) would have asked for more"),
    ])
    func `a sign-in is told in words, and a block is no failure of its own`(_ sample: Case) throws {
        let report = try Self.report(sample.policies, unmatched: sample.unmatched)
        #expect(report.status == sample.status)
        #expect(report.summary == sample.summary)
        #expect(!report.summary.contains("failure"))
    }

    // MARK: Each policy

    @Test func `a policy that applies lists its controls, its conditions and the rules that were met`() throws {
        let policy = Self.policy(
            "a", .init(.all, [.mfa, .compliantApplication]), session: .init(primaryFreshness: .everyTime)
        ) {
            $0.users.include = .init(groups: [GroupID("g"), GroupID("h")], roles: [RoleID("r")])
            $0.platforms = .init(includesAll: true, exclude: [.windows])
            $0.clientApps = [.browser]
        }
        let part = try #require(try Self.report([policy]).policies.first)
        #expect(part.result == .failure)
        #expect(part.enforcedGrantControls == ["Mfa", "RequireCompliantApp"])
        #expect(part.enforcedSessionControls == ["SignInFrequency"])
        #expect(part.conditionsSatisfied == [.application, .users, .devicePlatform, .clientType])
        #expect(part.conditionsNotSatisfied.isEmpty)
        #expect(part.includeRulesSatisfied.map(\.rule) == ["groupId", "roleId", "allApps", "allDevicePlatforms"])
        #expect(part.excludeRulesSatisfied.isEmpty)
    }

    @Test func `a policy that does not apply names the condition, and what was satisfied before it`() throws {
        let policy = Self.policy("a", .init(.any, [.mfa])) {
            $0.users.exclude = .init(accounts: [AccountID("a")])
        }
        let excluded = try #require(try Self.report([policy]).policies.first)
        #expect(excluded.result == .notApplied)
        #expect(excluded.conditionsSatisfied.isEmpty && excluded.conditionsNotSatisfied == [.users])
        #expect(excluded.excludeRulesSatisfied.map(\.rule) == ["userId"])
        let elsewhere = Self.policy("a", .init(.any, [.mfa])) { $0.platforms = .init(include: [.windows]) }
        let part = try #require(try Self.report([elsewhere]).policies.first)
        #expect(part.conditionsSatisfied == [.application, .users] && part.conditionsNotSatisfied == [.devicePlatform])
        let disabled = try Self.report([Self.policy("a", .init(.any, [.mfa]), state: .disabled)])
        #expect(disabled.policies.first?.result == .notEnabled)
        #expect(disabled.policies.first?.conditionsSatisfied.isEmpty == true)
    }

    // MARK: What was kept

    @Test func `what was kept of a decision tells the same of the policies that applied`() throws {
        let policies = [
            Self.policy("a", .init(.any, [.mfa])), Self.policy("b", nil, session: .init(persistentBrowser: .never)),
            Self.policy("c", .init(.any, [.block]), state: .reportOnly),
            Self.policy("d", .init(.any, [.mfa])) { $0.clientApps = [.other] },
        ]
        let set = try PolicySet(policies: policies)
        let trace = set.trace(Self.request)
        let whole = SignInReport(trace, of: Self.request, under: set)
        let kept = SignInReport(
            trace.decision, reportOnly: set.reportOnlyResults(Self.request), of: Self.request, under: set)
        #expect(kept.status == whole.status && kept.summary == whole.summary)
        #expect(kept.policies == whole.policies.filter { $0.result != .notApplied })
        #expect(kept.policies.map(\.policy.rawValue) == ["a", "b", "c"])
    }

    @Test(arguments: Array(UInt64(1)...4))
    func `report-only results are those of the trace`(_ seed: UInt64) throws {
        var random = RandomPolicies(seed: seed)
        let set = try PolicyWorld.small.set(random.policies(130), .allow)
        for _ in 0..<100 {
            let request = random.request()
            let traced = set.trace(request).policies.filter {
                $0.applicability == .applies && $0.effectiveState == .reportOnly
            }
            #expect(set.reportOnlyResults(request) == traced.map { ReportOnlyResult($0.policy, $0.result) })
        }
    }
}
