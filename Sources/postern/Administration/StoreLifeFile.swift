import AccessModel
import ComplianceGateway
import Cryptography
import Glibc
import JSONCoding
import ServiceRuntime
import Storage

/// The file `store.life` of a state directory, which no backup of the database contains.
struct StoreLifeFile {
    let state: StateDirectory

    /// How often another process that is at it is waited for.
    private static let patience = 500

    init(_ state: StateDirectory) {
        self.state = state
    }

    private var path: String { state.path + "/store.life" }

    /// Finds out whether the database is the one that was here before; if not, begins another epoch of every tenant.
    ///
    /// - Parameters:
    ///   - store: the database's content.
    ///   - now: the time.
    ///   - actor: who runs this program; nil for the gateway.
    /// - Returns: the tenants whose epoch began.
    /// - Throws: ``CommandFailure``, `StoreError`.
    func settle(_ store: SQLGatewayStore, at now: Timestamp, actor: String?) async throws -> [TenantHead] {
        if try await look(store) == .same { return [] }
        // Two programs that start at once must not both find a restored store.
        let lock = try await lockDirectory()
        defer { withExtendedLifetime(lock) {} }
        let verdict = try await look(store)
        if verdict == .same { return [] }
        var begun: [TenantHead] = []
        if verdict == .restored {
            for tenant in try await store.tenants() {
                if try await StoreRestoration.beginEpoch(of: tenant, in: store, at: now, actor: actor) != nil {
                    begun.append(tenant)
                }
            }
        }
        // Last, so that whoever is interrupted before it begins again.
        try await store.setLife(Base64URL.encode(RandomBytes.generate(16)))
        try await note(store)
        return begun
    }

    /// Notes how far the database is.
    ///
    /// - Parameters:
    ///   - store: the database's content.
    ///   - known: what was noted last; nothing is written when it still holds.
    /// - Returns: what is noted now.
    /// - Throws: ``CommandFailure``, `StoreError`.
    @discardableResult
    func note(_ store: SQLGatewayStore, unless known: StoreLife? = nil) async throws -> StoreLife? {
        guard let name = try await store.life() else { return nil }
        let life = StoreLife(name: name, file: try databaseFile(), heads: try await heads(store))
        guard life != known else { return life }
        do {
            try LocalFile.replace(path, with: life.jsonBytes() + [0x0A])
        } catch {
            throw CommandFailure("`\(path)` cannot be written: \(error)")
        }
        return life
    }

    /// Waits without holding a thread that whoever has the lock may need.
    private func lockDirectory() async throws -> DirectoryLock {
        for _ in 0..<Self.patience {
            if let lock = try DirectoryLock(state.path) { return lock }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw CommandFailure("another process settles what the database in `\(state.path)` is; try again")
    }

    private func look(_ store: SQLGatewayStore) async throws -> StoreLife.Verdict {
        // Before the database, which goes on meanwhile.
        let record = try read()
        return StoreLife.verdict(
            record, name: try await store.life(), file: try databaseFile(), heads: try await heads(store))
    }

    private func heads(_ store: SQLGatewayStore) async throws -> [TenantID: Int64] {
        Dictionary(try await store.tenants().map { ($0.id, $0.sequence) }, uniquingKeysWith: max)
    }

    private func read() throws -> StoreLife? {
        let content: [UInt8]
        do {
            content = try LocalFile.read(path, atMost: 1 << 20)
        } catch let error where error.code == ENOENT {
            return nil
        } catch {
            throw CommandFailure("`\(path)` cannot be read: \(error)")
        }
        // What nobody can read vouches for no database.
        return (try? StoreLife(jsonBytes: content)) ?? StoreLife(name: "", file: 0, heads: [:])
    }

    private func databaseFile() throws -> UInt64 {
        var status = stat()
        guard stat(state.database, &status) == 0 else {
            throw CommandFailure("`\(state.database)` cannot be looked at: \(SystemError.text(of: errno))")
        }
        return UInt64(status.st_ino)
    }
}

/// Held by whoever settles what a state directory's database is; others wait for the moment that it takes.
private struct DirectoryLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock; nil while another process has it.
    init?(_ path: String) throws(CommandFailure) {
        let file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else {
            throw CommandFailure("`\(path)` cannot be opened: \(SystemError.text(of: errno))")
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(file)
            if code == EWOULDBLOCK { return nil }
            throw CommandFailure("`\(path)` cannot be locked: \(SystemError.text(of: code))")
        }
        descriptor = file
    }

    deinit { close(descriptor) }
}
