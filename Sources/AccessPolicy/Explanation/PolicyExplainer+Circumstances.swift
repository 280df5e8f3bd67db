import AccessModel

// MARK: When

extension PolicyExplainer {
    /// Each condition beside who and what, in a clause that can follow "where".
    var circumstances: [String] {
        let conditions = policy.conditions
        var lines: [String] = []
        if let types = conditions.clientApps {
            lines.append(
                "the client is \(alternatives(ClientAppType.allCases.filter(types.contains).map(\.singular)))")
        }
        if let platforms = conditions.platforms { lines.append(words(platforms)) }
        if let locations = conditions.locations { lines.append(words(locations)) }
        if let devices = conditions.devices {
            let rule = devices.filter.expression.words()
            lines.append(devices.mode == .include ? rule : "the device does not fit this: \(rule)")
        }
        lines +=
            risk("sign-in risk", conditions.signInRisks) + risk("user risk", conditions.userRisks)
            + risk("service principal's risk", conditions.servicePrincipalRisks)
        if let levels = conditions.insiderRisks {
            lines.append(
                "the insider risk is \(alternatives(InsiderRiskLevel.allCases.filter(levels.contains).map(\.rawValue)))"
            )
        }
        if let methods = conditions.transferMethods {
            lines.append(
                "the sign-in comes by \(alternatives(TransferMethod.allCases.filter(methods.contains).map(\.words)))")
        }
        return lines
    }

    private func alternatives(_ names: [String]) -> String {
        names.isEmpty ? "nothing that is known" : Phrases.list(names, joinedBy: "or")
    }

    private func risk(_ name: String, _ levels: Set<RiskLevel>?) -> [String] {
        levels.map { ["the \(name) is \($0.isEmpty ? "none that is known" : $0.words)"] } ?? []
    }

    private func words(_ platforms: PlatformCondition) -> String {
        func list(_ named: Set<DevicePlatform>) -> String {
            alternatives(DevicePlatform.allCases.filter(named.contains).map(\.words))
        }
        let excluded = platforms.excludesAll ? "any" : list(platforms.exclude)
        let isNarrowed = platforms.excludesAll || !platforms.exclude.isEmpty
        if platforms.includesAll { return isNarrowed ? "the platform is not \(excluded)" : "the platform is any" }
        return "the platform is \(list(platforms.include))" + (isNarrowed ? " and not \(excluded)" : "")
    }

    private func words(_ locations: LocationCondition) -> String {
        let excluded = places(locations.exclude)
        if locations.include.all {
            return excluded.isEmpty
                ? "the request comes from anywhere"
                : "the request does not come from \(Phrases.list(excluded, joinedBy: "or"))"
        }
        return "the request comes from \(alternatives(places(locations.include)))"
            + (excluded.isEmpty ? "" : " and not from \(Phrases.list(excluded, joinedBy: "or"))")
    }

    private func places(_ places: LocationCondition.Places) -> [String] {
        (places.all ? ["anywhere"] : []) + (places.allTrusted ? ["a trusted location"] : [])
            + places.named.sorted().map(words)
    }

    private func words(_ id: NamedLocationID) -> String {
        guard let location = set.namedLocations.first(where: { $0.id == id }) else { return names.phrase(id) }
        switch location.extent {
        case .addresses(let ranges, let isTrusted):
            return
                "\(names.phrase(id)) (\(isTrusted ? "trusted, " : "")\(Phrases.count(ranges.count, "address range")))"
        case .countries(let countries, let includesUnknown):
            let listed =
                countries.count > 8 ? "\(countries.count) countries" : countries.sorted().joined(separator: ", ")
            return "\(names.phrase(id)) (\(listed)\(includesUnknown ? ", or no known country" : ""))"
        case .unsupported(let type): return "\(names.phrase(id)) (of the type `\(type)`)"
        }
    }
}

// MARK: Missing signals

extension PolicyExplainer {
    /// What comes of each condition whose signal is missing, as the evaluation itself has it.
    var missingSignals: [String] {
        let conditions = policy.conditions
        var lines: [String] = []
        func add(_ signal: String, _ match: ConditionMatch, if isConfigured: Bool) {
            guard isConfigured else { return }
            let applies = match.applies(onMissingSignal: conditions.onMissingSignal)
            lines.append("\(signal): the policy \(applies ? "applies" : "does not apply")")
        }
        add(
            "unknown kind of client, counted as a legacy client", conditions.matches(ClientAppType?.none),
            if: conditions.clientApps != nil)
        add("unknown platform", conditions.matches(DevicePlatform?.none), if: conditions.platforms != nil)
        addPlaces(add)
        add("no device presented", conditions.devices?.evaluate(nil) ?? .match, if: conditions.devices != nil)
        add(
            "unknown sign-in risk", PolicyConditions.matches(nil, in: conditions.signInRisks),
            if: conditions.signInRisks != nil)
        add(
            "unknown user risk", PolicyConditions.matches(nil, in: conditions.userRisks),
            if: conditions.userRisks != nil)
        add(
            "unknown risk of the service principal",
            PolicyConditions.matches(nil, in: conditions.servicePrincipalRisks),
            if: conditions.servicePrincipalRisks != nil)
        add("unknown insider risk", conditions.matches(InsiderRiskLevel?.none), if: conditions.insiderRisks != nil)
        let isAsking = !(policy.grant?.controls.subtracting([.block]).isEmpty ?? true)
        return lines + (isAsking ? ["a control of which nothing is known: it counts as not shown"] : [])
    }

    private func addPlaces(_ add: (String, ConditionMatch, Bool) -> Void) {
        guard let locations = policy.conditions.locations else { return }
        let index = LocationIndex(set.namedLocations)
        let nowhere = RequestPlace(address: .unknown, country: index.country(nil))
        add("unknown address and country", locations.evaluate(nowhere, countries: index.countryLocations), true)
        guard !locations.references.isDisjoint(with: index.countryLocations) else { return }
        let unmapped = RequestPlace(address: .elsewhere, country: index.country(nil))
        add("address of no known country", locations.evaluate(unmapped, countries: index.countryLocations), true)
    }
}
