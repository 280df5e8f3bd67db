import AccessModel
import AccessPolicy
import ComplianceGateway
import Directory
import JSONCoding
import PolicyFormat

/// The newest sign-ins that a tenant's gateway has recorded, to be decided again.
///
/// What a serving gateway records after this was made is left out.
struct SignInReplay {
    /// What accounts, groups and applications are called in the tenant's directory.
    let names: DirectoryExtract
    /// Whether there are older sign-ins than are replayed.
    let leavesOlderOut: Bool
    private let history: SignInHistory
    /// The last sequence before those that are replayed, and the last of them.
    private let range: (after: Int64, through: Int64)

    /// How many journal entries are read at a time.
    private static let pageSize = 1000

    /// Looks up where the replay begins.
    ///
    /// - Parameters:
    ///   - session: the tenant.
    ///   - limit: how many sign-ins are replayed at most, from 1.
    /// - Throws: the store's error, and ``CommandFailure`` when the tenant is gone.
    init(_ session: AdministrationSession, atMost limit: Int) async throws {
        let tenant = session.tenant.id
        var first: Int64?
        var last: Int64 = 0
        var count = 0
        var page: [JournaledSignIn]
        repeat {
            // One more than is replayed tells whether anything is left out.
            page = try await session.signIns.signIns(
                of: tenant, .newest(before: first), limit: min(Self.pageSize, limit + 1 - count))
            if first == nil { last = page.first?.sequence ?? 0 }
            first = page.last?.sequence ?? first
            count += page.count
        } while !page.isEmpty && count <= limit
        leavesOlderOut = count > limit
        // The one too many is the last of the part before.
        range = (after: (first ?? 1) - (leavesOlderOut ? 0 : 1), through: last)
        history = SignInHistory(of: tenant, store: session.environment.store, log: session.signIns)
        names = DirectoryExtract(try await session.holdings())
    }

    /// Hands over the requests in parts, oldest first.
    func eachPage(_ take: ([AccessRequest]) throws -> Void) async throws {
        var end = range.after
        while end < range.through {
            guard let page = try await history.page(after: end, limit: Self.pageSize) else { return }
            try take(page.requests.map(\.request))
            end = page.end
        }
    }

    /// How many were compared, and whether those are all.
    func basis(_ count: Int) -> String {
        let what = "Compared \(TextLayout.count(count, "recorded sign-in"))"
        return leavesOlderOut ? "\(what), the newest; --samples left older ones out." : what + "."
    }
}

extension DirectoryExtract {
    /// The names in a tenant's directory; of the accounts, only who they are.
    fileprivate init(_ holdings: DirectoryHoldings) {
        self.init(
            accounts: holdings.accounts.map { id, name in
                Account(AccountMembership(account: id), name: name.description)
            },
            groups: holdings.groups,
            applications: Dictionary(holdings.resources.map { ($0.id, $0.name) }) { first, _ in first })
    }
}
