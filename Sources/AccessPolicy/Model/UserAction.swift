/// A user action that policies can be about, by the URN that they name it by.
package enum UserAction: String, CaseIterable {
    /// Registering what a second factor is shown with.
    case registerSecurityInformation = "urn:user:registersecurityinfo"
    /// Registering or joining a device.
    case registerDevice = "urn:user:registerdevice"
}
