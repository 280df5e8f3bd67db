/// What an app or a device is told about its compliance: six values, in the order of the app-protection SDK.
///
/// ``networkFailure`` and ``serviceFailure`` say that nothing was decided: neither turns a compliant app into one that
/// is not compliant, and neither lets a new token out.
public enum ComplianceStatus: Int, Sendable, Hashable, CaseIterable {
    /// Everything that is demanded is shown; a token may be asked for.
    case compliant = 0
    /// Not solvable in this app now.
    case notCompliant = 1
    /// The gateway or a source that it needs was reached and failed.
    case serviceFailure = 2
    /// The gateway or a source that it needs could not be reached.
    case networkFailure = 3
    /// The user can solve it: enrol, sign in again, update, set a PIN.
    case interactionRequired = 4
    /// The user left an interactive remediation; it can be started again.
    case userCancelled = 5

    /// The status as documents and APIs spell it.
    public var name: String {
        switch self {
        case .compliant: "compliant"
        case .notCompliant: "notCompliant"
        case .serviceFailure: "serviceFailure"
        case .networkFailure: "networkFailure"
        case .interactionRequired: "interactionRequired"
        case .userCancelled: "userCancelled"
        }
    }

    /// The status that ``name`` spells.
    ///
    /// - Returns: nil for any other text.
    public init?(name: String) {
        guard let status = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = status
    }
}
