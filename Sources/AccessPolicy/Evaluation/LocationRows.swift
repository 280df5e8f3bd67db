import AccessModel

/// The rows of where requests come from.
///
/// A policy that is about places has, for every address and for every country that policies tell apart, whether it
/// includes it and whether it excludes it.
struct LocationRows: Sendable {
    /// One place's rows; behind `included` stands the row of those that exclude it.
    struct Selection: Sendable, Hashable {
        let address: Int
        let country: Int
    }

    /// Whether any policy is about places.
    let matter: Bool
    private let index: LocationIndex
    /// The policies that are about every place, or about one that does not exist.
    let unconditional: Int
    private let addresses: [Int]
    private let countries: [String: Int]
    private let otherCountry: Int
    private let unknownCountry: Int

    init(
        _ conditions: [PolicyConditions], _ locations: [NamedLocation], undecided: (Int) -> Bool,
        _ rows: inout BitRows
    ) {
        let index = LocationIndex(locations)
        self.index = index
        matter = conditions.contains { $0.locations != nil }
        // A policy that refers to a location that does not exist matches everywhere, so that it is noticed.
        unconditional = rows.add { undecided($0) || conditions[$0].locations == nil }
        func row(_ side: (LocationCondition.Places) -> PartialTruth) -> Int {
            let included = rows.add { column in
                guard let condition = conditions[column].locations else { return false }
                let truth = side(condition.include)
                return truth.isCertain || (truth.isPossible && conditions[column].onMissingSignal == .match)
            }
            _ = rows.add { conditions[$0].locations.map { side($0.exclude).isCertain } ?? false }
            return included
        }
        addresses = index.addresses.map { address in row { $0.contains(address, countries: index.countryLocations) } }
        func row(of country: String?) -> Int {
            let place = index.country(country)
            return row { $0.contains(place, countries: index.countryLocations) }
        }
        countries = Dictionary(uniqueKeysWithValues: index.countries.map { ($0, row(of: $0)) })
        otherCountry = row(of: "")
        unknownCountry = row(of: nil)
    }

    /// The rows of the place that a request comes from.
    func selection(for context: AccessContext) -> Selection {
        Selection(
            address: addresses[index.number(of: context.ipAddress)],
            country: context.country.map { countries[$0] ?? otherCountry } ?? unknownCountry)
    }

    /// A word of the policies that mean the place.
    func word(_ word: Int, of selection: Selection, _ rows: BitRows) -> UInt64 {
        let included = rows[selection.address, word] | rows[selection.country, word]
        let excluded = rows[selection.address + rows.width, word] | rows[selection.country + rows.width, word]
        return rows[unconditional, word] | (included & ~excluded)
    }

    /// The place that a request comes from.
    func place(of context: AccessContext) -> RequestPlace {
        RequestPlace(
            address: index.addresses[index.number(of: context.ipAddress)], country: index.country(context.country))
    }

    /// The named locations that lie in countries.
    var countryLocations: CountryLocations { index.countryLocations }
}
