import AccessModel

/// The rows of which service principals policies are for.
struct ServicePrincipalRows: Sendable {
    private let nobody: Int
    private let ofThisTenant: Int
    private let ofAnother: Int
    /// For each client that is named: its row when it is of this tenant, and behind it the one when it is not.
    private var clients = IdentifierTable<Named.Client>()

    init(_ targets: [ServicePrincipalTarget?], _ rows: inout BitRows) {
        nobody = rows.add { _ in false }
        func row(_ principal: ServicePrincipal) -> Int { rows.add { targets[$0]?.contains(principal) ?? false } }
        let named = targets.reduce(into: Set<ClientID>()) {
            $0.formUnion($1?.include.clients ?? [])
            $0.formUnion($1?.exclude.clients ?? [])
        }
        // A client that no policy names stands for all such.
        let unnamed = ClientID(named.map(\.rawValue).reduce("*", +))
        ofThisTenant = row(ServicePrincipal(unnamed))
        ofAnother = row(ServicePrincipal(unnamed, isOfThisTenant: false))
        for client in named {
            clients.add(client, row(ServicePrincipal(client)))
            _ = row(ServicePrincipal(client, isOfThisTenant: false))
        }
    }

    /// The row of the policies that are for whoever asks; nobody's for an account.
    func row(of subject: AccessSubject, _ rows: BitRows) -> Int {
        guard case .servicePrincipal(let principal) = subject else { return nobody }
        if let row = clients.value(of: principal.client) {
            return principal.isOfThisTenant ? row : row + rows.width
        }
        return principal.isOfThisTenant ? ofThisTenant : ofAnother
    }
}
