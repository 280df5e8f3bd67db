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
    /// Policies that are neither disabled nor enforced.
    let reportOnly: Int
    /// Whether there are any of those.
    let hasReportOnly: Bool
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
        let isReportOnly = { policies[$0].state != .disabled && !traits[$0].isEnforced }
        reportOnly = rows.add(isReportOnly)
        hasReportOnly = policies.indices.contains(where: isReportOnly)
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
        rows.withUnsafeWords { words in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: rows.width) { candidates in
                selectByCircumstances(candidates, words, request, among)
                narrow(candidates, words, to: request.subject)
                if !devices.isEmpty { devices.narrow(candidates, rows, request.context.device) }
                for word in candidates.indices {
                    var bits = candidates[word]
                    while bits != 0 {
                        body(word * 64 + bits.trailingZeroBitCount)
                        bits &= bits - 1
                    }
                }
            }
        }
    }

    /// Fills in the policies that everything but subject and device lets apply.
    private func selectByCircumstances(
        _ candidates: UnsafeMutableBufferPointer<UInt64>, _ words: UnsafePointer<UInt64>, _ request: AccessRequest,
        _ among: Int
    ) {
        let context = request.context
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 8) { storage in
            var list = RowList(storage)
            list.append(resources.row(of: request.resource))
            add(platforms, context.platform, to: &list)
            add(clients, context.clientAppType, to: &list)
            add(signInRisks, context.signInRisk, to: &list)
            add(userRisks, context.userRisk, to: &list)
            add(servicePrincipalRisks, context.servicePrincipalRisk, to: &list)
            add(insiderRisks, context.insiderRisk, to: &list)
            add(transferMethods, context.transferMethod, to: &list)
            for word in candidates.indices {
                candidates[word] = list.all(word, words, startingWith: words[among + word])
            }
        }
        guard locations.matter else { return }
        let place = locations.selection(for: context)
        for word in candidates.indices where candidates[word] != 0 {
            candidates[word] &= locations.word(word, of: place, rows)
        }
    }

    private func add(_ signal: ValueRows, _ value: (some NumberedSignal)?, to list: inout RowList) {
        if signal.matters { list.append(signal.row(of: value)) }
    }

    private func narrow(
        _ candidates: UnsafeMutableBufferPointer<UInt64>, _ words: UnsafePointer<UInt64>, to subject: AccessSubject
    ) {
        switch subject {
        case .servicePrincipal:
            let row = servicePrincipals.row(of: subject, rows)
            for word in candidates.indices { candidates[word] &= words[row + word] }
        case .account(let membership):
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * rows.width) { storage in
                let found = AssignedWords(storage)
                assignments.gather(for: membership, words, into: found)
                for word in candidates.indices {
                    candidates[word] &= found.included[word] & ~found.excluded[word] & ~words[workload + word]
                }
            }
        }
    }

    /// The words of a row.
    func words(of row: Int) -> [UInt64] { (0..<rows.width).map { rows[row, $0] } }

    /// The policies that are for whoever asks, as words.
    func meant(_ subject: AccessSubject) -> [UInt64] {
        var meant = [UInt64](repeating: .max, count: rows.width)
        rows.withUnsafeWords { words in
            meant.withUnsafeMutableBufferPointer { narrow($0, words, to: subject) }
        }
        return meant
    }
}
