import AccessModel

/// The values of one signal that the same policies are about, by their number in the population.
struct CoverageClass: Sendable {
    let mask: PolicyMask
    let values: [Int]
}

/// For each signal of a population, in the order in which they are looked at, which policies are about which values.
struct CoverageSignals: Sendable {
    /// The signals; the order decides how gaps are told.
    enum Signal: Int {
        case account, application, clientApp, platform, place, signInRisk, userRisk, device, transferMethod, insiderRisk
    }

    let classes: [[CoverageClass]]
    let places: [CoverageReport.Place]

    init(_ set: PolicySet, _ policies: [Int], _ population: Population) {
        let places = population.ipAddresses.flatMap { address in
            population.countries.map { CoverageReport.Place(address, $0) }
        }
        self.places = places
        let compiled = set.compiled
        func classes<Value>(
            _ values: [Value], _ condition: PolicyCondition, _ match: (PolicyConditions, Value) -> ConditionMatch
        ) -> [CoverageClass] {
            // What cannot be evaluated is not let through, so it counts as covered.
            let undecided = PolicyMask(count: policies.count) {
                let traits = compiled.traits[policies[$0]]
                return traits.missing.contains(condition) || traits.unsupported.contains(condition)
            }
            return Self.classes(values.count) { value in
                PolicyMask(count: policies.count) { number in
                    let conditions = compiled.policies[policies[number]].conditions
                    return undecided.contains(number)
                        || match(conditions, values[value]).applies(onMissingSignal: conditions.onMissingSignal)
                }
            }
        }
        let index = LocationIndex(set.namedLocations)
        self.classes = [
            classes(population.accounts, .users) { $0.servicePrincipals == nil ? $0.matches($1) : .noMatch },
            classes(population.applications, .application) {
                ConditionMatch($0.resources.evaluate(.application($1.id), compiled.catalogue))
            },
            classes(population.clientAppTypes, .clientApps) { $0.matches($1) },
            classes(population.platforms, .devicePlatform) { $0.matches($1) },
            classes(places, .location) { conditions, place in
                let spot = RequestPlace(
                    address: index.addresses[index.number(of: place.address)], country: index.country(place.country))
                return conditions.locations?.evaluate(spot, countries: index.countryLocations) ?? .match
            },
            classes(population.signInRisks, .signInRisk) { PolicyConditions.matches($1, in: $0.signInRisks) },
            classes(population.userRisks, .userRisk) { PolicyConditions.matches($1, in: $0.userRisks) },
            classes(population.devices, .devices) { $0.devices?.evaluate($1) ?? .match },
            classes(population.transferMethods, .authenticationFlow) { $0.matches($1) },
            classes(population.insiderRisks, .insiderRisk) { $0.matches($1) },
            // The population says nothing of this: it is not known.
            classes([nil], .servicePrincipalRisk) { PolicyConditions.matches($1, in: $0.servicePrincipalRisks) },
        ]
    }

    /// Groups values by the policies that are about them, in the order in which they first occur.
    private static func classes(_ count: Int, _ mask: (Int) -> PolicyMask) -> [CoverageClass] {
        var order: [PolicyMask] = []
        var values: [PolicyMask: [Int]] = [:]
        for value in 0..<count {
            let mask = mask(value)
            if values[mask] == nil { order.append(mask) }
            values[mask, default: []].append(value)
        }
        return order.map { CoverageClass(mask: $0, values: values[$0] ?? []) }
    }
}
