import AccessModel

/// Where a request stands with every control.
struct ControlStanding: Sendable {
    /// Controls that have been shown; a strength only if all of them are met.
    private(set) var met: ControlSet = []
    /// Controls that could not be determined.
    private(set) var undetermined: ControlSet = []
    /// Controls that this client can come to satisfy.
    private(set) var satisfiable: ControlSet = []
    /// Controls that this client has no way to satisfy.
    let impossible: ControlSet
    /// Controls that are not asked for.
    let waived: ControlSet
    private let facts: ControlFacts
    private let authentication: AuthenticationFacts

    init(_ request: borrowing AccessRequest) {
        // A client whose kind is not known counts as a legacy client.
        switch request.context.clientAppType ?? .other {
        case .other, .exchangeActiveSync, .easSupported: impossible = .beyondLegacyClients
        case .browser, .mobileAppsAndDesktopClients: impossible = []
        }
        waived = request.purpose == .becomeCompliant ? .waivedToBecomeCompliant : []
        facts = Self.controls(request.controls, request.context.transferMethod)
        authentication = request.context.authentication
        add(facts.mfa, for: .mfa)
        add(facts.authenticationStrength, for: .authenticationStrength)
        add(facts.compliantDevice, for: .compliantDevice)
        add(facts.domainJoinedDevice, for: .domainJoinedDevice)
        add(facts.compliantApplication, for: .compliantApplication)
        add(facts.passwordChange, for: .passwordChange)
        satisfiable.subtract(impossible)
    }

    /// What has been shown; a device code carries no device, whoever signed in on whatever other one.
    private static func controls(_ shown: ControlFacts, _ method: TransferMethod?) -> ControlFacts {
        guard method == .deviceCodeFlow else { return shown }
        var controls = shown
        controls.compliantDevice = ControlFacts().compliantDevice
        controls.domainJoinedDevice = ControlFacts().domainJoinedDevice
        return controls
    }

    private mutating func add(_ state: ControlState, for control: PolicyControl) {
        switch state {
        case .met: met.insert(ControlSet(control))
        case .unmet(_, let isSatisfiable): if isSatisfiable { satisfiable.insert(ControlSet(control)) }
        case .undetermined: undetermined.insert(ControlSet(control))
        }
    }

    /// The controls that have been shown, where a strength among them is a certain one.
    func met(with strength: CompiledStrength?) -> ControlSet {
        guard let strength, !met.contains(.strength), strength.isSatisfied(by: authentication) else {
            return met
        }
        return met.union(.strength)
    }

    /// Why a control is open.
    func reason(for control: PolicyControl) -> ReasonCode {
        switch control {
        case .block: .blockedByPolicy
        case .tokenProtection: .tokenProtectionRequired
        case .signInFrequency: .signInFrequency
        case .mfa, .authenticationStrength, .compliantDevice, .domainJoinedDevice, .compliantApplication,
            .passwordChange:
            facts.state(of: control)?.reason ?? .blockedByPolicy
        }
    }
}

// MARK: Sessions

extension ControlStanding {
    /// How long after a sign-in another one counts as the same.
    private static let everyTimeAllowance = 300

    /// The controls of a session that are open.
    func open(of session: SessionDirectives) -> ControlSet {
        var open: ControlSet = []
        if session.requiresTokenProtection, !authentication.isTokenBound { open.insert(ControlSet(.tokenProtection)) }
        if isStale(authentication.secondsSinceSignIn, session.primaryFreshness) || isSecondFactorStale(session) {
            open.insert(ControlSet(.signInFrequency))
        }
        return open
    }

    /// A second factor that nobody asked for has no age.
    private func isSecondFactorStale(_ session: SessionDirectives) -> Bool {
        guard authentication.secondsSinceSecondFactor != nil || facts.mfa == .met else { return false }
        return isStale(authentication.secondsSinceSecondFactor, session.secondaryFreshness)
    }

    private func isStale(_ age: Int?, _ freshness: SessionDirectives.Freshness?) -> Bool {
        guard let freshness else { return false }
        guard let age else { return true }
        switch freshness {
        case .everyTime: return age > Self.everyTimeAllowance
        case .seconds(let limit): return age > limit
        }
    }
}

extension ControlFacts {
    /// What is known about a grant control; nil for one that nothing of this kind is known of.
    func state(of control: PolicyControl) -> ControlState? {
        switch control {
        case .block, .tokenProtection, .signInFrequency: nil
        case .mfa: mfa
        case .authenticationStrength: authenticationStrength
        case .compliantDevice: compliantDevice
        case .domainJoinedDevice: domainJoinedDevice
        case .compliantApplication: compliantApplication
        case .passwordChange: passwordChange
        }
    }
}

extension ControlState {
    /// Why it is open; nil when it is met.
    var reason: ReasonCode? {
        switch self {
        case .met: nil
        case .unmet(let reason, _), .undetermined(let reason): reason
        }
    }
}
