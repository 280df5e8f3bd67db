public import AccessModel

/// A source of signals about devices, as far as devices are evaluated with it.
public struct SignalSource: Sendable, Hashable {
    /// The source's identifier.
    public var id: SignalSourceID
    /// The name by which administrators and URLs know it.
    public var name: String
    /// What it is registered to tell.
    public var attributes: Set<DeviceAttribute>
    /// How old a verdict may be.
    public var freshFor: Duration
    /// How much longer the last good verdict holds when no newer one comes.
    public var holdFor: Duration
    /// Whether what it says counts, what it said before included.
    public var isEnabled: Bool
    /// How the source is; one that calls is always there.
    public var state: SourceState

    /// Makes a source; by default it may tell everything, a verdict is good for a day and holds for another.
    public init(
        id: SignalSourceID, name: String, attributes: Set<DeviceAttribute> = Set(DeviceAttribute.allCases),
        freshFor: Duration = .seconds(86_400), holdFor: Duration = .seconds(86_400), isEnabled: Bool = true,
        state: SourceState = .available
    ) {
        self.id = id
        self.name = name
        self.attributes = attributes
        self.freshFor = freshFor
        self.holdFor = holdFor
        self.isEnabled = isEnabled
        self.state = state
    }

    /// Whether what it says of the attribute counts.
    func counts(for attribute: DeviceAttribute) -> Bool { isEnabled && attributes.contains(attribute) }
}
