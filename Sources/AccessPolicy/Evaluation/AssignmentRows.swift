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

    /// How many rows the words about one account come from, at most.
    func capacity(for membership: AccountMembership) -> Int {
        2 + membership.groups.count + membership.roles.count + guests.count
    }

    /// Lists the rows of the policies that include the account and of those that exclude it.
    func list(
        for membership: AccountMembership, width: Int, _ included: inout RowList, _ excluded: inout RowList
    ) {
        func add(_ row: Int?) {
            guard let row else { return }
            included.append(row)
            excluded.append(row + width)
        }
        add(everybody)
        if let guest = membership.guest {
            for entry in guests {
                let isMeant = entry.selector.contains(guest)
                guard isMeant != false else { continue }
                included.append(isMeant == nil ? entry.includedIfUnknown : entry.included)
                if isMeant == true { excluded.append(entry.excluded) }
            }
        }
        if !accounts.isEmpty { add(accounts.value(of: membership.account)) }
        if !groups.isEmpty {
            for group in membership.groups { add(groups.value(of: group)) }
        }
        if !roles.isEmpty {
            for role in membership.roles { add(roles.value(of: role)) }
        }
    }
}

/// Rows that are looked at together, in memory that somebody else owns.
struct RowList: ~Copyable {
    private let storage: UnsafeMutableBufferPointer<Int>
    private var count = 0

    init(_ storage: UnsafeMutableBufferPointer<Int>) {
        self.storage = storage
    }

    mutating func append(_ row: Int) {
        storage[count] = row
        count += 1
    }

    /// The bits that all rows have.
    @inline(__always)
    func all(_ word: Int, _ words: UnsafePointer<UInt64>, startingWith bits: UInt64) -> UInt64 {
        var bits = bits
        for index in 0..<count { bits &= words[storage[index] + word] }
        return bits
    }

    /// The bits that any row has.
    @inline(__always)
    func any(_ word: Int, _ words: UnsafePointer<UInt64>) -> UInt64 {
        var bits: UInt64 = 0
        for index in 0..<count { bits |= words[storage[index] + word] }
        return bits
    }
}
