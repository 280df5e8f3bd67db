import AccessModel
import Authentication
import AuthorizationServer
import Compliance
import ComplianceGateway
import Directory
import SQLDatabase

/// One facts query as a list of statements that are read in one snapshot, and the facts of their rows.
///
/// What follows from the anchor (grant, account, bound instance) is found by subqueries, so that every engine answers in
/// one round trip.
struct FactsReader {
    private enum Part {
        case head, code, refreshToken, device, session, grant, account, groups, boundInstance, presented, refusals
        case revocations, remediation, openRemediations
    }

    private let query: FactsQuery
    private var parts: [Part] = []
    private(set) var statements: [SQLStatement] = []

    init(_ query: FactsQuery) {
        self.query = query
        add(.head, TenantRows.head(.id(query.tenant)))
        guard let anchor = AnchorSQL(query.anchor, tenant: query.tenant) else {
            addWhatNeedsNoAnchor()
            return
        }
        addRow(of: anchor)
        add(.account, anchor.account)
        add(.groups, anchor.groups)
        if anchor.hasGrant { add(.grant, anchor.grant) }
        if let bound = anchor.boundInstance { add(.boundInstance, bound) }
        if let refusals = query.refusals.flatMap(anchor.refusals) { add(.refusals, refusals) }
        if query.openRemediations { add(.openRemediations, anchor.openRemediations) }
        addWhatNeedsNoAnchor()
    }

    /// The facts that the rows hold; nil when there is no such tenant.
    func facts(_ results: [SQLRows]) throws -> Facts? {
        guard let head = try results.first?.first.map(TenantRows.head) else { return nil }
        var facts = Facts(head: head)
        var account: Account?
        var passwordHash: String?
        var groups: Set<GroupID> = []
        for (part, rows) in zip(parts, results) {
            let row = rows.first
            switch part {
            case .head: break
            case .code: facts.code = try row.map { try AuthorizationCode($0, tenant: query.tenant) }
            case .refreshToken: facts.refreshToken = try row.map { try RefreshToken($0, tenant: query.tenant) }
            case .device: facts.deviceAuthorization = try row.map { try DeviceAuthorization($0, tenant: query.tenant) }
            case .session: facts.session = try row.map { try SignInSession($0, tenant: query.tenant) }
            case .grant: facts.grant = try row.map { try Grant($0, tenant: query.tenant) }
            case .account:
                account = try row.map(AccountRows.account)
                passwordHash = try row?.optionalText(AccountRows.passwordHashColumn)
            case .groups: groups = Set(try rows.map { try $0.identifier(0) })
            case .boundInstance: facts.boundInstance = try row.map(InstanceRows.instance)
            case .presented: facts.presentedInstance = try row.map(InstanceRows.instance)
            case .refusals:
                // The newest are read; callers get them oldest first.
                facts.refusals = try rows.reversed().map { try RefusalRecord($0, tenant: query.tenant) }
            case .remediation: facts.remediation = try row.map(RemediationSession.init)
            case .openRemediations: facts.openRemediations = try rows.map(RemediationSession.init)
            case .revocations: facts.revocations = try rows.map(Self.revocation)
            }
        }
        facts.account = account.map { AccountFacts(account: $0, groups: groups, passwordHash: passwordHash) }
        return facts
    }

    private mutating func add(_ part: Part, _ statement: SQLStatement) {
        parts.append(part)
        statements.append(statement)
    }

    private mutating func addRow(of anchor: AnchorSQL) {
        guard let row = anchor.row else { return }
        switch query.anchor {
        case .code: add(.code, row)
        case .refreshToken: add(.refreshToken, row)
        case .deviceCode, .userCode: add(.device, row)
        case .session: add(.session, row)
        case .remediation: add(.remediation, row)
        case .none, .grant, .account, .userPrincipalName, .instance: break
        }
    }

    private mutating func addWhatNeedsNoAnchor() {
        if let key = query.presented { add(.presented, InstanceRows.select(key, tenant: query.tenant)) }
        if let revocations = query.revocations {
            add(.revocations, Self.revocations(revocations, tenant: query.tenant))
        }
    }

    private static func revocations(_ query: RevocationQuery, tenant: TenantID) -> SQLStatement {
        """
        SELECT scope, sequence, at FROM revocations WHERE tenant = \(tenant.rawValue) \
        AND sequence > \(query.after) AND scope IN (\(list: query.scopes.map(\.storedText)))
        """
    }

    private static func revocation(_ row: SQLRow) throws -> RevocationPair {
        guard let scope = RevocationScope(storedText: try row.text(0)) else { throw DamagedRow(what: "a revocation") }
        return RevocationPair(scope: scope, sequence: try row.integer(1), at: try row.timestamp(2))
    }
}
