import AccessModel
import Authentication
import AuthorizationServer
import Compliance
import ComplianceGateway
import Directory
import SQLDatabase

/// The statements whose rows follow from a query's anchor.
///
/// Each begins with the same table expression `anchor (account, grant_id)`, of which `?1` is the tenant and `?2` the
/// anchor's key, so that one snapshot answers everything in one round trip.
struct AnchorSQL {
    private let expression: StaticString
    private let parameters: [SQLValue]
    /// The statement for the anchor's own row; nil when the anchor is an account, a grant or an instance.
    let row: SQLStatement?
    /// Whether a grant can follow.
    let hasGrant: Bool
    private let isInstance: Bool
    private let isRemediation: Bool

    init?(_ anchor: FactsAnchor, tenant: TenantID) {
        guard let (source, key) = Self.source(anchor) else { return nil }
        expression = source.expression
        hasGrant = source.hasGrant
        if case .instance = anchor { isInstance = true } else { isInstance = false }
        if case .remediation = anchor { isRemediation = true } else { isRemediation = false }
        let parameters = [.text(tenant.rawValue), key]
        self.parameters = parameters
        row = source.row.map { SQLStatement(concatenating: $0, parameters) }
    }

    var account: SQLStatement {
        statement(
            "SELECT ", AccountRows.columns, " FROM accounts WHERE tenant = ?1 AND id = (SELECT account FROM anchor)")
    }

    /// The groups of the account, nested ones included; a union ends at circles.
    var groups: SQLStatement {
        SQLStatement(
            concatenating: [
                expression,
                """
                , closure (id) AS (
                    SELECT group_id FROM group_members WHERE tenant = ?1 AND member = (SELECT account FROM anchor)
                    UNION
                    SELECT m.group_id FROM closure c JOIN group_members m ON m.tenant = ?1 AND m.member = c.id
                ) SELECT id FROM closure
                """,
            ], parameters)
    }

    var grant: SQLStatement {
        statement(
            "SELECT ", Grant.columns, " FROM grants g WHERE g.tenant = ?1 AND g.id = (SELECT grant_id FROM anchor)")
    }

    /// The instance that the grant is bound to, or the one that is the anchor.
    var boundInstance: SQLStatement? {
        if isInstance {
            return SQLStatement(
                concatenating: ["SELECT ", InstanceRows.columns, " FROM instances WHERE tenant = ?1 AND id = ?2"],
                parameters)
        }
        if isRemediation {
            return statement(
                "SELECT ", InstanceRows.columns,
                """
                 FROM instances WHERE tenant = ?1 AND id = (
                    SELECT instance FROM remediation_sessions WHERE tenant = ?1 AND secret_hash = ?2)
                """)
        }
        guard hasGrant else { return nil }
        return statement(
            "SELECT ", InstanceRows.columns,
            """
             FROM instances WHERE tenant = ?1 AND id = (
                SELECT instance FROM grants WHERE tenant = ?1 AND id = (SELECT grant_id FROM anchor))
            """)
    }

    /// The account's open remediation sessions.
    var openRemediations: SQLStatement {
        statement(
            "SELECT ", RemediationSession.columns,
            """
             FROM remediation_sessions WHERE tenant = ?1 AND account = (SELECT account FROM anchor) AND closure IS NULL
            ORDER BY opened_at DESC, id LIMIT 64
            """)
    }

    /// The anchor's account's refusals; nil when the query leaves the client to a remediation session that there is not.
    func refusals(_ query: RefusalQuery) -> SQLStatement? {
        guard let client = query.client else {
            guard isRemediation else { return nil }
            return SQLStatement(
                concatenating: [
                    expression, " SELECT ", RefusalRecord.columns,
                    """
                     FROM refusals WHERE tenant = ?1 AND account = (SELECT account FROM anchor) AND client = (
                        SELECT client FROM remediation_sessions WHERE tenant = ?1 AND secret_hash = ?2) AND at >= ?3
                    ORDER BY at DESC LIMIT 256
                    """,
                ], parameters + [.integer(query.since.milliseconds)])
        }
        return SQLStatement(
            concatenating: [
                expression, " SELECT ", RefusalRecord.columns,
                """
                 FROM refusals WHERE tenant = ?1 AND account = (SELECT account FROM anchor) AND client = ?3 AND at >= ?4
                ORDER BY at DESC LIMIT 256
                """,
            ], parameters + [.text(client.rawValue), .integer(query.since.milliseconds)])
    }

    private func statement(_ pieces: StaticString...) -> SQLStatement {
        SQLStatement(concatenating: [expression, " "] + pieces, parameters)
    }
}

extension AnchorSQL {
    private struct Source {
        var expression: StaticString
        var row: [StaticString]?
        var hasGrant: Bool
    }

    private static func source(_ anchor: FactsAnchor) -> (Source, SQLValue)? {
        switch anchor {
        case .none: nil
        case .code(let hash): (code, .blob(hash.bytes))
        case .refreshToken(let hash): (refreshToken, .blob(hash.bytes))
        case .deviceCode(let hash): (deviceCode, .blob(hash.bytes))
        case .userCode(let code): (userCode, .text(code))
        case .session(let hash): (session, .blob(hash.bytes))
        case .grant(let id): (grantSource, .text(id.rawValue))
        case .account(let id): (accountSource, .text(id.rawValue))
        case .userPrincipalName(let name): (nameSource, .text(name.normalized))
        case .instance(let id): (instanceSource, .text(id.rawValue))
        case .remediation(let hash): (remediationSource, .blob(hash.bytes))
        }
    }

    private static let code = Source(
        expression: """
            WITH RECURSIVE anchor (account, grant_id) AS (
                SELECT account, grant_id FROM authorization_codes WHERE tenant = ?1 AND hash = ?2)
            """,
        row: ["SELECT ", AuthorizationCode.columns, " FROM authorization_codes WHERE tenant = ?1 AND hash = ?2"],
        hasGrant: true)

    private static let refreshToken = Source(
        expression: """
            WITH RECURSIVE anchor (account, grant_id) AS (
                SELECT account, id FROM grants WHERE tenant = ?1 AND id = (
                    SELECT grant_id FROM refresh_tokens WHERE tenant = ?1 AND hash = ?2))
            """,
        row: ["SELECT ", RefreshToken.columns, " FROM refresh_tokens WHERE tenant = ?1 AND hash = ?2"],
        hasGrant: true)

    private static let deviceCode = Source(
        expression: """
            WITH RECURSIVE anchor (account, grant_id) AS (
                SELECT account, grant_id FROM device_authorizations WHERE tenant = ?1 AND hash = ?2)
            """,
        row: ["SELECT ", DeviceAuthorization.columns, " FROM device_authorizations WHERE tenant = ?1 AND hash = ?2"],
        hasGrant: true)

    private static let userCode = Source(
        expression: """
            WITH RECURSIVE anchor (account, grant_id) AS (
                SELECT account, grant_id FROM device_authorizations WHERE tenant = ?1 AND user_code = ?2)
            """,
        row: [
            "SELECT ", DeviceAuthorization.columns, " FROM device_authorizations WHERE tenant = ?1 AND user_code = ?2",
        ],
        hasGrant: true)

    private static let session = Source(
        expression: """
            WITH RECURSIVE anchor (account, grant_id) AS (
                SELECT account, NULL FROM sessions WHERE tenant = ?1 AND secret_hash = ?2)
            """,
        row: ["SELECT ", SignInSession.columns, " FROM sessions WHERE tenant = ?1 AND secret_hash = ?2"],
        hasGrant: false)

    private static let grantSource = Source(
        expression: """
            WITH RECURSIVE anchor (account, grant_id) AS (
                SELECT account, id FROM grants WHERE tenant = ?1 AND id = ?2)
            """,
        row: nil, hasGrant: true)

    private static let accountSource = Source(
        expression: """
            WITH RECURSIVE anchor (account, grant_id) AS (
                SELECT id, NULL FROM accounts WHERE tenant = ?1 AND id = ?2)
            """,
        row: nil, hasGrant: false)

    private static let nameSource = Source(
        expression: """
            WITH RECURSIVE anchor (account, grant_id) AS (
                SELECT id, NULL FROM accounts WHERE tenant = ?1 AND normalized_name = ?2)
            """,
        row: nil, hasGrant: false)

    private static let instanceSource = Source(
        expression: """
            WITH RECURSIVE anchor (account, grant_id) AS (
                SELECT account, NULL FROM instances WHERE tenant = ?1 AND id = ?2)
            """,
        row: nil, hasGrant: false)

    private static let remediationSource = Source(
        expression: """
            WITH RECURSIVE anchor (account, grant_id) AS (
                SELECT account, NULL FROM remediation_sessions WHERE tenant = ?1 AND secret_hash = ?2)
            """,
        row: [
            "SELECT ", RemediationSession.columns, " FROM remediation_sessions WHERE tenant = ?1 AND secret_hash = ?2",
        ],
        hasGrant: false)
}
