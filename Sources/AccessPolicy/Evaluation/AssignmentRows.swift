import AccessModel

/// The rows of whom policies are for.
///
/// What is said of everybody has a row of the policies that include him, and behind it one of those that exclude him. A
/// name occurs in few of many policies, so what is said of it is kept as those words of both rows that are not empty.
struct AssignmentRows: Sendable {
    private let everybody: Int
    private var guests: [GuestEntry] = []
    private var named = NamedWords()
    private var accounts = IdentifierTable<Named.Account>()
    private var groups = IdentifierTable<Named.Group>()
    private var roles = IdentifierTable<Named.Role>()

    /// Guests of some kinds whom policies include or exclude.
    private struct GuestEntry: Sendable {
        let selector: GuestSelector
        let included: Int
        let excluded: Int
        /// The policies that include such a guest when it is not known where he comes from.
        let includedIfUnknown: Int
    }

    init(_ conditions: [PolicyConditions], _ rows: inout BitRows) {
        let targets = conditions.map(\.users)
        everybody = rows.add { targets[$0].include.all }
        _ = rows.add { targets[$0].exclude.all }
        var builder = NamedWords.Builder()
        for (column, target) in targets.enumerated() {
            add(target.include, excluded: false, column, &builder)
            add(target.exclude, excluded: true, column, &builder)
        }
        named = builder.words
        let selectors = targets.reduce(into: Set<GuestSelector>()) {
            $0.formUnion($1.include.guests)
            $0.formUnion($1.exclude.guests)
        }
        guests = selectors.map { selector in
            GuestEntry(
                selector: selector, included: rows.add { targets[$0].include.guests.contains(selector) },
                excluded: rows.add { targets[$0].exclude.guests.contains(selector) },
                includedIfUnknown: rows.add {
                    conditions[$0].onMissingSignal == .match && targets[$0].include.guests.contains(selector)
                })
        }
    }

    private mutating func add(
        _ members: AssignmentTarget.Members, excluded: Bool, _ column: Int, _ builder: inout NamedWords.Builder
    ) {
        Self.add(members.accounts, to: &accounts, excluded: excluded, column, &builder)
        Self.add(members.groups, to: &groups, excluded: excluded, column, &builder)
        Self.add(members.roles, to: &roles, excluded: excluded, column, &builder)
    }

    private static func add<Subject>(
        _ names: Set<Identifier<Subject>>, to table: inout IdentifierTable<Subject>, excluded: Bool, _ column: Int,
        _ builder: inout NamedWords.Builder
    ) {
        for name in names {
            let number = table.value(of: name, orAdd: builder.addName())
            builder.set(column, of: number, excluded: excluded)
        }
    }

    /// Gathers the policies that include the account and those that exclude it.
    func gather(for membership: AccountMembership, _ words: UnsafePointer<UInt64>, into found: AssignedWords) {
        found.set(to: words + everybody)
        if let guest = membership.guest { gather(guest, words, into: found) }
        if !accounts.isEmpty { gather(accounts.value(of: membership.account), into: found) }
        if !groups.isEmpty {
            for index in membership.groups.entries.indices {
                gather(groups.value(of: membership.groups.entries[index]), into: found)
            }
        }
        if !roles.isEmpty {
            for index in membership.roles.entries.indices {
                gather(roles.value(of: membership.roles.entries[index]), into: found)
            }
        }
    }

    private func gather(_ name: Int?, into found: AssignedWords) {
        if let name { named.add(name, to: found) }
    }

    private func gather(
        _ guest: GuestIdentity, _ words: UnsafePointer<UInt64>, into found: AssignedWords
    ) {
        for entry in guests {
            let isMeant = entry.selector.contains(guest)
            guard isMeant != false else { continue }
            found.include(words + (isMeant == nil ? entry.includedIfUnknown : entry.included))
            if isMeant == true { found.exclude(words + entry.excluded) }
        }
    }
}
