import AccessModel

/// One calculation of coverage.
struct CoverageRun {
    private let policies: [PolicyID]
    private let population: Population
    private let signals: CoverageSignals
    /// How many combinations the signals from a place on have.
    private let sizes: [Int]
    private var known: [Key: Outcome] = [:]

    /// Which policies are left over before a signal.
    private struct Key: Hashable {
        let signal: Int
        let mask: PolicyMask
    }

    /// Values of the signals from some place on, of which no combination is covered.
    private struct Box: Hashable {
        var values: [[Int]]
    }

    private struct Outcome {
        var uncovered = 0
        var boxes: [Box] = []
        var applied: [Int: Int] = [:]
        var alone: [Int: Int] = [:]

        mutating func add(_ other: Outcome, times count: Int) {
            uncovered += other.uncovered * count
            applied.merge(other.applied.mapValues { $0 * count }) { $0 + $1 }
            alone.merge(other.alone.mapValues { $0 * count }) { $0 + $1 }
        }
    }

    init(_ set: PolicySet, _ population: Population, _ scope: Coverage.Scope) {
        let counted = set.policies.indices.filter { number in
            switch set.policies[number].effectiveState {
            case .enabled: true
            case .reportOnly: scope == .reportOnlyToo
            case .disabled: false
            }
        }
        policies = counted.map { set.policies[$0].id }
        self.population = population
        signals = CoverageSignals(set, counted, population)
        var sizes = [1]
        for classes in signals.classes.reversed() {
            sizes.append((sizes.last ?? 1) * classes.reduce(0) { $0 + $1.values.count })
        }
        self.sizes = sizes.reversed()
    }

    mutating func report() -> CoverageReport {
        let outcome = outcome(from: 0, PolicyMask(count: policies.count) { _ in true })
        // Boxes come in the order of the population, which breaks ties.
        let gaps = outcome.boxes.map(gap).enumerated().sorted {
            ($1.element.combinations, $0.offset) < ($0.element.combinations, $1.offset)
        }.map(\.element)
        let shares = policies.enumerated().map { number, policy in
            CoverageReport.Share(
                policy: policy, combinations: outcome.applied[number] ?? 0, alone: outcome.alone[number] ?? 0)
        }
        return CoverageReport(
            combinations: sizes[0], uncovered: outcome.uncovered,
            uncoveredAccounts: Set(gaps.flatMap(\.accounts)).sorted(), gaps: gaps, shares: shares)
    }

    private mutating func outcome(from signal: Int, _ mask: PolicyMask) -> Outcome {
        guard signal < signals.classes.count else { return Self.outcome(of: mask) }
        if mask.isEmpty { return Outcome(uncovered: sizes[signal], boxes: [everything(from: signal)]) }
        let key = Key(signal: signal, mask: mask)
        if let outcome = known[key] { return outcome }
        var outcome = Outcome()
        var order: [[Box]] = []
        var values: [[Box]: [Int]] = [:]
        for part in signals.classes[signal] {
            let rest = self.outcome(from: signal + 1, mask.intersection(part.mask))
            outcome.add(rest, times: part.values.count)
            guard !rest.boxes.isEmpty else { continue }
            if values[rest.boxes] == nil { order.append(rest.boxes) }
            values[rest.boxes, default: []] += part.values
        }
        outcome.boxes = order.flatMap { boxes in
            boxes.map { Box(values: [(values[boxes] ?? []).sorted()] + $0.values) }
        }
        known[key] = outcome
        return outcome
    }

    private static func outcome(of mask: PolicyMask) -> Outcome {
        let numbers = mask.numbers
        var outcome = Outcome()
        if numbers.isEmpty {
            outcome.uncovered = 1
            outcome.boxes = [Box(values: [])]
        }
        for number in numbers { outcome.applied[number] = 1 }
        if numbers.count == 1 { outcome.alone[numbers[0]] = 1 }
        return outcome
    }

    private func everything(from signal: Int) -> Box {
        Box(values: signals.classes[signal...].map { $0.flatMap(\.values).sorted() })
    }

    private func gap(_ box: Box) -> CoverageReport.Gap {
        func named<Value>(_ signal: CoverageSignals.Signal, of values: [Value]) -> [Value]? {
            let numbers = box.values[signal.rawValue]
            return numbers.count == values.count ? nil : numbers.map { values[$0] }
        }
        return CoverageReport.Gap(
            accounts: box.values[0].map { population.accounts[$0].account }.sorted(),
            applications: named(.application, of: population.applications),
            clientAppTypes: named(.clientApp, of: population.clientAppTypes),
            platforms: named(.platform, of: population.platforms), places: named(.place, of: signals.places),
            signInRisks: named(.signInRisk, of: population.signInRisks),
            userRisks: named(.userRisk, of: population.userRisks),
            insiderRisks: named(.insiderRisk, of: population.insiderRisks),
            devices: named(.device, of: Array(population.devices.indices)),
            transferMethods: named(.transferMethod, of: population.transferMethods),
            combinations: box.values.reduce(1) { $0 * $1.count })
    }
}
