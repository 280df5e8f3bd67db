import AccessPolicy

/// A device filter's tree without the places of its comparisons.
indirect enum DeviceFilterShape: Sendable, Hashable {
    case or([DeviceFilterShape])
    case and([DeviceFilterShape])
    case not(DeviceFilterShape)
    case comparison(String, String, DeviceFilterComparison.Operand)

    init(_ expression: DeviceFilterExpression) {
        self =
            switch expression {
            case .or(let terms): .or(terms.map(Self.init))
            case .and(let terms): .and(terms.map(Self.init))
            case .not(let term): .not(Self(term))
            case .comparison(let comparison):
                .comparison(comparison.attribute.name, comparison.comparator.name, comparison.operand)
            }
    }
}
