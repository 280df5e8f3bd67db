import AccessModel
import AccessPolicy
import Testing

@Suite struct PolicySetComparisonTests {
    private static func policy(
        _ id: String, in state: PolicyState = .enabled, _ controls: Set<PolicyControl> = [.block],
        for platform: DevicePlatform? = nil, session: SessionDirectives = SessionDirectives()
    ) -> ConditionalAccessPolicy {
        var conditions = PolicyConditions(
            users: AssignmentTarget(include: AssignmentTarget.Members(all: true)),
            resources: .applications(ApplicationTarget(includesAll: true)))
        conditions.platforms = platform.map { PlatformCondition(include: [$0]) }
        return ConditionalAccessPolicy(
            id: PolicyID(id), displayName: id, state: state, conditions: conditions,
            grant: controls.isEmpty ? nil : GrantRequirement(.all, controls), session: session)
    }

    private static func request(
        _ account: String = "ada", _ client: ClientAppType = .browser, _ controls: ControlFacts = ControlFacts()
    ) -> AccessRequest {
        AccessRequest(
            subject: .account(AccountMembership(account: AccountID(account))),
            resource: .application(ApplicationID("mail")),
            context: AccessContext(clientAppType: client, platform: .iOS), controls: controls)
    }

    private static func cause(_ policy: String, isGone: Bool = false) -> AccessChange.Cause {
        AccessChange.Cause(PolicyID(policy), isGone: isGone)
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: [ConditionalAccessPolicy]
        let new: [ConditionalAccessPolicy]
        var request = PolicySetComparisonTests.request()
        let changes: [AccessChange]
    }

    static let hourly = SessionDirectives(persistentBrowser: .never)

    static let examples = [
        Example(testDescription: "nothing", old: [policy("a")], new: [policy("a")], changes: []),
        Example(
            testDescription: "a policy that does not reach the request", old: [], new: [policy("a", for: .linux)],
            changes: []),
        Example(
            testDescription: "allowed to blocked", old: [], new: [policy("a"), policy("b", [.mfa])],
            changes: [.access(from: .allowed, to: .blocked, by: [cause("a")])]),
        Example(
            testDescription: "blocked to allowed", old: [policy("a"), policy("c")], new: [policy("c", in: .disabled)],
            changes: [
                .access(from: .blocked, to: .allowed, by: [cause("a", isGone: true), cause("c", isGone: true)])
            ]),
        Example(
            testDescription: "asked to blocked", old: [policy("a", [.mfa])], new: [policy("a", [.mfa]), policy("b")],
            changes: [.access(from: .asked(.mfa), to: .blocked, by: [cause("b")])]),
        Example(
            testDescription: "blocked to asked", old: [policy("a"), policy("b", [.mfa])], new: [policy("b", [.mfa])],
            changes: [.access(from: .blocked, to: .asked(.mfa), by: [cause("a", isGone: true)])]),
        Example(
            testDescription: "asked for something else", old: [policy("a", [.mfa])],
            new: [policy("a", [.compliantDevice])],
            changes: [.access(from: .asked(.mfa), to: .asked(.compliantDevice), by: [cause("a")])]),
        Example(
            testDescription: "a block among what was asked before", old: [policy("a", [.mfa]), policy("b", [.mfa])],
            new: [policy("a", [.mfa]), policy("b", [.mfa]), policy("c", [.mfa]), policy("d")],
            changes: [.access(from: .asked(.mfa), to: .blocked, by: [cause("d")])]),
        Example(
            testDescription: "a control that the client has no way to satisfy", old: [], new: [policy("a", [.mfa])],
            request: request("ada", .other), changes: [.access(from: .allowed, to: .blocked, by: [cause("a")])]),
        Example(
            testDescription: "a source that fails", old: [],
            new: [policy("a", [.mfa]), policy("b", [.compliantDevice])],
            request: request("ada", .browser, ControlFacts(compliantDevice: .undetermined(.sourceFailed))),
            changes: [.access(from: .allowed, to: .failed, by: [cause("b")])]),
        Example(
            testDescription: "a block beside what cannot be determined of a client that has no way to show it", old: [],
            new: [policy("a", [.mfa]), policy("b")],
            request: request("ada", .other, ControlFacts(mfa: .undetermined(.sourceFailed))),
            changes: [.access(from: .allowed, to: .blocked, by: [cause("b")])]),
        Example(
            testDescription: "another session",
            old: [policy("a", [], session: SessionDirectives(persistentBrowser: .always))],
            new: [policy("a", [], session: hourly), policy("b", [], session: hourly)],
            changes: [.session(by: [cause("a"), cause("b")])]),
        Example(
            testDescription: "a session that is free", old: [policy("a", [], session: hourly)], new: [],
            changes: [.session(by: [cause("a", isGone: true)])]),
        Example(
            testDescription: "a block in report-only", old: [], new: [policy("a", in: .reportOnly)],
            changes: [.reportOnly(PolicyID("a"), from: .nothing, to: .deny)]),
        Example(
            testDescription: "a prompt in report-only that was a block", old: [policy("a", in: .reportOnly)],
            new: [policy("a", in: .reportOnly, [.mfa])],
            changes: [.reportOnly(PolicyID("a"), from: .deny, to: .prompt)]),
        Example(
            testDescription: "report-only that becomes enforced", old: [policy("a", in: .reportOnly)],
            new: [policy("a")],
            changes: [.access(from: .allowed, to: .blocked, by: [cause("a")])]),
        Example(
            testDescription: "report-only that goes away", old: [policy("a", in: .reportOnly)], new: [],
            changes: [.reportOnly(PolicyID("a"), from: .deny, to: .nothing)]),
    ]

    @Test(arguments: examples)
    func `says what changes and which policy does it`(_ example: Example) throws {
        let comparison = PolicySetComparison(
            try PolicySet(policies: example.old), try PolicySet(policies: example.new))
        #expect(comparison.changes(for: example.request) == example.changes)
    }

    @Test func `no policy that matches any longer is the cause of a refusal by default`() throws {
        let old = try PolicySet(policies: [Self.policy("a", [], session: Self.hourly)], whenNothingMatches: .deny)
        let new = try PolicySet(policies: [], whenNothingMatches: .deny)
        #expect(
            PolicySetComparison(old, new).changes(for: Self.request())
                == [.access(from: .allowed, to: .blocked, by: [Self.cause("a", isGone: true)])])
        #expect(
            PolicySetComparison(new, old).changes(for: Self.request())
                == [.access(from: .blocked, to: .allowed, by: [Self.cause("a")])])
    }

    @Test func `counts requests, subjects and resources, and keeps examples of different subjects`() throws {
        let comparison = PolicySetComparison(
            try PolicySet(policies: []), try PolicySet(policies: [Self.policy("a"), Self.policy("r", in: .reportOnly)]))
        let names = ["ada", "ada", "bob", "eve", "ada", "dan"]
        let tally = comparison.tally(of: names.map { Self.request($0) }, examples: 3)
        #expect(tally.requestCount == 6)
        #expect(tally.changedCount == 6)
        #expect(!tally.isUnchanged)
        let group = try #require(tally.groups[.access(from: .allowed, to: .blocked, by: [Self.cause("a")])])
        #expect(group.requestCount == 6)
        #expect(group.subjects.count == 4)
        #expect(group.resources == [.application(ApplicationID("mail"))])
        #expect(group.examples == ["ada", "bob", "eve"].map { Self.request($0) })
        #expect(tally.ordered.map(\.change.isInForce) == [true, false])
    }

    @Test(arguments: 0...6)
    func `two parts make the same tally as the whole`(_ cut: Int) throws {
        let comparison = PolicySetComparison(
            try PolicySet(policies: []), try PolicySet(policies: [Self.policy("a"), Self.policy("r", in: .reportOnly)]))
        let requests = ["ada", "ada", "bob", "eve", "ada", "dan"].map { Self.request($0) }
        var parts = comparison.tally(of: requests.prefix(cut), examples: 2)
        parts.add(comparison.tally(of: requests.dropFirst(cut), examples: 2))
        let whole = comparison.tally(of: requests, examples: 2)
        #expect(parts.groups == whole.groups)
        #expect(parts.requestCount == whole.requestCount)
        #expect(parts.changedCount == whole.changedCount)
    }

    @Test func `what takes access away is told first, and of that what concerns more`() throws {
        var tally = ComparisonTally(exampleLimit: 0)
        let changes: [AccessChange] = [
            .access(from: .allowed, to: .blocked, by: [Self.cause("b")]),
            .access(from: .allowed, to: .blocked, by: [Self.cause("a")]),
            .access(from: .allowed, to: .asked(.mfa), by: [Self.cause("a")]),
            .access(from: .asked(.mfa), to: .asked(.compliantDevice), by: [Self.cause("a")]),
            .access(from: .blocked, to: .allowed, by: [Self.cause("a", isGone: true)]),
            .session(by: [Self.cause("a")]),
            .reportOnly(PolicyID("r"), from: .nothing, to: .deny),
            .reportOnly(PolicyID("r"), from: .deny, to: .nothing),
        ]
        for change in changes.reversed() { tally.add(Self.request(), [change]) }
        tally.add(Self.request(), [changes[0]])
        #expect(tally.ordered.map(\.change) == changes)
        #expect(tally.changedCount == 7)
    }
}
