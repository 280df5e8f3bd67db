/// How well an app instance has shown that it is managed.
///
/// A level satisfies every level at or below it.
public enum EvidenceLevel: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The app's own word; weak, and named so wherever it shows.
    case selfReported = 0
    /// Proof of possession of an identity that was provisioned to this app on this device and to nobody else.
    case managedSecret = 1
    /// Device attestation.
    case attested = 2

    /// The level as documents and APIs spell it.
    public var name: String {
        switch self {
        case .selfReported: "selfReported"
        case .managedSecret: "managedSecret"
        case .attested: "attested"
        }
    }

    /// The level that ``name`` spells.
    ///
    /// - Returns: nil for any other text.
    public init?(name: String) {
        guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    /// Orders levels by strength.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}
