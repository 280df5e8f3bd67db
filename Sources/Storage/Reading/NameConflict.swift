import AccessModel
import ComplianceGateway
import Directory
import SQLDatabase

/// Finds the name that a directory document wants and that somebody else has, after a write failed because of one.
struct NameConflict {
    private let wanted: [(name: String, shown: String, id: String)]
    private let holder: String
    private let select: (String) -> SQLStatement

    /// The names of a document's accounts.
    static func accounts(_ contents: DirectoryContents, _ tenant: TenantID) -> NameConflict {
        NameConflict(
            wanted: contents.accounts.map {
                ($0.userPrincipalName.normalized, $0.userPrincipalName.description, $0.id.rawValue)
            }, holder: "account",
            select: { "SELECT id FROM accounts WHERE tenant = \(tenant.rawValue) AND normalized_name = \($0)" })
    }

    /// The names of a document's groups.
    static func groups(_ contents: DirectoryContents, _ tenant: TenantID) -> NameConflict {
        NameConflict(
            wanted: contents.groups.map { ($0.name, $0.name, $0.id.rawValue) }, holder: "group",
            select: { "SELECT id FROM account_groups WHERE tenant = \(tenant.rawValue) AND name = \($0)" })
    }

    /// The first such name, in words; nil when there is none.
    func first(in store: SQLGatewayStore) async throws(StoreError) -> String? {
        let renamed = Set(wanted.map(\.id))
        var rest = wanted[...]
        while !rest.isEmpty {
            let some = rest.prefix(256)
            rest = rest.dropFirst(256)
            let holders = try await store.read(some.map { select($0.name) }) { results in
                try results.map { try $0.first?.text(0) }
            }
            for (one, id) in zip(some, holders) {
                if let id, id != one.id, !renamed.contains(id) {
                    return "the \(holder) `\(id)` has the name `\(one.shown)` already"
                }
            }
        }
        return nil
    }
}
