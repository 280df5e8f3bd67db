import AccessModel

extension PolicyNames {
    /// Each of whom one side of an assignment names.
    func phrases(_ members: AssignmentTarget.Members) -> [String] {
        var phrases: [String] = members.all ? ["everybody"] : []
        phrases += members.guests.map(phrase).sorted()
        phrases += members.groups.map { phrase($0) }.sorted()
        phrases += members.roles.map { phrase($0) }.sorted()
        phrases += members.accounts.map { phrase($0) }.sorted()
        return phrases
    }

    /// Some guests.
    func phrase(_ guests: GuestSelector) -> String {
        let kinds =
            guests.types == Set(GuestType.allCases)
            ? "guests and external users"
            : Phrases.list(GuestType.allCases.filter(guests.types.contains).map(\.words))
        switch guests.tenants {
        case .all: return kinds
        case .enumerated(let tenants):
            return kinds + " of " + Phrases.some(of: tenants.sorted().map { "`\($0)`" })
        }
    }
}

extension GuestType {
    fileprivate var words: String {
        switch self {
        case .internalGuest: "internal guests"
        case .b2bCollaborationGuest: "invited guests"
        case .b2bCollaborationMember: "invited members"
        case .b2bDirectConnectUser: "direct connect users"
        case .otherExternalUser: "other external users"
        case .serviceProvider: "service providers"
        }
    }
}
