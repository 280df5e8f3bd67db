public import AccessModel

/// Calls sets of accounts by the groups and roles that make them up.
public struct AccountGroups: Sendable {
    private let everybody: Set<AccountID>
    private let guests: Set<AccountID>
    private let groups: [(phrase: String, members: Set<AccountID>)]
    private let names: PolicyNames

    /// Takes the groups and roles of a population's accounts.
    public init(_ population: Population, names: PolicyNames) {
        self.names = names
        everybody = Set(population.accounts.map(\.account))
        guests = Set(population.accounts.filter { $0.guest != nil }.map(\.account))
        var groups: [GroupID: Set<AccountID>] = [:]
        var roles: [RoleID: Set<AccountID>] = [:]
        for account in population.accounts {
            for group in account.groups { groups[group, default: []].insert(account.account) }
            for role in account.roles { roles[role, default: []].insert(account.account) }
        }
        self.groups =
            groups.sorted { $0.key < $1.key }.map { (names.phrase($0.key), $0.value) }
            + roles.sorted { $0.key < $1.key }.map { (names.phrase($0.key), $0.value) }
    }

    /// The accounts as a phrase: "everybody", "the group `Staff`", "everybody but the guests", or some of their names.
    public func phrase(_ accounts: some Sequence<AccountID>) -> String {
        let accounts = Set(accounts)
        if accounts == everybody { return "everybody" }
        if let phrase = exactly(accounts) { return phrase }
        let rest = everybody.subtracting(accounts)
        if let phrase = exactly(rest) { return "everybody but \(phrase)" }
        if let phrase = union(of: accounts) { return phrase }
        return Phrases.some(of: accounts.sorted().map(names.name))
    }

    private func exactly(_ accounts: Set<AccountID>) -> String? {
        if !guests.isEmpty, accounts == guests { return "the guests" }
        if accounts.count == 1, let only = accounts.first { return names.phrase(only) }
        return groups.first { $0.members == accounts }?.phrase
    }

    /// Up to three groups that together have all the accounts and nobody else.
    private func union(of accounts: Set<AccountID>) -> String? {
        var left = accounts
        var phrases: [String] = []
        let inside = groups.filter { $0.members.isSubset(of: accounts) }
        while !left.isEmpty, phrases.count < Phrases.limit {
            // Of those that bring as much the first one, so that the same accounts are always called the same.
            var best: (phrase: String, members: Set<AccountID>)?
            for group in inside
            where group.members.intersection(left).count > (best?.members.intersection(left).count ?? 0) {
                best = group
            }
            guard let best else { return nil }
            phrases.append(best.phrase)
            left.subtract(best.members)
        }
        return left.isEmpty ? Phrases.list(phrases) : nil
    }
}
