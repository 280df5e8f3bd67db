/// What a device filter says, as a tree.
public indirect enum DeviceFilterExpression: Sendable, Hashable {
    /// Any of two or more.
    case or([DeviceFilterExpression])
    /// All of two or more.
    case and([DeviceFilterExpression])
    /// The opposite.
    case not(DeviceFilterExpression)
    /// An attribute and what it is compared with.
    case comparison(DeviceFilterComparison)

    /// Every comparison, in the order in which they stand in the rule.
    public var comparisons: [DeviceFilterComparison] {
        switch self {
        case .or(let terms), .and(let terms): terms.flatMap(\.comparisons)
        case .not(let term): term.comparisons
        case .comparison(let comparison): [comparison]
        }
    }
}
