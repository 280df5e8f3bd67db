/// How risky a sign-in, a user or a service principal is, as the risk conditions name it.
public enum RiskLevel: String, Sendable, Hashable, CaseIterable {
    /// No risk was found.
    case none
    /// Low.
    case low
    /// Medium.
    case medium
    /// High.
    case high
    /// The level is not shown to this organisation.
    case hidden
}

/// How risky an insider is, as the condition `insiderRiskLevels` names it.
public enum InsiderRiskLevel: String, Sendable, Hashable, CaseIterable {
    /// No risk was found.
    case none
    /// Minor.
    case minor
    /// Moderate.
    case moderate
    /// Elevated.
    case elevated
}

/// How a sign-in was carried from one device to another, as the condition `authenticationFlows` names it.
public enum TransferMethod: String, Sendable, Hashable, CaseIterable {
    /// The device authorization grant (RFC 8628).
    case deviceCodeFlow
    /// The sign-in was handed over from another device.
    case authenticationTransfer
}
