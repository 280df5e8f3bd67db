import AccessModel
import Authentication
import AuthorizationServer
import Compliance
import ComplianceGateway
import Directory
import Testing

@testable import SQLDatabase
@testable import Storage

/// Every statement of a request finds its rows by a key: none reads a table, or all of a tenant's rows in it.
@Suite struct QueryPlanTests {
    /// What a plan's step may read without a key: a handful of rows that the statement made itself, and constants.
    private static let free = [
        "anchor", "closure", "c", "CONSTANT ROW",
    ]

    /// Statements that are meant to read all of a tenant's rows: configuration and lists.
    private static let whole = [
        "SELECT document FROM", "ORDER BY enrolled_at DESC", "FROM signing_keys", "FROM signal_sources",
        "FROM pull_sources WHERE tenant = ",
    ]

    @Test func `no statement of a request reads a whole table`() async throws {
        try await withSQLite { database async throws in
            for statement in Self.statements() {
                for step in try await Self.plan(of: statement, database) {
                    let problem = Self.problem(step, of: statement)
                    #expect(problem == nil, "\(step) in \(statement.text.text)")
                }
            }
        }
    }

    @Test func `the check notices a scan and a key that is only the tenant`() async throws {
        try await withSQLite { database async throws in
            let scan: SQLStatement = "SELECT id FROM grants WHERE session = \("s")"
            let tenant: SQLStatement = "DELETE FROM refusals WHERE tenant = \("t") AND reason = \("r")"
            for statement in [scan, tenant] {
                let steps = try await Self.plan(of: statement, database)
                #expect(!steps.isEmpty)
                #expect(steps.contains { Self.problem($0, of: statement) != nil })
            }
        }
    }

    private static func problem(_ step: String, of statement: SQLStatement) -> String? {
        if whole.contains(where: statement.text.text.contains) { return nil }
        let words = step.split(separator: " ").map(String.init)
        if words.first == "SCAN" {
            let table = words.dropFirst().joined(separator: " ")
            return free.contains { table == $0 || table.hasPrefix($0 + " ") } ? nil : step
        }
        return step.hasSuffix("(tenant=?)") && !step.hasPrefix("SEARCH journal_heads") ? step : nil
    }

    private static func plan(of statement: SQLStatement, _ database: SQLiteDatabase) async throws -> [String] {
        let text = SQLText("EXPLAIN QUERY PLAN " + statement.text.text)
        let values = statement.parameters.map { value -> SQLValue in
            if case .sequence = value { .integer(1) } else { value }
        }
        // The engine takes the plan of a write for a write.
        let write = SQLWrite([SQLStep(SQLStatement(text, values))])
        guard case .committed(let rows, _) = try await database.write(write) else { return [] }
        return try rows.flatMap { try $0.map { try $0.text(3) } }
    }

    // MARK: The statements

    private static func statements() -> [SQLStatement] {
        reads() + writes()
    }

    private static func reads() -> [SQLStatement] {
        let hash = SecretHash(of: "x")
        let anchors: [FactsAnchor] = [
            .none, .code(hash), .refreshToken(hash), .deviceCode(hash), .userCode("u"), .session(hash), .grant("g"),
            .account("a"), .userPrincipalName(.named("a@b")), .instance("i"),
            .remediation(hash),
        ]
        let keys: [InstanceKey] = [.id("i"), .keyThumbprint("k"), .enrollmentID(hash), .managedIdentity(hash)]
        let scopes: [RevocationScope] = [.tenant, .account("a"), .client("c"), .instance("i"), .grant("g")]
        let facts = anchors.flatMap { anchor in
            keys.flatMap { key in
                FactsReader(
                    FactsQuery(
                        tenant: "t", anchor: anchor, presented: key, refusals: .init(client: "c", since: .start),
                        revocations: .init(scopes: scopes, after: 1), openRemediations: true)
                ).statements
            }
        }
        let remediation = FactsReader(
            FactsQuery(tenant: "t", anchor: .remediation(hash), refusals: .init(client: nil, since: .start)))
        let identifiers = DeviceIdentifier.Kind.allCases.compactMap {
            DeviceIdentifier($0, String(repeating: "ab", count: 32))
        }
        let devices = DeviceReader(
            DeviceQuery(identifiers: Set(identifiers), devices: ["d"], signals: [.fresh("x", in: "t")]), tenant: "t"
        ).statements
        return facts + devices + remediation.statements + TenantRows.configuration(of: "t") + [
            RemediationRows.expired(in: "t", at: .start, limit: 1),
            TenantRows.head(.alias("a")), InstanceRows.list(of: "t", account: "a", limit: 1), JournalRows.head(of: "t"),
            JournalRows.page(of: "t", after: 1, kinds: [.tokenIssued], limit: 1),
            JournalRows.cursor(.reevaluation, of: "t"),
            ReevaluationRows.enrolled(of: "t", InstanceSelection(isEverything: true), after: nil, limit: 1),
            ReevaluationRows.enrolled(
                of: "t", InstanceSelection(clients: ["c"], accounts: ["a"]), after: "i", limit: 1),
            ReevaluationRows.due(at: .start, limit: 1), ReevaluationRows.next,
            ReevaluationRows.devices(of: "t", after: "d", limit: 1),
            ReevaluationRows.enrolled(of: "t", on: "d", after: "i", limit: 1), PullRows.due(at: .start, limit: 1),
            PullRows.next, PullRows.accounts(of: "t", named: [.named("a@b")]),
        ]
    }

    private static func writes() -> [SQLStatement] {
        let tenant = TestTenant(store: Unreachable(), id: "t")
        let hash = SecretHash(of: "x")
        let session = tenant.session()
        let grants: [GrantChange] = [
            .insertCode(tenant.code()), .consumeCode(hash, grant: "g", at: .start),
            .createGrant(tenant.grant(instance: "i")), .bindGrant("g", to: "i", expecting: nil),
            .killGrant("g", .revoked, at: .start), .insertRefreshToken(tenant.refreshToken()),
            .rotateRefreshToken(hash, grant: "g", at: .start, replacement: tenant.refreshToken()),
            .insertDeviceAuthorization(tenant.device()), .recordPoll(hash, at: .start, interval: .seconds(5)),
            .decideDeviceAuthorization(hash, .denied, at: .start),
            .decideDeviceAuthorization(hash, .approved(tenant.approval), at: .start),
            .consumeDeviceCode(hash, grant: "g", at: .start), .useOnce(.fresh("x", in: "t"), until: .start),
            .recordRefusal(tenant.refusal(at: .start)),
        ]
        let instances: [InstanceChange] = [
            .insert(tenant.instance()), .update(tenant.instance(), expecting: 1),
            .replaceEnrollmentID(hash, of: "i", at: .start), .retireEnrollmentIDs("i"),
            .claimIdentity(fingerprint: hash, "i", account: "a", client: "c", expecting: "j", at: .start),
            .revoke(.tenant, at: .start), .killGrants("i", .wiped, at: .start), .clearRefusals("a", "c"),
        ]
        let sessions: [SessionChange] = [
            .insertSession(session, passwordHash: nil), .endSession("s", tenant: "t"),
            .endSessions(account: "a", tenant: "t"), .endOtherSessions("a", keeping: "s", tenant: "t"),
        ]
        let remediation = tenant.remediation()
        let remediations: [RemediationChange] = [
            .open(remediation, hash), .use(remediation, at: .start), .adopt("r", "i"), .close("r", .left, at: .start),
        ]
        var disabled = Account.alice
        disabled.isEnabled = false
        let administration: [AdministrationChange] = [
            .createTenant(.sample("t", alias: "a")),
            .applyDirectory(
                .init(
                    groups: [AccountGroup(id: "g", name: "g", accounts: ["a"], groups: ["h"])], accounts: [disabled],
                    resources: [ResourceApp(id: "r", identifier: "api://r", name: "R")],
                    clients: [ClientApp(id: "c", name: "C", kind: .native)],
                    authorities: [.init(name: "a", certificate: "", clients: [])]), at: .start),
            .requireRevisions(directory: 1, policies: 0),
            .publishPolicies(PolicyDraft([], at: .start, actor: "root"), expecting: 0),
            .publishProtection([], exemptions: [], expecting: 0, at: .start),
            .setPasswordHash("a", "h", at: .start), .setAccountEnabled("a", false, at: .start),
        ]
        let device = Device(
            id: "d", identifiers: Set([DeviceIdentifier(.udid, "udid-1")].compactMap(\.self)), registeredAt: .start)
        let source = SignalSourceRecord(
            source: SignalSource(id: "s", name: "mdm"), signalsPerMinute: 1, secrets: [], createdAt: .start)
        let signals: [StateChange] = [
            .device(.insert(device)), .device(.update(device, adding: device.identifiers, expecting: 1)),
            .administration(.insertSource(source)), .administration(.updateSource(source, expecting: 1)),
            .administration(.removeSource("s")),
        ]
        let spend = StateChange.spendSignInAttempt(
            account: "a", address: "b", budget: SignInBudget(), at: .start)
        let changes =
            grants.map(StateChange.grant) + instances.map(StateChange.instance) + sessions.map(StateChange.session)
            + remediations.map(StateChange.remediation) + administration.map(StateChange.administration) + signals + [
                spend, .returnSignInAttempt(account: "a", address: "b"),
                .advance(JournalCursor(name: .reevaluation, sequence: 1), from: nil),
                .advance(
                    JournalCursor(name: .reevaluation, sequence: 2),
                    from: JournalCursor(name: .reevaluation, sequence: 1)),
            ]
        return WriteBuilder(tenant.write(changes, entries: 1)).write.steps.map(\.statement)
    }
}

/// A store that is never asked.
private struct Unreachable: GatewayStore {
    func tenant(_ key: TenantKey) async throws(StoreError) -> TenantHead? { nil }
    func configuration(of tenant: TenantID) async throws(StoreError) -> TenantRecord? { nil }
    func facts(_ query: FactsQuery) async throws(StoreError) -> Facts? { nil }
    func instances(
        of tenant: TenantID, account: AccountID?, limit: Int
    ) async throws(StoreError) -> [VersionedInstance] { [] }
    func policyRevisions(
        of tenant: TenantID, before: Int64?, limit: Int
    ) async throws(StoreError) -> [PolicySetRevision] { [] }
    func publishedPolicies(of tenant: TenantID, revision: Int64) async throws(StoreError) -> PublishedPolicies? { nil }
    func administrators(
        of tenant: TenantID, including: Set<AccountID>
    ) async throws(StoreError) -> AdministratorSnapshot? { nil }
    func commit(_ write: GatewayWrite) async throws(StoreError) -> CommitResult { .refused(change: 0) }
}
