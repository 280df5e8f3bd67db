import AccessModel

/// The rows of what policies are about.
struct ResourceRows: Sendable {
    private var applications = IdentifierTable<Named.Application>()
    private var userActions: [String: Int] = [:]
    private var authenticationContexts: [String: Int] = [:]
    private let otherApplication: Int
    private let nothing: Int

    init(_ conditions: [ResourceCondition], _ rows: inout BitRows) {
        nothing = rows.add { _ in false }
        otherApplication = rows.add { conditions[$0].reachesUnnamedApplications }
        for (column, condition) in conditions.enumerated() {
            switch condition {
            case .applications(let target):
                for id in target.include.union(target.exclude) {
                    let known = applications.value(of: id)
                    let row = known ?? rows.add(copyOf: otherApplication)
                    if known == nil { applications.add(id, row) }
                    rows.set(condition.evaluate(.application(id)).applies, in: row, at: column)
                }
            case .userActions(let actions):
                for action in actions {
                    let row = userActions[action] ?? rows.add(copyOf: nothing)
                    userActions[action] = row
                    rows.set(true, in: row, at: column)
                }
            case .authenticationContexts(let contexts):
                for context in contexts {
                    let row = authenticationContexts[context] ?? rows.add(copyOf: nothing)
                    authenticationContexts[context] = row
                    rows.set(true, in: row, at: column)
                }
            }
        }
    }

    func row(of resource: AccessResource) -> Int {
        switch resource {
        case .application(let id): applications.value(of: id) ?? otherApplication
        case .userAction(let action): userActions[action] ?? nothing
        case .authenticationContext(let context): authenticationContexts[context] ?? nothing
        }
    }
}

extension ResourceCondition {
    /// Whether an application that no policy names is meant.
    fileprivate var reachesUnnamedApplications: Bool {
        if case .applications(let target) = self { target.includesAll } else { false }
    }
}
