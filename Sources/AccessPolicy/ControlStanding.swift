import AccessModel

/// Where a request stands with each grant control, as masks.
struct ControlStanding: Sendable, Hashable {
    /// Controls that have been shown.
    private(set) var met: ControlSet = []
    /// Controls that could not be determined.
    private(set) var undetermined: ControlSet = []
    /// Controls that this client can come to satisfy.
    private(set) var satisfiable: ControlSet = []
    /// Controls that this client has no way to satisfy.
    let impossible: ControlSet
    /// Controls that are not asked for.
    let waived: ControlSet

    init(_ request: AccessRequest) {
        // A client whose kind is not known counts as a legacy client.
        switch request.context.clientAppType ?? .other {
        case .other, .exchangeActiveSync, .easSupported: impossible = .beyondLegacyClients
        case .browser, .mobileAppsAndDesktopClients: impossible = []
        }
        waived = request.purpose == .becomeCompliant ? .waivedToBecomeCompliant : []
        add(request.controls.mfa, for: .mfa)
        add(request.controls.compliantDevice, for: .compliantDevice)
        add(request.controls.compliantApplication, for: .compliantApplication)
        satisfiable.subtract(impossible)
    }

    /// What stands between the request and one policy's requirement.
    func verdict(on demanded: ControlSet, any: Bool) -> GrantVerdict {
        guard !demanded.contains(.block) else { return .blocked }
        let controls = demanded.subtracting(waived)
        return any ? verdict(onAnyOf: controls) : verdict(onAllOf: controls)
    }

    private func verdict(onAllOf controls: ControlSet) -> GrantVerdict {
        let open = controls.subtracting(met)
        guard let first = open.first else { return .satisfied }
        if let control = open.subtracting(undetermined).intersection(impossible).first { return .impossible(control) }
        if let control = open.intersection(undetermined).first { return .undetermined(control) }
        return .open(first)
    }

    private func verdict(onAnyOf controls: ControlSet) -> GrantVerdict {
        guard let first = controls.first, !controls.overlaps(met) else { return .satisfied }
        if let control = controls.intersection(satisfiable).first { return .open(control) }
        if let control = controls.intersection(undetermined).first { return .undetermined(control) }
        guard let control = controls.subtracting(impossible).first else { return .impossible(first) }
        return .open(control)
    }

    private mutating func add(_ state: ControlState, for control: ControlSet) {
        switch state {
        case .met: met.insert(control)
        case .unmet(_, let isSatisfiable): if isSatisfiable { satisfiable.insert(control) }
        case .undetermined: undetermined.insert(control)
        }
    }
}

/// What stands between a request and one policy.
enum GrantVerdict: Sendable, Hashable {
    /// Nothing.
    case satisfied
    /// The policy blocks.
    case blocked
    /// The client has no way to satisfy the control.
    case impossible(GrantControl)
    /// The control could not be determined.
    case undetermined(GrantControl)
    /// The control is to be satisfied.
    case open(GrantControl)
}

extension ControlFacts {
    /// What is known about a control; nil for `block`, which nothing satisfies.
    func state(of control: GrantControl) -> ControlState? {
        switch control {
        case .block: nil
        case .mfa: mfa
        case .compliantDevice: compliantDevice
        case .compliantApplication: compliantApplication
        }
    }

    /// Why a control is open.
    func reason(for control: GrantControl) -> ReasonCode {
        switch state(of: control) {
        case .unmet(let reason, _), .undetermined(let reason): reason
        case .met, nil: .blockedByPolicy
        }
    }
}
