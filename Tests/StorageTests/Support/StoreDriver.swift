import ComplianceGateway
import FoundationEssentials
import Glibc
import SQLDatabase
import Storage
import TestSupport
import Testing

/// A store that has to pass the conformance suite, over whichever engine.
struct StoreDriver: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Opens an empty store and gives it to the body.
    let withStore: @Sendable (_ body: @Sendable (any GatewayStore) async throws -> Void) async throws -> Void

    static let all = [
        StoreDriver(testDescription: "SQLite") { body in
            try await withSQLite { database async throws in try await body(SQLGatewayStore(database)) }
        }
    ]

    /// As `withStore`, with a tenant in it.
    func withTenant(_ body: @escaping @Sendable (TestTenant) async throws -> Void) async throws {
        try await withStore { store async throws in
            try await body(TestTenant.make(in: store))
        }
    }
}

/// A SQLite file of its own with the gateway's schema.
///
/// - Parameters:
///   - migrations: the migrations that make it; all of them, or those of an older binary.
///   - body: what is done with it.
/// - Throws: the body's error, or the store's.
func withSQLite(
    migrations: [SQLMigration] = StorageMigrations.all, _ body: @Sendable (SQLiteDatabase) async throws -> Void
) async throws {
    let directory = try TemporaryDirectory()
    let configuration = SQLiteConfiguration.patient(
        path: directory.path + "/store.sqlite", counters: StorageMigrations.journalCounters)
    let database = try await SQLiteDatabase.open(configuration)
    do {
        try await database.migrate(migrations)
        try await body(database)
    } catch {
        await database.close()
        throw error
    }
    await database.close()
}
