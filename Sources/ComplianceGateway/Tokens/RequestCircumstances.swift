public import AccessModel

/// What the edge knows of a request beside its content.
public struct RequestCircumstances: Sendable, Hashable {
    /// The address it came from.
    public var ipAddress: IPAddress?
    /// The country that the address belongs to; nil until a decision looks it up, and when it is not known.
    var country: String?
    /// The platform that its headers name; a stored instance's own platform wins over it.
    public var platform: DevicePlatform?
    /// The correlation identifier that the client sent, or a fresh one.
    public var correlation: CorrelationID
    /// The absolute URL that was called, without its query.
    public var url: String

    /// Makes circumstances.
    public init(ipAddress: IPAddress?, platform: DevicePlatform?, correlation: CorrelationID, url: String) {
        self.ipAddress = ipAddress
        self.platform = platform
        self.correlation = correlation
        self.url = url
    }

    /// What a budget of attempts counts the address by.
    var budgetSubject: String { ipAddress?.description ?? "unknown" }
}
