import AccessModel

/// A set of controls as a mask; a lower bit is asked for earlier.
struct ControlSet: OptionSet, Sendable, Hashable {
    let rawValue: UInt16

    static let block = ControlSet(.block)
    static let strength = ControlSet(.authenticationStrength)

    /// What a legacy client has no way to do.
    static let beyondLegacyClients = ControlSet([
        .mfa, .authenticationStrength, .compliantDevice, .domainJoinedDevice, .passwordChange,
    ])
    /// What a request that is made to become compliant is not asked for.
    static let waivedToBecomeCompliant = ControlSet([.compliantDevice, .domainJoinedDevice, .compliantApplication])
    /// What a prompt solves.
    static let prompted = ControlSet([.signInFrequency, .mfa, .authenticationStrength, .passwordChange])

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    init(_ control: PolicyControl) {
        rawValue = 1 << UInt16(control.promptRank)
    }

    init(_ controls: some Sequence<PolicyControl>) {
        self = controls.reduce(into: []) { $0.formUnion(ControlSet($1)) }
    }

    /// The control that is asked for first.
    var first: PolicyControl? {
        isEmpty ? nil : Self.byRank[rawValue.trailingZeroBitCount]
    }

    /// Whether any control is in both sets.
    func overlaps(_ other: ControlSet) -> Bool { rawValue & other.rawValue != 0 }

    private static let byRank = PolicyControl.allCases.sorted()
}
