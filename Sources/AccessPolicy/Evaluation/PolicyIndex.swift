import AccessModel

/// Finds the enabled policies that match a request without looking at each of them.
///
/// Every value that policies tell apart has a row of one bit per policy; a request's policies are the rows of its values
/// combined. The rows are filled by the conditions' own evaluation, so this is that evaluation remembered, not a second
/// one.
struct PolicyIndex: Sendable {
    let rows: BitRows
    let enforced: Int
    /// Policies that are not disabled.
    let active: Int
    /// Policies that are for service principals and not for accounts.
    let workload: Int
    /// For each condition, the policies in which it cannot be evaluated; none where there are none.
    let unsupported: [PolicyCondition: Int]
    let resources: ResourceRows
    let assignments: AssignmentRows
    let servicePrincipals: ServicePrincipalRows
    let locations: LocationRows
    let devices: DeviceRows
    let platforms: ValueRows
    let clients: ValueRows
    let signInRisks: ValueRows
    let userRisks: ValueRows
    let servicePrincipalRisks: ValueRows
    let insiderRisks: ValueRows
    let transferMethods: ValueRows

    init(
        _ policies: [ConditionalAccessPolicy], _ traits: [PolicyTraits], _ namedLocations: [NamedLocation],
        _ catalogue: ApplicationCatalogue
    ) {
        let conditions = policies.map(\.conditions)
        var rows = BitRows(columns: policies.count)
        enforced = rows.add { traits[$0].isEnforced }
        active = rows.add { policies[$0].state != .disabled }
        workload = rows.add { conditions[$0].servicePrincipals != nil }
        var unsupported: [PolicyCondition: Int] = [:]
        for condition in PolicyCondition.allCases {
            let kinds = ConditionSet.resource.contains(condition) ? ConditionSet.resource : ConditionSet(condition)
            func isUndecided(_ column: Int) -> Bool {
                traits[column].unsupported.overlaps(kinds) || traits[column].missing.contains(condition)
            }
            guard traits.indices.contains(where: isUndecided) else { continue }
            unsupported[condition] = rows.add(isUndecided)
        }
        self.unsupported = unsupported
        // What a policy refers to and the set does not hold may be anything: the policy is noticed wherever it may match.
        resources = ResourceRows(
            conditions.map(\.resources), catalogue,
            undecided: { traits[$0].missing.contains(.application) }, &rows)
        assignments = AssignmentRows(conditions, &rows)
        servicePrincipals = ServicePrincipalRows(conditions.map(\.servicePrincipals), &rows)
        locations = LocationRows(
            conditions, namedLocations,
            undecided: { traits[$0].missing.contains(.location) }, &rows)
        devices = DeviceRows(conditions, &rows)
        platforms = ValueRows(of: DevicePlatform.self, conditions, &rows) { $0.matches($1) }
        clients = ValueRows(of: ClientAppType.self, conditions, &rows) { $0.matches($1) }
        signInRisks = ValueRows(of: RiskLevel.self, conditions, &rows) {
            PolicyConditions.matches($1, in: $0.signInRisks)
        }
        userRisks = ValueRows(of: RiskLevel.self, conditions, &rows) { PolicyConditions.matches($1, in: $0.userRisks) }
        servicePrincipalRisks = ValueRows(of: RiskLevel.self, conditions, &rows) {
            PolicyConditions.matches($1, in: $0.servicePrincipalRisks)
        }
        insiderRisks = ValueRows(of: InsiderRiskLevel.self, conditions, &rows) { $0.matches($1) }
        transferMethods = ValueRows(of: TransferMethod.self, conditions, &rows) { $0.matches($1) }
        self.rows = rows
    }

    /// Calls the body with the number of each policy among some that matches, in order.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - among: the row of the policies that are looked at.
    ///   - body: what is called.
    func forEachMatch(of request: AccessRequest, among: Int, _ body: (Int) -> Void) {
        let width = rows.width
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 3 * width) { scratch in
            let candidates = UnsafeMutableBufferPointer(rebasing: scratch[..<width])
            guard select(candidates, request, among) else { return }
            switch request.subject {
            case .account(let membership):
                let included = UnsafeMutableBufferPointer(rebasing: scratch[width..<2 * width])
                let excluded = UnsafeMutableBufferPointer(rebasing: scratch[(2 * width)...])
                assignments.gather(for: membership, rows, included, excluded)
                for word in 0..<width {
                    candidates[word] &= included[word] & ~excluded[word] & ~rows[workload, word]
                }
            case .servicePrincipal:
                let row = servicePrincipals.row(of: request.subject, rows)
                for word in 0..<width { candidates[word] &= rows[row, word] }
            }
            devices.narrow(candidates, rows, request.context.device)
            for word in 0..<width {
                var bits = candidates[word]
                while bits != 0 {
                    body(word * 64 + bits.trailingZeroBitCount)
                    bits &= bits - 1
                }
            }
        }
    }

    /// Fills in the policies that everything but user and device lets apply; false when there is none.
    private func select(
        _ candidates: UnsafeMutableBufferPointer<UInt64>, _ request: AccessRequest, _ among: Int
    ) -> Bool {
        let context = request.context
        let resource = resources.row(of: request.resource)
        let platform = platforms.row(of: context.platform)
        let client = clients.row(of: context.clientAppType)
        let place = locations.selection(for: context)
        var any: UInt64 = 0
        for word in 0..<rows.width {
            let bits =
                rows[among, word] & rows[resource, word] & rows[platform, word] & rows[client, word]
                & locations.word(word, of: place, rows)
            candidates[word] = bits
            any |= bits
        }
        guard any != 0 else { return false }
        narrow(candidates, signInRisks, context.signInRisk)
        narrow(candidates, userRisks, context.userRisk)
        narrow(candidates, servicePrincipalRisks, context.servicePrincipalRisk)
        narrow(candidates, insiderRisks, context.insiderRisk)
        narrow(candidates, transferMethods, context.transferMethod)
        return true
    }

    private func narrow(
        _ candidates: UnsafeMutableBufferPointer<UInt64>, _ signal: ValueRows, _ value: (some NumberedSignal)?
    ) {
        guard signal.matters else { return }
        let row = signal.row(of: value)
        for word in 0..<rows.width { candidates[word] &= rows[row, word] }
    }

    /// The words of a row.
    func words(of row: Int) -> [UInt64] { (0..<rows.width).map { rows[row, $0] } }

    /// The policies that are for an account, as words.
    func members(_ membership: AccountMembership) -> [UInt64] {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * rows.width) { scratch in
            let included = UnsafeMutableBufferPointer(rebasing: scratch[..<rows.width])
            let excluded = UnsafeMutableBufferPointer(rebasing: scratch[rows.width...])
            assignments.gather(for: membership, rows, included, excluded)
            return (0..<rows.width).map { included[$0] & ~excluded[$0] }
        }
    }
}
