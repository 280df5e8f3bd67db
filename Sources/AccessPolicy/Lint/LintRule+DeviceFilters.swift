extension LintRule {
    /// What the device-filter language itself finds, weighed for a policy.
    static let deviceFilters = [
        LintRule(
            each: .deviceFilterUnregisteredNotReached, .deviceFilterUnregisteredExcluded, .deviceFilterAlwaysTrue,
            .deviceFilterNeverTrue, .deviceFilterDenialsJoinedByOr, .deviceFilterExtensionAttribute,
            .deviceFilterSetByUsers, check: deviceFilter)
    ]

    private static func deviceFilter(_: LintContext, _ policy: ConditionalAccessPolicy) -> [LintFinding] {
        let conditions = policy.conditions
        let found = conditions.devices?.findings(onMissingSignal: conditions.onMissingSignal) ?? []
        return found.map { found in
            policy.finding(
                found.id, found.severity, at: "conditions.devices.deviceFilter.rule",
                "\(found.message) (character \(found.position) of the rule)", fix: found.fix)
        }
    }
}
