import AccessModel
import AuthorizationServer
import ComplianceGateway
import SQLDatabase

/// How published sets of policies are read.
enum PolicyRevisionRows {
    private static let columns: StaticString =
        "revision, content_hash, published_at, actor, reason, origin, journal_sequence"

    static func list(of tenant: TenantID, before: Int64?, limit: Int) -> SQLStatement {
        """
        SELECT \(raw: columns) FROM policy_sets WHERE tenant = \(tenant.rawValue) AND revision < \(before ?? .max) \
        ORDER BY revision DESC LIMIT \(Int64(limit))
        """
    }

    static func one(_ number: Int64, of tenant: TenantID) -> SQLStatement {
        """
        SELECT \(raw: columns), document FROM policy_sets WHERE tenant = \(tenant.rawValue) AND revision = \(number)
        """
    }

    static func revision(_ row: SQLRow) throws -> PolicySetRevision {
        PolicySetRevision(
            number: try row.integer(0), contentHash: try row.hash(1), publishedAt: try row.timestamp(2),
            actor: try row.text(3), reason: try row.optionalText(4), origin: try row.rawValue(5),
            sequence: try row.integer(6))
    }

    /// The document, if it is still the one that was published.
    static func published(_ row: SQLRow) throws -> PublishedPolicies {
        let revision = try revision(row)
        let document = try row.blob(7)
        guard SecretHash(of: document) == revision.contentHash else { throw DamagedRow(what: "the policy document") }
        return PublishedPolicies(revision: revision, document: document)
    }
}
