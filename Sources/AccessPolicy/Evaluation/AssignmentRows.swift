import AccessModel

/// The rows of whom policies are for.
///
/// Everybody who is named has a row of the policies that include him, and behind it one of those that exclude him.
struct AssignmentRows: Sendable {
    private let everybody: Int
    private var guests: [GuestEntry] = []
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
        for (column, target) in targets.enumerated() {
            add(target.include, excluded: false, column, &rows)
            add(target.exclude, excluded: true, column, &rows)
        }
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
        _ members: AssignmentTarget.Members, excluded: Bool, _ column: Int, _ rows: inout BitRows
    ) {
        Self.add(members.accounts, to: &accounts, excluded: excluded, column, &rows)
        Self.add(members.groups, to: &groups, excluded: excluded, column, &rows)
        Self.add(members.roles, to: &roles, excluded: excluded, column, &rows)
    }

    private static func add<Subject>(
        _ names: Set<Identifier<Subject>>, to table: inout IdentifierTable<Subject>, excluded: Bool, _ column: Int,
        _ rows: inout BitRows
    ) {
        for name in names {
            let row: Int
            if let known = table.value(of: name) {
                row = known
            } else {
                row = rows.add { _ in false }
                _ = rows.add { _ in false }
                table.add(name, row)
            }
            rows.set(true, in: excluded ? row + rows.width : row, at: column)
        }
    }

    /// Fills one row with the policies that include the account and another with those that exclude it.
    func gather(
        for membership: AccountMembership, _ rows: BitRows, _ included: UnsafeMutableBufferPointer<UInt64>,
        _ excluded: UnsafeMutableBufferPointer<UInt64>
    ) {
        let width = rows.width
        for word in 0..<width {
            included[word] = rows[everybody, word]
            excluded[word] = rows[everybody + width, word]
        }
        func add(_ row: Int?) {
            guard let row else { return }
            for word in 0..<width {
                included[word] |= rows[row, word]
                excluded[word] |= rows[row + width, word]
            }
        }
        if let guest = membership.guest {
            for entry in guests { gather(entry, entry.selector.contains(guest), rows, included, excluded) }
        }
        if !accounts.isEmpty { add(accounts.value(of: membership.account)) }
        if !groups.isEmpty {
            for group in membership.groups { add(groups.value(of: group)) }
        }
        if !roles.isEmpty {
            for role in membership.roles { add(roles.value(of: role)) }
        }
    }

    private func gather(
        _ entry: GuestEntry, _ isMeant: Bool?, _ rows: BitRows, _ included: UnsafeMutableBufferPointer<UInt64>,
        _ excluded: UnsafeMutableBufferPointer<UInt64>
    ) {
        guard isMeant != false else { return }
        for word in 0..<rows.width {
            included[word] |= rows[isMeant == nil ? entry.includedIfUnknown : entry.included, word]
            if isMeant == true { excluded[word] |= rows[entry.excluded, word] }
        }
    }
}
