extension ConditionalAccessPolicy {
    /// Where the policy may say whom it is for in a way that the engine does not read, such as `conditions.agents`.
    var unreadableSubjects: [String] { unreadable([.users, .workloadIdentities]) }

    /// Where the policy may say what it is about in a way that the engine does not read.
    var unreadableResources: [String] { unreadable([.application, .userActions, .authenticationContext]) }

    private func unreadable(_ conditions: Set<PolicyCondition>) -> [String] {
        var paths: [String] = []
        for reason in unenforceable where reason.kind != .incomplete && !paths.contains(reason.path) {
            guard case .condition(let condition) = reason.part else { continue }
            // What has no name among the conditions may be anything, such as agents in the place of users.
            let isOther = condition == .other && [.unsupportedCondition, .unknownMember].contains(reason.kind)
            if conditions.contains(condition) || isOther { paths.append(reason.path) }
        }
        return paths
    }
}
