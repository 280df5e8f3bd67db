import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat

/// `postern policy diff`: who gets in by one set of policies and not by the other, and why.
struct PolicyDiff {
    /// What is compared over.
    enum Requests {
        /// What could be: a file with a population, how many requests at most, and the seed of the drawing.
        case population(String, limit: Int, seed: UInt64)
        /// What was: a file with a request in each line.
        case recorded(String)
        /// What was: the newest sign-ins that the state directory and tenant of these arguments have recorded, and how
        /// many at most.
        case signIns(CommandArguments, limit: Int)
    }

    let old: String
    let new: String
    let requests: Requests
    let directory: String?
    let treatsAsEnabled: Bool
    let exampleLimit: Int
    let whenNothingMatches: UnmatchedAccess
    let format: ReportFormat
    let countries: RequestCountries

    /// How many requests one task compares before it says how far it is.
    private static let partSize = 2048

    func run(_ console: Console) async throws -> ExitCode {
        let comparison = PolicySetComparison(
            try set(PolicySource(old), asEnabled: false, console),
            try set(PolicySource(new), asEnabled: treatsAsEnabled, console))
        let directory = try directory.map { ToolDirectory(try ToolDocuments(console).directory($0)) }
        var names = DiffNames(comparison, directory?.extract)
        var replay: SignInReplay?
        var memberships: MembershipCount?
        var unknown = UnknownIdentifiers()
        let basis: String
        let tally: ComparisonTally
        switch requests {
        case .population(let path, let limit, let seed):
            var population = try ToolDocuments(console).population(path)
            memberships = directory.map { MembershipCount(filling: &population, from: $0) }
            unknown.note(population)
            let sample = PopulationSample(population, atMost: limit, seed: seed)
            names.add(population)
            basis = Self.basis(sample)
            tally = await compare(comparison, sample, console)
        case .recorded(let path):
            tally = try compare(comparison, linesOf: path, directory, &unknown, console)
            basis = "Compared \(TextLayout.count(tally.requestCount, "request"))."
        case .signIns(let arguments, let limit):
            let done = try await AdministrationSession.run(arguments) { session in
                let replay = try await SignInReplay(session, atMost: limit)
                return (replay, try await compare(comparison, replay, console))
            }
            (replay, tally) = (done.0, done.1)
            names = DiffNames(comparison, directory?.extract ?? done.0.names)
            basis = done.0.basis(tally.requestCount)
        }
        guard tally.requestCount > 0 else {
            throw CommandFailure("there is no \(replay == nil ? "request" : "recorded sign-in") to compare")
        }
        unknown.warn(console, directory)
        switch format {
        case .text: console.write(PolicyDiffReport(tally, basis: basis, memberships, names).text)
        case .json:
            var members = try tally.tree.objectValue ?? JSONMembers()
            if let memberships { members.append("memberships", memberships.document) }
            if let replay { members.append("leavesOlderOut", .bool(replay.leavesOlderOut)) }
            console.write(unknown.added(to: .object(members)).indented)
        }
        return tally.isUnchanged ? .success : .failure
    }

    private func set(_ source: PolicySource, asEnabled: Bool, _ console: Console) throws -> PolicySet {
        var collection = try source.collection(console)
        if asEnabled {
            for document in collection.policies where document.policy.state == .reportOnly {
                collection.setState(.enabled, of: document.policy.id)
            }
        }
        return try collection.policySet(whenNothingMatches: whenNothingMatches)
    }

    private static func basis(_ sample: PopulationSample) -> String {
        let count = sample.population.combinationCount
        if sample.isWhole { return "Compared all \(TextLayout.count(count, "combination")) of the population." }
        let all = count == .max ? "more combinations than can be counted" : TextLayout.count(count, "combination")
        return "Compared \(TextLayout.grouped(sample.count)) of \(all), drawn with seed \(sample.seed)."
    }
}

// MARK: Comparing

extension PolicyDiff {
    /// Compares a sample in parts, several at once; the parts are added in order, so that the result is always the same.
    private func compare(
        _ comparison: PolicySetComparison, _ sample: PopulationSample, _ console: Console
    ) async -> ComparisonTally {
        var progress = Progress(console)
        let starts = Array(stride(from: 0, to: sample.count, by: Self.partSize))
        let limit = exampleLimit
        let tally = await withTaskGroup(of: (Int, ComparisonTally).self) { group in
            var pending = starts.enumerated().makeIterator()
            func addNext() {
                guard let (number, start) = pending.next() else { return }
                group.addTask {
                    let part = sample[start..<min(start + Self.partSize, sample.count)]
                    return (number, comparison.tally(of: part, examples: limit))
                }
            }
            for _ in 0..<Self.taskCount { addNext() }
            var total = ComparisonTally(exampleLimit: limit)
            var waiting: [Int: ComparisonTally] = [:]
            var next = 0
            for await (number, part) in group {
                addNext()
                waiting[number] = part
                while let part = waiting.removeValue(forKey: next) {
                    total.add(part)
                    next += 1
                }
                progress.update(
                    "\(total.requestCount * 100 / sample.count) % of \(TextLayout.grouped(sample.count)) requests"
                )
            }
            return total
        }
        progress.end()
        return tally
    }

    /// How many parts are compared at once.
    private static let taskCount = 4

    private func compare(
        _ comparison: PolicySetComparison, linesOf path: String, _ directory: ToolDirectory?,
        _ unknown: inout UnknownIdentifiers, _ console: Console
    ) throws -> ComparisonTally {
        var progress = Progress(console)
        defer { progress.end() }
        var tally = ComparisonTally(exampleLimit: exampleLimit)
        try RequestSource.eachRequest(in: path) { request in
            let request = try countries.filled(directory?.filled(request) ?? request)
            unknown.note(request)
            tally.add(request, comparison.changes(for: request))
            progress.update("\(tally.requestCount) requests")
        }
        return tally
    }

    private func compare(
        _ comparison: PolicySetComparison, _ replay: SignInReplay, _ console: Console
    ) async throws -> ComparisonTally {
        var progress = Progress(console)
        defer { progress.end() }
        var tally = ComparisonTally(exampleLimit: exampleLimit)
        try await replay.eachPage { requests in
            tally.add(comparison.tally(of: try requests.map(countries.filled), examples: exampleLimit))
            progress.update("\(tally.requestCount) requests")
        }
        return tally
    }
}
