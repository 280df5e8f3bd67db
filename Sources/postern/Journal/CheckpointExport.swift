import AccessModel
import ComplianceGateway
import Cryptography
import Glibc

/// Keeps checkpoints outside the database: every seal's, in the order of the seals, in a file for each tenant.
///
/// The database has every checkpoint too, so that what is missing outside, after a crash or because a file was moved away,
/// is written again.
struct CheckpointExport: Sendable {
    /// The directory of the files.
    let directory: String

    private static let pageSize = 500
    /// How often another process that is at it is waited for, a tenth of a second each time.
    private static let patience = 50

    init(_ state: StateDirectory) {
        directory = state.path + "/checkpoints"
    }

    /// The file of a tenant.
    func path(of tenant: TenantID) -> String { "\(directory)/\(tenant.rawValue).jsonl" }

    /// Writes the checkpoints that are missing outside.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - store: where its seals are.
    /// - Returns: the number of the newest seal whose checkpoint is outside; 0 when none is.
    /// - Throws: ``CheckpointContradiction`` when the file is ahead of the journal or states another one;
    ///   ``CommandFailure`` when it cannot be written; `StoreError`.
    func export(_ tenant: TenantID, from store: any JournalSealStore) async throws -> Int64 {
        guard let newest = try await store.journalExtent(of: tenant)?.newestSeal?.seal else {
            return try await checkNothingIsOutside(tenant)
        }
        let path = path(of: tenant)
        var file = try await open(path)
        var number: Int64 = 0
        if let last = file.newest {
            if last.epoch >= newest.epoch {
                let stored = try await store.seals(of: tenant, after: last.seal - 1, limit: 1).first?.seal
                guard let stored, stored.number == last.seal, Base64URL.encode(stored.hash) == last.hash else {
                    throw CheckpointContradiction(file: path, seal: last.seal, end: newest.number)
                }
                number = last.seal
            }
        }
        let written = file.newest.map { ($0.epoch, $0.seal) } ?? (.min, 0)
        while number < newest.number {
            let page = try await store.seals(of: tenant, after: number, limit: Self.pageSize)
            guard let end = page.last?.seal.number else { break }
            // After a restore the file has lines of an earlier epoch that the seals of this one follow.
            let missing = page.filter { ($0.seal.epoch, $0.seal.number) > written }
            do {
                try file.append(missing.map(CheckpointLine.init))
            } catch {
                throw CommandFailure("checkpoints cannot be written to `\(path)`: \(error)")
            }
            number = end
        }
        return number
    }

    private func checkNothingIsOutside(_ tenant: TenantID) async throws -> Int64 {
        let path = path(of: tenant)
        guard LocalFile.exists(path), let last = try await open(path).newest else { return 0 }
        throw CheckpointContradiction(file: path, seal: last.seal, end: 0)
    }

    private func open(_ path: String) async throws -> CheckpointFile {
        do {
            try LocalFile.makeDirectory(directory)
        } catch {
            throw CommandFailure("`\(directory)` cannot be made: \(error)")
        }
        for _ in 0..<Self.patience {
            do {
                return try CheckpointFile(path)
            } catch let error where error.code == EWOULDBLOCK {
                try await Task.sleep(for: .milliseconds(100))
            } catch let error where error.code == EBADMSG {
                throw CommandFailure(
                    "the last line of `\(path)` is no checkpoint; put the file aside, and it is written anew")
            } catch {
                throw CommandFailure("checkpoints cannot be written to `\(path)`: \(error)")
            }
        }
        throw CommandFailure("another process writes to `\(path)`; try again")
    }
}

/// The checkpoints outside the database state another journal than the database holds.
struct CheckpointContradiction: Error, Hashable, CustomStringConvertible {
    /// The file.
    let file: String
    /// The newest seal that it states.
    let seal: Int64
    /// The newest seal of the journal.
    let end: Int64

    var description: String {
        end < seal
            ? "`\(file)` states seal \(seal), and the journal ends at seal \(end): it was cut off, or the database is an older copy; see `postern journal verify`"
            : "`\(file)` states another seal \(seal) than the journal has: it was rewritten, or the database is another; see `postern journal verify`"
    }
}
