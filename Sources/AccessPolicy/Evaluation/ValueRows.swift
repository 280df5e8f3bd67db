import AccessModel

/// A signal with a few values, each of which has a number from 1 on; 0 is the one that is missing.
protocol NumberedSignal: CaseIterable {
    var number: Int { get }
}

/// The rows of one signal with a few values.
struct ValueRows: Sendable {
    /// Whether any policy tells the values apart.
    let matters: Bool
    private let values: [Int]
    /// The policies whose condition depends on the signal when it is missing.
    let unknown: Int

    init<Signal: NumberedSignal>(
        of _: Signal.Type, _ conditions: [PolicyConditions], _ rows: inout BitRows,
        _ match: (PolicyConditions, Signal?) -> ConditionMatch
    ) {
        let signals = [nil] + Signal.allCases.sorted { $0.number < $1.number }.map(Optional.some)
        values = signals.map { signal in
            rows.add { match(conditions[$0], signal).applies(onMissingSignal: conditions[$0].onMissingSignal) }
        }
        unknown = rows.add { match(conditions[$0], nil).isUnknown }
        matters = conditions.contains { condition in signals.contains { match(condition, $0) != .match } }
    }

    /// The row of a value.
    func row(of signal: (some NumberedSignal)?) -> Int { values[signal?.number ?? 0] }
}

extension DevicePlatform: NumberedSignal {
    var number: Int {
        switch self {
        case .android: 1
        case .iOS: 2
        case .windows: 3
        case .windowsPhone: 4
        case .macOS: 5
        case .linux: 6
        }
    }
}

extension ClientAppType: NumberedSignal {
    var number: Int {
        switch self {
        case .browser: 1
        case .mobileAppsAndDesktopClients: 2
        case .exchangeActiveSync: 3
        case .easSupported: 4
        case .other: 5
        }
    }
}

extension RiskLevel: NumberedSignal {
    var number: Int {
        switch self {
        case .none: 1
        case .low: 2
        case .medium: 3
        case .high: 4
        case .hidden: 5
        }
    }
}

extension InsiderRiskLevel: NumberedSignal {
    var number: Int {
        switch self {
        case .none: 1
        case .minor: 2
        case .moderate: 3
        case .elevated: 4
        }
    }
}

extension TransferMethod: NumberedSignal {
    var number: Int {
        switch self {
        case .deviceCodeFlow: 1
        case .authenticationTransfer: 2
        }
    }
}
