import AccessModel

/// What a policy about the registration of devices cannot say, since nothing is known of a device before it is
/// registered.
package enum DeviceRegistrationConflict: CaseIterable {
    /// It is narrowed to kinds of client, which are not told apart there.
    case clientApps
    /// It is narrowed to devices, which have no attributes yet.
    case devices
    /// It demands something else than a second factor.
    case grant
}

extension PolicyConditions {
    /// What a policy with these conditions and a grant says that the registration of devices, if it is about it, rules
    /// out.
    package func deviceRegistrationConflicts(_ grant: GrantRequirement?) -> [DeviceRegistrationConflict] {
        guard case .userActions(let actions) = resources, actions.contains(UserAction.registerDevice.rawValue) else {
            return []
        }
        return DeviceRegistrationConflict.allCases.filter { conflict in
            switch conflict {
            case .clientApps: clientApps != nil
            case .devices: devices != nil
            case .grant: !(grant?.controlsBeyondAuthentication.isEmpty ?? true)
            }
        }
    }
}

extension GrantRequirement {
    /// The controls that are more than a second factor.
    var controlsBeyondAuthentication: Set<PolicyControl> { controls.subtracting([.mfa, .authenticationStrength]) }
}
