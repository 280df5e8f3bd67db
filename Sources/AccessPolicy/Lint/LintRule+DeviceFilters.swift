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
                found.id.lint, found.id.severity, at: "conditions.devices.deviceFilter.rule",
                "\(found.message) (character \(found.position) of the rule)", fix: found.fix)
        }
    }
}

extension DeviceFilterFinding.ID {
    var lint: LintID {
        switch self {
        case .unregisteredDevicesNotReached: .deviceFilterUnregisteredNotReached
        case .unregisteredDevicesExcluded: .deviceFilterUnregisteredExcluded
        case .alwaysTrue: .deviceFilterAlwaysTrue
        case .neverTrue: .deviceFilterNeverTrue
        case .deniedEither: .deviceFilterDenialsJoinedByOr
        case .extensionAttribute: .deviceFilterExtensionAttribute
        case .setByUsers: .deviceFilterSetByUsers
        }
    }

    fileprivate var severity: LintSeverity {
        switch self {
        case .alwaysTrue, .neverTrue: .error
        case .unregisteredDevicesNotReached, .unregisteredDevicesExcluded, .deniedEither, .setByUsers: .warning
        case .extensionAttribute: .advice
        }
    }
}
