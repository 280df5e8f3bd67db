public import AccessModel
public import ComplianceGateway
public import Directory
import SQLDatabase

/// How the names of a directory are read: in pages, each statement far below the most rows that one may give.
enum HoldingRows {
    static let pageSize: Int64 = 10_000

    static func accounts(of tenant: TenantID, after id: String) -> SQLStatement {
        """
        SELECT id, user_principal_name FROM accounts WHERE tenant = \(tenant.rawValue) AND id > \(id) \
        ORDER BY id LIMIT \(pageSize)
        """
    }

    static func groups(of tenant: TenantID, after id: String) -> SQLStatement {
        """
        SELECT id, name FROM account_groups WHERE tenant = \(tenant.rawValue) AND id > \(id) \
        ORDER BY id LIMIT \(pageSize)
        """
    }
}

extension SQLGatewayStore {
    /// What a tenant's directory holds, for the operator's commands: not one snapshot, since nothing is ever deleted.
    ///
    /// - Returns: the names and identifiers; nil when there is no such tenant.
    /// - Throws: `StoreError`.
    public func holdings(of tenant: TenantID) async throws(StoreError) -> DirectoryHoldings? {
        guard let record = try await configuration(of: tenant) else { return nil }
        var holdings = DirectoryHoldings(resources: record.resources, clients: Set(record.clients.map(\.id)))
        for (id, name) in try await names({ HoldingRows.accounts(of: tenant, after: $0) }) {
            guard let name = UserPrincipalName(name) else {
                throw .damaged("a user principal name is not what the gateway wrote")
            }
            holdings.accounts[AccountID(id)] = name
        }
        for (id, name) in try await names({ HoldingRows.groups(of: tenant, after: $0) }) {
            holdings.groups[GroupID(id)] = name
        }
        return holdings
    }

    private func names(_ page: (String) -> SQLStatement) async throws(StoreError) -> [(id: String, name: String)] {
        var names: [(id: String, name: String)] = []
        while true {
            let found = try await read([page(names.last?.id ?? "")]) { results in
                try results[0].map { (id: try $0.text(0), name: try $0.text(1)) }
            }
            names += found
            guard found.count == Int(HoldingRows.pageSize) else { return names }
        }
    }
}
