public import AccessModel

/// Circumstances in which an administrator may come to sign in: from a browser on a desktop, somewhere.
public struct AdministratorCircumstances: Sendable, Hashable {
    /// The desktop's platform.
    public var platform: DevicePlatform
    /// The address; nil is one that is not known.
    public var ipAddress: IPAddress?
    /// The country of the address (ISO 3166-1 alpha-2, upper case); nil is one that is not known.
    public var country: String?

    /// Makes circumstances.
    public init(platform: DevicePlatform, ipAddress: IPAddress? = nil, country: String? = nil) {
        self.platform = platform
        self.ipAddress = ipAddress
        self.country = country
    }

    /// The platforms that consoles are used on.
    public static let platforms: [DevicePlatform] = [.windows, .macOS, .linux]
}

extension AdministratorCircumstances: CustomStringConvertible {
    /// The circumstances in words, such as `a browser on windows at 192.0.2.1`.
    public var description: String {
        let address = ipAddress.map { "at \($0)" } ?? "at an unknown address"
        return "a browser on \(platform.rawValue) \(address)" + (country.map { " in \($0)" } ?? "")
    }
}

extension AdministratorCircumstances {
    /// The most places that are tried: what is not tried can only make the guard refuse.
    static let maximumPlaces = 1_000

    /// Every desktop platform at every place that a set's policies may tell from another.
    ///
    /// The places are an unknown one, one inside each named location, and one just behind each range; of places that
    /// the same named locations hold, the first. Every intersection of ranges begins where one of them begins, so that
    /// one of the places lies in it.
    static func all(for set: PolicySet) -> [AdministratorCircumstances] {
        let addresses = [nil] + addresses(in: set.namedLocations)
        let countries = [nil] + countries(in: set.namedLocations)
        var seen: Set<RequestPlace> = []
        var places: [AccessContext] = []
        search: for address in addresses {
            for country in countries {
                let context = AccessContext(ipAddress: address, country: country)
                guard seen.insert(set.compiled.index.locations.place(of: context)).inserted else { continue }
                places.append(context)
                if places.count == maximumPlaces { break search }
            }
        }
        return places.flatMap { place in
            platforms.map { Self(platform: $0, ipAddress: place.ipAddress, country: place.country) }
        }
    }

    /// The first range of each location comes before any second one, so that each is tried.
    private static func addresses(in locations: [NamedLocation]) -> [IPAddress?] {
        let ranges = locations.map { location -> [IPRange] in
            if case .addresses(let ranges, _) = location.extent { ranges } else { [] }
        }
        let firsts = ranges.compactMap(\.first)
        let rest = ranges.flatMap { $0.dropFirst() }
        return (firsts + rest).prefix(maximumPlaces).flatMap { [$0.lower, $0.upper.next] }
    }

    private static func countries(in locations: [NamedLocation]) -> [String?] {
        let named = locations.compactMap { location -> String? in
            if case .countries(let countries, _) = location.extent { countries.min() } else { nil }
        }
        return Set(named).sorted().prefix(maximumPlaces).map(\.self)
    }
}

extension IPAddress {
    /// The address behind this one; the last address itself, which has none.
    fileprivate var next: IPAddress {
        let last: UInt128 = family == .v4 ? 0xFFFF_FFFF : .max
        return bits == last ? self : IPAddress(family: family, bits: bits + 1)
    }
}
