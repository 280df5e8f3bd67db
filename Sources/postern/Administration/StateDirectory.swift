import AccessModel
import ComplianceGateway
import Cryptography
import Glibc
import SQLDatabase
import ServiceRuntime
import Storage

/// The state directory: the master key, the database and the configuration file.
struct StateDirectory {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    var database: String { path + "/postern.db" }
    var configuration: String { path + "/postern.yaml" }
    var masterKey: String { path + "/master.key" }

    /// Makes the directory for its owner alone; one that is there already must be empty.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be made, or holds a gateway or anything else already. What is there is
    ///   not touched then.
    func make() throws {
        guard !LocalFile.exists(database) else {
            throw CommandFailure("`\(path)` holds a gateway already; choose another directory, or serve this one")
        }
        do {
            if LocalFile.exists(path) { try requireEmpty() }
            try LocalFile.makeDirectory(path)
        } catch let error as FileError {
            throw CommandFailure("state directory `\(path)` cannot be made: \(error); choose one that can be written")
        }
        guard chmod(path, 0o700) == 0, access(path, W_OK) == 0 else {
            throw CommandFailure(
                "state directory `\(path)` cannot be written: \(SystemError.text(of: errno)); choose another")
        }
    }

    private func requireEmpty() throws {
        guard try LocalFile.kind(of: path) == .directory else {
            throw CommandFailure("`\(path)` is no directory; name a new directory")
        }
        // Every new file system has this one.
        guard try LocalFile.names(in: path).allSatisfy({ $0 == "lost+found" }) else {
            throw CommandFailure("`\(path)` is not empty; name a new directory")
        }
    }

    /// Checks that there is a gateway.
    ///
    /// - Throws: ``CommandFailure`` that names `postern init`.
    func requireGateway() throws {
        guard LocalFile.exists(database) else {
            throw CommandFailure("`\(path)` holds no gateway; make one with `postern init --state \(path)`")
        }
    }

    /// Opens the database, brings its schema to this program's, and finds out whether it is a restored one.
    ///
    /// - Parameters:
    ///   - create: whether it may be made; otherwise a missing one is an error that names `postern init`.
    ///   - examines: whether it is to be looked at as it is: then a restored one stays what it is.
    ///   - actor: who opens it, for the journal; nil for the gateway itself.
    ///   - restored: is told the tenants of a restored database, whose next epoch has begun.
    /// - Returns: the open database.
    /// - Throws: ``CommandFailure``.
    func open(
        create: Bool = false, examines: Bool = false, actor: String? = Environment.actor,
        restored: ([TenantHead]) -> Void = { Self.sayRestored($0) }
    ) async throws -> SQLiteDatabase {
        if !create { try requireGateway() }
        var configuration = SQLiteConfiguration(path: database, counters: StorageMigrations.journalCounters)
        configuration.readers = 2
        do {
            let opened = try await SQLiteDatabase.open(configuration)
            do {
                try await opened.migrate(StorageMigrations.all)
                if examines { return opened }
                let now = Timestamp(milliseconds: SystemWallClock().nowMilliseconds)
                let begun = try await StoreLifeFile(self).settle(SQLGatewayStore(opened), at: now, actor: actor)
                if !begun.isEmpty { restored(begun) }
                return opened
            } catch {
                await opened.close()
                throw error
            }
        } catch {
            throw CommandFailure("the database cannot be opened: \(error)")
        }
    }

    private static func sayRestored(_ tenants: [TenantHead]) {
        let aliases = tenants.map(\.alias).joined(separator: ", ")
        Console.standard.error(
            "postern: the database is a restored one or a copy; tokens issued before are not active any more: \(aliases)\n"
        )
    }

    /// Reads the master key.
    ///
    /// - Parameter file: another file than the directory's own.
    /// - Returns: the key.
    /// - Throws: ``CommandFailure``.
    func readMasterKey(_ file: String?) throws -> SealingKey {
        let file = file ?? masterKey
        let text: String
        do {
            text = String(decoding: try LocalFile.read(file, atMost: 1024), as: UTF8.self)
        } catch {
            throw CommandFailure("master key `\(file)` cannot be read: \(error)")
        }
        let line = text.split(separator: "\n").first.map(String.init) ?? ""
        guard let bytes = try? Base64URL.decode(line), let key = SealingKey(SecretBytes(bytes)) else {
            throw CommandFailure("master key `\(file)` is not 32 bytes in base64url; restore the file that init made")
        }
        return key
    }

    /// The master key's file, if others than its owner can do anything with it.
    ///
    /// - Parameter file: another file than the directory's own.
    /// - Returns: its path; nil when it is its owner's alone.
    func exposedMasterKey(_ file: String?) -> String? {
        let file = file ?? masterKey
        var status = stat()
        // One that cannot be looked at is told by whoever reads it.
        guard stat(file, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
        return file
    }

    /// Makes a master key that only the owner can read.
    func writeMasterKey() throws {
        let text = Base64URL.encode(RandomBytes.generate(32)) + "\n"
        try write(text, to: masterKey, mode: 0o600)
    }

    /// Writes a new file.
    func write(_ text: String, to file: String, mode: mode_t) throws {
        let descriptor = Glibc.open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw CommandFailure("`\(file)` cannot be made: \(SystemError.text(of: errno))")
        }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw CommandFailure("`\(file)` cannot be written: \(SystemError.text(of: errno))")
        }
    }
}
