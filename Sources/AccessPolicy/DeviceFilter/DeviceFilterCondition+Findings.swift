import AccessModel

extension DeviceFilterCondition {
    /// What in the condition does other than it seems to, in the order of the rule.
    ///
    /// A policy that applies where a signal is missing leaves out no device that is not registered.
    public func findings(onMissingSignal: MissingSignal = .standard) -> [DeviceFilterFinding] {
        let found = unregisteredDevices(onMissingSignal) + filter.findings() + attributes()
        return found.enumerated()
            .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
    }

    /// Whether the condition keeps the policy from devices that are not registered: by what the rule gives for one, not
    /// by how it is written.
    private func unregisteredDevices(_ onMissingSignal: MissingSignal) -> [DeviceFilterFinding] {
        guard !evaluate(nil).applies(onMissingSignal: onMissingSignal) else { return [] }
        let position = filter.expression.decidingComparison(on: DeviceInfo()).position
        switch mode {
        case .include:
            return [
                DeviceFilterFinding(
                    .deviceFilterUnregisteredNotReached, .warning, at: position,
                    "a device that is not registered has no attributes, so the policy never applies to it",
                    fix: "exclude the devices that are not meant, or cover the others by a second policy")
            ]
        case .exclude:
            return [
                DeviceFilterFinding(
                    .deviceFilterUnregisteredExcluded, .warning, at: position,
                    "a device that is not registered has no attributes, so the rule holds for it and it is excluded",
                    fix: "exclude by an operator that is not negative, or include the devices that are meant")
            ]
        }
    }

    private func attributes() -> [DeviceFilterFinding] {
        var seen: Set<DeviceFilterAttribute> = []
        var found: [DeviceFilterFinding] = []
        for comparison in filter.expression.comparisons where seen.insert(comparison.attribute).inserted {
            let name = "`device.\(comparison.attribute.name)`"
            if comparison.attribute.isExtension {
                found.append(
                    DeviceFilterFinding(
                        .deviceFilterExtensionAttribute, .advice, at: comparison.position,
                        "\(name) has a value only on a device that is managed, compliant or hybrid joined",
                        fix: "make sure that the policy does what it should for every other device"))
            }
            if comparison.attribute.isSetByUsers, mode == .exclude {
                found.append(
                    DeviceFilterFinding(
                        .deviceFilterSetByUsers, .warning, at: comparison.position,
                        "users can set \(name) themselves, and so exclude their devices from the policy",
                        fix:
                            "exclude by an attribute that only administrators set, such as `device.extensionAttribute1`"
                    ))
            }
        }
        return found
    }
}

extension DeviceFilterExpression {
    /// The first comparison that has a part in what the expression gives for a device.
    func decidingComparison(on device: DeviceInfo) -> DeviceFilterComparison {
        switch self {
        case .comparison(let comparison): return comparison
        case .not(let term): return term.decidingComparison(on: device)
        case .or(let terms), .and(let terms):
            let holds = matches(device)
            let deciding = terms.first { $0.matches(device) == holds } ?? terms[0]
            return deciding.decidingComparison(on: device)
        }
    }
}
