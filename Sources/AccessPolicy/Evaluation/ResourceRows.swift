import AccessModel

/// The rows of what policies are about.
struct ResourceRows: Sendable {
    private var applications = IdentifierTable<Named.Application>()
    private var userActions: [String: Int] = [:]
    private var authenticationContexts: [String: Int] = [:]
    private let otherApplication: Int
    private let nothing: Int

    init(
        _ conditions: [ResourceCondition], _ catalogue: ApplicationCatalogue, undecided: (Int) -> Bool,
        _ rows: inout BitRows
    ) {
        nothing = rows.add { _ in false }
        otherApplication = rows.add { undecided($0) || conditions[$0].reachesUnnamedApplications }
        var named = Set(catalogue.applications)
        for condition in conditions {
            switch condition {
            case .applications(let target): named.formUnion(target.include.union(target.exclude))
            case .userActions(let actions): for action in actions { userActions[action] = nothing }
            case .authenticationContexts(let contexts):
                for context in contexts { authenticationContexts[context] = nothing }
            }
        }
        for id in named {
            let row = rows.add { undecided($0) || conditions[$0].evaluate(.application(id), catalogue) }
            applications.add(id, row)
        }
        for action in userActions.keys {
            userActions[action] = rows.add { conditions[$0].evaluate(.userAction(action), catalogue) }
        }
        for context in authenticationContexts.keys {
            authenticationContexts[context] = rows.add {
                conditions[$0].evaluate(.authenticationContext(context), catalogue)
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
