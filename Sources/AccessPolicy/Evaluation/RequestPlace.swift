import AccessModel

/// Where a request comes from, in terms of named locations.
struct RequestPlace: Sendable, Hashable {
    /// The address, by the named locations that hold it.
    struct Address: Sendable, Hashable {
        /// Whether the address is known.
        var isKnown: Bool
        /// Whether a trusted named location holds it.
        var isTrusted: Bool
        /// The named locations that hold it.
        var locations: Set<NamedLocationID>

        static let unknown = Address(isKnown: false, isTrusted: false, locations: [])
        static let elsewhere = Address(isKnown: true, isTrusted: false, locations: [])
    }

    /// The country, by the named locations that it belongs to.
    struct Country: Sendable, Hashable {
        /// Whether the country is known.
        var isKnown: Bool
        /// The named locations that it belongs to; of a country that is not known, those that take it.
        var locations: Set<NamedLocationID>
    }

    var address: Address
    var country: Country
}

/// The named locations that lie in countries.
typealias CountryLocations = Set<NamedLocationID>

extension LocationCondition {
    /// Whether the place is meant.
    ///
    /// What is not known of a place depends on nothing but the locations that are told by it: a missing address on
    /// ranges, a missing country on countries.
    func evaluate(_ place: RequestPlace, countries: CountryLocations) -> ConditionMatch {
        include.contains(place, countries).butNot(exclude.contains(place, countries))
    }
}

extension LocationCondition.Places {
    /// Whether the address alone puts a request on this side.
    func contains(_ address: RequestPlace.Address, countries: CountryLocations) -> PartialTruth {
        if all { return .yes }
        if !address.isKnown { return PartialTruth(allTrusted || !named.isSubset(of: countries) ? nil : false) }
        return PartialTruth((allTrusted && address.isTrusted) || !named.isDisjoint(with: address.locations))
    }

    /// Whether the country alone puts a request on this side.
    func contains(_ country: RequestPlace.Country, countries: CountryLocations) -> PartialTruth {
        if !named.isDisjoint(with: country.locations) { return .yes }
        return PartialTruth(country.isKnown || named.isDisjoint(with: countries) ? false : nil)
    }

    fileprivate func contains(_ place: RequestPlace, _ countries: CountryLocations) -> PartialTruth {
        contains(place.address, countries: countries) || contains(place.country, countries: countries)
    }
}
