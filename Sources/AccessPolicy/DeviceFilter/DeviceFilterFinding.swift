/// Something in a device filter that does other than it seems to, or less.
public struct DeviceFilterFinding: Sendable, Hashable {
    /// What was found.
    public enum ID: String, Sendable, Hashable, CaseIterable {
        /// The policy leaves out devices that are not registered, because it includes by what they do not show.
        case unregisteredDevicesNotReached = "device-filter-unregistered-not-reached"
        /// The policy leaves out devices that are not registered, because what it excludes by holds for them.
        case unregisteredDevicesExcluded = "device-filter-unregistered-excluded"
        /// Comparisons of which one always holds.
        case alwaysTrue = "device-filter-always-true"
        /// Comparisons that never hold together.
        case neverTrue = "device-filter-never-true"
        /// Denials of different attributes that are joined by `-or`, so that nearly every device fits.
        case deniedEither = "device-filter-denials-joined-by-or"
        /// An extension attribute, which a device that nobody vouches for does not have.
        case extensionAttribute = "device-filter-extension-attribute"
        /// An attribute by which users can exclude themselves.
        case setByUsers = "device-filter-set-by-users"
    }

    /// What was found.
    public let id: ID
    /// Where in the rule, in characters (Unicode scalars) from 1.
    public let position: Int
    /// What it means, in one line.
    public let message: String
    /// What to do, in one line.
    public let fix: String

    init(_ id: ID, at position: Int, _ message: String, fix: String) {
        self.id = id
        self.position = position
        self.message = message
        self.fix = fix
    }
}
