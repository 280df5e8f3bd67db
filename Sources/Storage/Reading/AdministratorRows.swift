import AccessModel
import ComplianceGateway
import Directory
import SQLDatabase

/// How those who administer a tenant are read: accounts with a role, break-glass accounts, and how groups are nested.
struct AdministratorRows {
    /// Fewer than the parameters that a statement may have.
    private static let chunk = 5_000

    private let tenant: TenantID
    private let further: [[String]]

    init(of tenant: TenantID, including: Set<AccountID>) {
        self.tenant = tenant
        let ids = including.map(\.rawValue).sorted()
        further = stride(from: 0, to: ids.count, by: Self.chunk).map {
            Array(ids[$0..<min($0 + Self.chunk, ids.count)])
        }
    }

    /// The head, the nesting of groups, then accounts and their direct groups in turn.
    var statements: [SQLStatement] {
        let id = tenant.rawValue
        return [
            TenantRows.head(.id(tenant)),
            "SELECT member, group_id FROM group_members WHERE tenant = \(id) AND is_account = 0",
            """
            SELECT \(raw: AccountRows.columns) FROM accounts WHERE tenant = \(id) \
            AND (roles <> '' OR is_break_glass = 1)
            """,
            """
            SELECT member, group_id FROM group_members WHERE tenant = \(id) AND member IN (\
            SELECT id FROM accounts WHERE tenant = \(id) AND (roles <> '' OR is_break_glass = 1))
            """,
        ]
            + further.flatMap { ids -> [SQLStatement] in
                [
                    "SELECT \(raw: AccountRows.columns) FROM accounts WHERE tenant = \(id) AND id IN (\(list: ids))",
                    "SELECT member, group_id FROM group_members WHERE tenant = \(id) AND member IN (\(list: ids))",
                ]
            }
    }

    /// The snapshot that the rows hold; nil when there is no such tenant.
    static func snapshot(_ results: [SQLRows]) throws -> AdministratorSnapshot? {
        guard let head = try results.first?.first.map(TenantRows.head) else { return nil }
        var snapshot = AdministratorSnapshot(head: head, accounts: [:], nesting: [:])
        for row in results[1] {
            let group: GroupID = try row.identifier(0)
            snapshot.nesting[group, default: []].insert(try row.identifier(1))
        }
        for index in stride(from: 2, to: results.count, by: 2) {
            for row in results[index] {
                let account = try AccountRows.account(row)
                snapshot.accounts[account.id] = account
            }
            for row in results[index + 1] {
                let account: AccountID = try row.identifier(0)
                snapshot.accounts[account]?.groups.insert(try row.identifier(1))
            }
        }
        return snapshot
    }
}
