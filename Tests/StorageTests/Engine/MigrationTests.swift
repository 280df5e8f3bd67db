import AccessModel
import AuthorizationServer
import ComplianceGateway
import Directory
import Testing

@testable import SQLDatabase
@testable import Storage

/// A store that an older binary filled.
@Suite struct MigrationTests {
    @Test func `what an older binary published and who it knew is read after the migrations`() async throws {
        try await withSQLite(migrations: [.foundation, .guests]) { database async throws in
            let hash = SecretHash(of: "[]")
            let before: [SQLStatement] = [
                """
                INSERT INTO tenants (id, alias, name, epoch, directory_revision, policy_revision, \
                protection_revision, when_nothing_matches, sealed_data_key) \
                VALUES ('t', 'contoso', 'Contoso', 1, 1, 1, 0, 'allow', X'00')
                """,
                """
                INSERT INTO policy_sets (tenant, revision, content_hash, document, published_at) \
                VALUES ('t', 1, \(hash.bytes), \(Array("[]".utf8)), 5)
                """,
                """
                INSERT INTO accounts (tenant, id, user_principal_name, normalized_name, display_name, is_enabled, \
                is_guest, roles) VALUES ('t', 'a', 'a@b.example', 'a@b.example', 'A', 1, 0, 'r')
                """,
            ]
            for statement in before { _ = try await database.write(SQLWrite([SQLStep(statement)])) }
            try await database.migrate(StorageMigrations.all)
            let store = SQLGatewayStore(database)
            let revision = PolicySetRevision(
                number: 1, contentHash: hash, publishedAt: Timestamp(milliseconds: 5), actor: "", reason: nil,
                origin: .applied, sequence: 0)
            #expect(try await store.policyRevisions(of: "t", before: nil, limit: 1) == [revision])
            let administrators = try #require(try await store.administrators(of: "t", including: []))
            #expect(administrators.accounts["a"]?.isBreakGlass == false)
        }
    }

    @Test func `an older binary may open a migrated store`() async throws {
        try await withSQLite { database async throws in
            try await database.migrate([.foundation, .guests])
        }
    }
}
