public import AccessModel

/// The evidence that an app instance has shown, and until when it counts.
public struct Evidence: Sendable, Hashable {
    /// The level that was shown.
    public var level: EvidenceLevel
    /// The end of the managed identity's certificate; nil when the evidence does not end.
    public var expires: Timestamp?

    /// Makes evidence.
    public init(_ level: EvidenceLevel, expires: Timestamp? = nil) {
        self.level = level
        self.expires = expires
    }

    /// The level that counts at `now`: after its end, evidence is no more than the app's own word.
    public func level(at now: Timestamp) -> EvidenceLevel {
        if let expires, now >= expires { return .selfReported }
        return level
    }
}
