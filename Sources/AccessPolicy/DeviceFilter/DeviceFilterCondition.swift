public import AccessModel

/// The devices that a policy is about, by a filter.
public struct DeviceFilterCondition: Sendable, Hashable {
    /// What the filter does with the devices that fit it.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The policy applies to them only.
        case include
        /// The policy does not apply to them.
        case exclude
    }

    /// What the filter does.
    public var mode: Mode
    /// Which devices are meant.
    public var filter: DeviceFilter

    /// Makes a condition.
    public init(_ mode: Mode, _ filter: DeviceFilter) {
        self.mode = mode
        self.filter = filter
    }

    /// Whether the policy applies to the device that was presented; nil when none was.
    ///
    /// Not known if there is no device, or if nobody knows whether it is compliant and that would decide; then the
    /// filter's rule for missing values decides.
    public func evaluate(_ device: DeviceInfo?) -> ConditionMatch {
        let applies = filter.matches(device) == (mode == .include)
        guard let device, !dependsOnCompliance(of: device) else { return .unknown(treatedAsMatch: applies) }
        return applies ? .match : .noMatch
    }

    private func dependsOnCompliance(of device: DeviceInfo) -> Bool {
        guard device.isCompliant == nil else { return false }
        var (compliant, notCompliant) = (device, device)
        compliant.isCompliant = true
        notCompliant.isCompliant = false
        return filter.matches(compliant) != filter.matches(notCompliant)
    }
}
