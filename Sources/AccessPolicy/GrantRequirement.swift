public import AccessModel

/// What a policy demands when it applies.
public struct GrantRequirement: Sendable, Hashable {
    /// How the controls are combined.
    public enum Combination: String, Sendable, Hashable, CaseIterable {
        /// Every control must be satisfied.
        case all = "AND"
        /// One satisfied control is enough.
        case any = "OR"
    }

    /// How the controls are combined.
    public var combination: Combination
    /// The controls.
    public var controls: Set<GrantControl>

    /// Makes a requirement.
    public init(_ combination: Combination, _ controls: Set<GrantControl>) {
        self.combination = combination
        self.controls = controls
    }
}

/// A set of grant controls as a mask; a lower bit is asked for earlier.
struct ControlSet: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let block = ControlSet(rawValue: 1)
    static let mfa = ControlSet(rawValue: 2)
    static let compliantDevice = ControlSet(rawValue: 4)
    static let compliantApplication = ControlSet(rawValue: 8)

    /// What a legacy client has no way to do.
    static let beyondLegacyClients: ControlSet = [.mfa, .compliantDevice]
    /// What a request that is made to become compliant is not asked for.
    static let waivedToBecomeCompliant: ControlSet = [.compliantDevice, .compliantApplication]

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ control: GrantControl) {
        switch control {
        case .block: self = .block
        case .mfa: self = .mfa
        case .compliantDevice: self = .compliantDevice
        case .compliantApplication: self = .compliantApplication
        }
    }

    init(_ controls: some Sequence<GrantControl>) {
        self = controls.reduce(into: []) { $0.formUnion(ControlSet($1)) }
    }

    /// The control that is asked for first.
    var first: GrantControl? {
        if contains(.block) { return .block }
        if contains(.mfa) { return .mfa }
        if contains(.compliantDevice) { return .compliantDevice }
        return contains(.compliantApplication) ? .compliantApplication : nil
    }

    /// Whether any control is in both sets.
    func overlaps(_ other: ControlSet) -> Bool { rawValue & other.rawValue != 0 }
}
