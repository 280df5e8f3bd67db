import AccessModel
import Cryptography
import JOSE
import JSONCoding
import SQLDatabase
import Storage
import Testing

@testable import ComplianceGateway

/// A world whose journal is looked at: its seals, and what a verification says.
struct JournalWorld: Sendable {
    let world: World
    var store: SQLGatewayStore { SQLGatewayStore(world.database) }
    var sealing: JournalSealing {
        JournalSealing(world.environment, directory: world.directory, store: store, entryCount: 10)
    }
    var retention: JournalRetention {
        JournalRetention(world.environment, store: store, actor: "os:root", reason: "retention")
    }

    /// Runs a test with a journal of exactly 35 entries, the last of them an hour after the first.
    static func run(_ body: (JournalWorld) async throws -> Void) async throws {
        try await World.run { world async throws in
            let journal = JournalWorld(world: world)
            try await journal.write(upTo: 20)
            world.advance(.seconds(3600))
            try await journal.write(upTo: 35)
            try await body(journal)
        }
    }

    func write(upTo sequence: Int64) async throws {
        let head = try await world.head().sequence
        let entries = (head..<sequence).map { number in
            JournalEntry(.tokenIssued, at: world.now, details: [("number", .integer(number))])
        }
        _ = try await world.environment.store.commit(
            GatewayWrite(tenant: World.tenant, changes: [], entries: entries))
        #expect(try await world.head().sequence == sequence)
    }

    func seal(_ extent: JournalSealing.Extent = .all) async throws -> SealingOutcome {
        try await sealing.seal(World.tenant, extent)
    }

    func seals() async throws -> [StoredSeal] { try await store.seals(of: World.tenant, after: 0, limit: 1000) }

    func checkpoints() async throws -> [String] { try await seals().map(\.checkpoint) }

    /// What a verification finds, with checkpoints that were kept elsewhere.
    func verify(_ checkpoints: [String] = []) async throws -> JournalReport {
        var verification = try await JournalVerification(
            of: World.tenant, directory: TenantDirectory(world.environment), store: store)
        try await verification.verifyEntries()
        try await verification.verify(checkpoints: checkpoints.map { ($0, "a checkpoint") })
        return verification.report
    }

    /// Changes the database as somebody who has it and not the keys.
    func tamper(_ statements: SQLStatement...) async throws {
        for statement in statements {
            guard case .committed = try await world.database.write(SQLWrite([SQLStep(statement)])) else {
                throw Unexpected("the statement was not taken")
            }
        }
    }

    /// Makes every seal anew over the entries as they are, with the hashes that fit, as somebody without the key can.
    func rechain() async throws {
        var previous: [UInt8]?
        for stored in try await seals() {
            var seal = stored.seal
            var entries = SealedEntries(of: World.tenant, after: seal.sequences.lowerBound - 1)
            let rows = try await store.journalRows(
                of: World.tenant, after: seal.sequences.lowerBound - 1, limit: seal.sequences.count)
            for row in rows where !entries.take(row) { throw Unexpected("a gap") }
            (seal.root, seal.entriesUntil) = (entries.root, entries.until)
            seal.hash = seal.hash(after: previous)
            previous = seal.hash
            try await tamper(
                """
                UPDATE journal_seals SET root = \(seal.root), hash = \(seal.hash), \
                entries_until = \(seal.entriesUntil.milliseconds) WHERE number = \(seal.number)
                """)
        }
    }

    /// Gives the tenant another key to sign with; the one before only verifies.
    func rotateKey() async throws {
        let environment = world.environment
        let record = try #require(try await environment.store.configuration(of: World.tenant))
        let dataKey = try environment.masterKey.open(
            record.sealedDataKey, for: SealingPurpose.dataKey(of: World.tenant))
        let key = try SigningKey.generate(.p256)
        let id = KeyThumbprint(of: key.publicKey).encoded
        let secret = try key.pkcs8().withBytes { span in span.indices.map { span[$0] } }
        let sealed = try #require(SealingKey(SecretBytes(dataKey))).seal(
            secret, for: SealingPurpose.signingKey(id, of: World.tenant),
            nonce: environment.randomBytes(AESGCM.nonceByteCount))
        try await tamper(
            "UPDATE signing_keys SET is_active = 0",
            """
            INSERT INTO signing_keys (tenant, id, sealed_private_key, is_active, created_at) \
            VALUES (\(World.tenant.rawValue), \(id), \(sealed), 1, \(world.now.milliseconds))
            """,
            "UPDATE tenants SET directory_revision = directory_revision + 1")
    }
}
