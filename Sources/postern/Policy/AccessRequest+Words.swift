import AccessModel
import AccessPolicy

extension AccessSubject {
    /// Who asks, as a phrase.
    func words(_ names: PolicyNames) -> String {
        switch self {
        case .account(let membership):
            guard let guest = membership.guest else { return names.phrase(membership.account) }
            let home = guest.homeTenant.map { " of `\($0)`" } ?? ""
            return "\(names.phrase(membership.account)), a guest (\(guest.type.rawValue)\(home))"
        case .servicePrincipal(let principal):
            return names.phrase(principal.client) + (principal.isOfThisTenant ? "" : " of another tenant")
        }
    }
}

extension AccessResource {
    /// What is asked for, as a phrase.
    func words(_ names: PolicyNames) -> String {
        switch self {
        case .application(let id): names.phrase(id)
        case .userAction(let action): "the user action `\(action)`"
        case .authenticationContext(let context): "the authentication context `\(context)`"
        }
    }
}

extension AccessContext {
    /// The signals that are known, in one line; nil if none is.
    var words: String? {
        var known: [String] = []
        if let clientAppType { known.append("client \(clientAppType.rawValue)") }
        if let platform { known.append(platform.words) }
        if let ipAddress { known.append("address \(ipAddress)") }
        if let country { known.append("country \(country)") }
        if let signInRisk { known.append("sign-in risk \(signInRisk.rawValue)") }
        if let userRisk { known.append("user risk \(userRisk.rawValue)") }
        if let servicePrincipalRisk { known.append("service principal risk \(servicePrincipalRisk.rawValue)") }
        if let insiderRisk { known.append("insider risk \(insiderRisk.rawValue)") }
        if let transferMethod { known.append(transferMethod.words) }
        if let device { known.append(device.words) }
        if let seconds = authentication.secondsSinceSignIn { known.append("signed in \(seconds) s ago") }
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }
}

extension DeviceInfo {
    fileprivate var words: String {
        let name = displayName ?? deviceID
        let compliant = isCompliant.map { $0 ? "compliant" : "not compliant" }
        let facts = [name.map { "`\($0)`" }, trustType, compliant].compactMap(\.self)
        return facts.isEmpty ? "a device" : "device " + facts.joined(separator: " ")
    }
}

extension ControlFacts {
    /// The controls that have been shown.
    var words: String {
        let states: [(PolicyControl, ControlState)] = [
            (.mfa, mfa), (.authenticationStrength, authenticationStrength), (.compliantDevice, compliantDevice),
            (.domainJoinedDevice, domainJoinedDevice), (.compliantApplication, compliantApplication),
            (.passwordChange, passwordChange),
        ]
        let met = states.filter { $0.1 == .met }.map(\.0.words)
        return met.isEmpty ? "nothing" : met.joined(separator: ", ")
    }
}
