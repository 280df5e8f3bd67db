import AccessModel

/// The rows of whom policies are for.
struct AssignmentRows: Sendable {
    private struct Sides: Sendable {
        let include: Int
        let exclude: Int
    }

    private let everybody: Sides
    private let guests: Sides
    private var accounts: [AccountID: Sides] = [:]
    private var groups: [GroupID: Sides] = [:]
    private var roles: [RoleID: Sides] = [:]

    init(_ targets: [AssignmentTarget], _ rows: inout BitRows) {
        everybody = Sides(
            include: rows.add { targets[$0].include.all }, exclude: rows.add { targets[$0].exclude.all })
        guests = Sides(
            include: rows.add { targets[$0].include.guests }, exclude: rows.add { targets[$0].exclude.guests })
        for (column, target) in targets.enumerated() {
            add(target.include, \.include, column, &rows)
            add(target.exclude, \.exclude, column, &rows)
        }
    }

    private mutating func add(
        _ members: AssignmentTarget.Members, _ side: KeyPath<Sides, Int>, _ column: Int, _ rows: inout BitRows
    ) {
        Self.add(members.accounts, to: &accounts, side, column, &rows)
        Self.add(members.groups, to: &groups, side, column, &rows)
        Self.add(members.roles, to: &roles, side, column, &rows)
    }

    private static func add<Name>(
        _ names: Set<Name>, to known: inout [Name: Sides], _ side: KeyPath<Sides, Int>, _ column: Int,
        _ rows: inout BitRows
    ) {
        for name in names {
            let sides =
                known[name] ?? Sides(include: rows.add { _ in false }, exclude: rows.add { _ in false })
            known[name] = sides
            rows.set(true, in: sides[keyPath: side], at: column)
        }
    }

    /// Fills one row with the policies that include the account and another with those that exclude it.
    func gather(
        for membership: AccountMembership, _ rows: BitRows, _ included: UnsafeMutableBufferPointer<UInt64>,
        _ excluded: UnsafeMutableBufferPointer<UInt64>
    ) {
        for word in 0..<rows.width {
            included[word] = rows[everybody.include, word]
            excluded[word] = rows[everybody.exclude, word]
        }
        func add(_ sides: Sides?) {
            guard let sides else { return }
            rows.formUnion(included, sides.include)
            rows.formUnion(excluded, sides.exclude)
        }
        if membership.isGuest { add(guests) }
        add(accounts[membership.account])
        if !groups.isEmpty {
            for group in membership.groups { add(groups[group]) }
        }
        if !roles.isEmpty {
            for role in membership.roles { add(roles[role]) }
        }
    }
}
