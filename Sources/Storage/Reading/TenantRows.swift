import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import Directory
import JSONCoding
import SQLDatabase

/// How tenants and their configuration are read.
enum TenantRows {
    private static let headColumns: StaticString = """
        id, alias, epoch, COALESCE((SELECT sequence FROM journal_heads WHERE tenant = tenants.id), 0), \
        directory_revision, policy_revision, protection_revision
        """

    static func head(_ key: TenantKey) -> SQLStatement {
        switch key {
        case .id(let id): "SELECT \(raw: headColumns) FROM tenants WHERE id = \(id.rawValue)"
        case .alias(let alias): "SELECT \(raw: headColumns) FROM tenants WHERE alias = \(alias)"
        }
    }

    static let all: SQLStatement = "SELECT \(raw: headColumns) FROM tenants ORDER BY alias"

    static func head(_ row: SQLRow) throws -> TenantHead {
        TenantHead(
            id: try row.identifier(0), alias: try row.text(1), epoch: try row.integer(2),
            sequence: try row.integer(3),
            revisions: ConfigurationRevisions(
                directory: try row.integer(4), policies: try row.integer(5), protection: try row.integer(6)))
    }

    static func configuration(of tenant: TenantID) -> [SQLStatement] {
        let id = tenant.rawValue
        return [
            head(.id(tenant)),
            "SELECT name, when_nothing_matches, sealed_data_key FROM tenants WHERE id = \(id)",
            """
            SELECT id, sealed_private_key, is_active, created_at FROM signing_keys WHERE tenant = \(id) \
            ORDER BY is_active DESC, created_at DESC, id
            """,
            "SELECT document FROM clients WHERE tenant = \(id) ORDER BY id",
            "SELECT document FROM resources WHERE tenant = \(id) ORDER BY id",
            "SELECT document FROM authorities WHERE tenant = \(id) ORDER BY name",
            """
            SELECT document, content_hash FROM policy_sets WHERE tenant = \(id) \
            AND revision = (SELECT policy_revision FROM tenants WHERE id = \(id))
            """,
            """
            SELECT policies, exemptions, devices, settings FROM protection_sets WHERE tenant = \(id) \
            AND revision = (SELECT protection_revision FROM tenants WHERE id = \(id))
            """,
            "SELECT document, version FROM signal_sources WHERE tenant = \(id) ORDER BY name",
            PullRows.configuration(of: tenant),
        ]
    }

    static func record(_ results: [SQLRows]) throws -> TenantRecord? {
        guard results.count == 10, let head = try results[0].first.map(head), let settings = results[1].first else {
            return nil
        }
        let protection = try published(results[7], at: head.revisions.protection)
        var sources = try results[8].map(signalSource)
        try PullRows.add(results[9], to: &sources)
        return TenantRecord(
            head: head, name: try settings.text(0), whenNothingMatches: try settings.rawValue(1),
            sealedDataKey: try settings.blob(2), signingKeys: try results[2].map(signingKey),
            clients: try results[3].map { try StoredClient(jsonBytes: $0.blob(0)).client },
            resources: try results[4].map { try StoredResource(jsonBytes: $0.blob(0)).resource },
            authorities: try results[5].map { try StoredAuthority(jsonBytes: $0.blob(0)).authority },
            policyDocument: try published(results[6], at: head.revisions.policies).map(policyDocument),
            protectionPolicies: try protection.map {
                try [AppProtectionPolicy](jsonBytes: $0.blob(0), limits: .stored)
            } ?? [],
            exemptions: try protection.map { try [Exemption](jsonBytes: $0.blob(1), limits: .stored) } ?? [],
            // A set that was published before devices were known asks nothing of them.
            deviceRules: try protection?.optionalBlob(2).map { try DeviceRules(jsonBytes: $0) } ?? DeviceRules(),
            protectionSettings: try protection?.optionalBlob(3).map { try ProtectionSettings(jsonBytes: $0) }
                ?? ProtectionSettings(),
            signalSources: sources)
    }

    private static func signalSource(_ row: SQLRow) throws -> SignalSourceRecord {
        var record = try StoredSource(jsonBytes: row.blob(0)).record
        record.version = try row.integer(1)
        return record
    }

    /// What was published at a revision; nil only before the first, since a set that is gone must not become an empty one.
    private static func published(_ rows: SQLRows, at revision: Int64) throws -> SQLRow? {
        if rows.isEmpty, revision > 0 { throw DamagedRow(what: "what was published") }
        return rows.first
    }

    /// The document, if it is still the one that was published.
    private static func policyDocument(_ row: SQLRow) throws -> [UInt8] {
        let document = try row.blob(0)
        guard SecretHash(of: document) == (try row.hash(1)) else { throw DamagedRow(what: "the policy document") }
        return document
    }

    private static func signingKey(_ row: SQLRow) throws -> SigningKeyRecord {
        SigningKeyRecord(
            id: try row.text(0), sealedPrivateKey: try row.blob(1), isActive: try row.boolean(2),
            createdAt: try row.timestamp(3))
    }
}

extension JSONLimits {
    /// What a stored document may hold; the gateway checked it when it was written.
    static let stored = JSONLimits(maximumBytes: 64 << 20, maximumDepth: 32, maximumValues: 5_000_000)
}
