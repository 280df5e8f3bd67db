import AccessModel

/// Answers in which named locations an address lies, by one binary search.
///
/// The address space is cut into segments at every range's ends; segments that lie in the same locations share a place.
struct LocationIndex: Sendable {
    /// The places of addresses that occur; the first is "not known", the second "in no named location".
    private(set) var addresses: [RequestPlace.Address] = [.unknown, .elsewhere]
    private var v4 = Segments()
    private var v6 = Segments()

    private struct Segments: Sendable {
        var starts: [UInt128] = [0]
        var places: [Int] = [LocationIndex.elsewhere]
    }

    /// The named locations that lie in countries.
    let countryLocations: CountryLocations
    private let unknownCountryLocations: CountryLocations
    private var locationsOfCountry: [String: CountryLocations] = [:]

    static let unknown = 0
    private static let elsewhere = 1

    init(_ locations: [NamedLocation]) {
        countryLocations = Set(locations.filter { $0.extent.countries != nil }.map(\.id))
        unknownCountryLocations = Set(locations.filter { $0.extent.countries?.includesUnknown ?? false }.map(\.id))
        for location in locations {
            for country in location.extent.countries?.codes ?? [] {
                locationsOfCountry[country, default: []].insert(location.id)
            }
        }
        var interned = [RequestPlace.Address.elsewhere: Self.elsewhere]
        v4 = segments(of: locations, .v4, &interned)
        v6 = segments(of: locations, .v6, &interned)
    }

    /// The countries that named locations tell apart.
    var countries: some Collection<String> { locationsOfCountry.keys }

    /// The named locations that a country belongs to.
    func country(_ code: String?) -> RequestPlace.Country {
        guard let code else { return RequestPlace.Country(isKnown: false, locations: unknownCountryLocations) }
        return RequestPlace.Country(isKnown: true, locations: locationsOfCountry[code] ?? [])
    }

    /// The number of the place that holds the address, among ``addresses``.
    func number(of address: IPAddress?) -> Int {
        guard let address else { return Self.unknown }
        return address.family == .v4 ? Self.search(v4, address.bits) : Self.search(v6, address.bits)
    }

    private static func search(_ segments: borrowing Segments, _ bits: UInt128) -> Int {
        var low = 0
        var high = segments.starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if segments.starts[middle] <= bits { low = middle } else { high = middle }
        }
        return segments.places[low]
    }

    private struct Edge {
        let at: UInt128
        let location: Int
        let opens: Bool
    }

    private mutating func segments(
        of locations: [NamedLocation], _ family: IPAddress.Family, _ interned: inout [RequestPlace.Address: Int]
    ) -> Segments {
        let edges = Self.edges(of: locations, family).sorted { $0.at < $1.at }
        var depth: [Int: Int] = [:]
        var segments = Segments()
        var index = 0
        while index < edges.count {
            let start = edges[index].at
            while index < edges.count, edges[index].at == start {
                let edge = edges[index]
                let count = depth[edge.location, default: 0] + (edge.opens ? 1 : -1)
                depth[edge.location] = count == 0 ? nil : count
                index += 1
            }
            let place = intern(depth.keys.map { locations[$0] }, &interned)
            if start == 0 {
                segments.places[0] = place
            } else if segments.places.last != place {
                segments.starts.append(start)
                segments.places.append(place)
            }
        }
        return segments
    }

    private mutating func intern(_ locations: [NamedLocation], _ interned: inout [RequestPlace.Address: Int]) -> Int {
        let place = RequestPlace.Address(
            isKnown: true, isTrusted: locations.contains(where: \.isTrusted), locations: Set(locations.map(\.id)))
        if let number = interned[place] { return number }
        interned[place] = addresses.count
        addresses.append(place)
        return addresses.count - 1
    }

    private static func edges(of locations: [NamedLocation], _ family: IPAddress.Family) -> [Edge] {
        let highest: UInt128 = family == .v4 ? 0xFFFF_FFFF : .max
        return locations.enumerated().flatMap { number, location -> [Edge] in
            guard case .addresses(let ranges, _) = location.extent else { return [] }
            return ranges.filter { $0.lower.family == family }.flatMap { range in
                let opening = Edge(at: range.lower.bits, location: number, opens: true)
                guard range.upper.bits < highest else { return [opening] }
                return [opening, Edge(at: range.upper.bits + 1, location: number, opens: false)]
            }
        }
    }
}

extension NamedLocation.Extent {
    fileprivate var countries: (codes: Set<String>, includesUnknown: Bool)? {
        guard case .countries(let codes, let includesUnknown) = self else { return nil }
        return (codes, includesUnknown)
    }
}
