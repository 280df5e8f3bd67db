public import AccessModel

/// Requests of a population: every combination or, where these are too many, some that are drawn from it.
///
/// The same population, limit and seed give the same requests in the same order.
public struct PopulationSample: Sendable, RandomAccessCollection {
    /// What the requests are made of.
    public let population: Population
    /// What the drawing begins with; it plays no part when every combination is there.
    public let seed: UInt64
    /// Whether every combination is there.
    public let isWhole: Bool
    /// The first position.
    public let startIndex = 0
    /// The position behind the last.
    public let endIndex: Int

    private let counts: [Int]

    /// Takes every combination, or draws `limit` of them if they are more; one may be drawn more than once.
    public init(_ population: Population, atMost limit: Int, seed: UInt64 = 0) {
        self.population = population
        self.seed = seed
        counts = population.listCounts
        isWhole = population.combinationCount <= limit
        endIndex = isWhole ? population.combinationCount : Swift.max(0, limit)
    }

    /// The request at a position.
    public subscript(position: Int) -> AccessRequest {
        var draw = PopulationDraw(position, of: counts, seed: isWhole ? nil : seed)
        let account = population.accounts[draw.next()]
        let application = population.applications[draw.next()]
        var context = AccessContext()
        context.clientAppType = population.clientAppTypes[draw.next()]
        context.platform = population.platforms[draw.next()]
        context.ipAddress = population.ipAddresses[draw.next()]
        context.country = population.countries[draw.next()]
        context.signInRisk = population.signInRisks[draw.next()]
        context.userRisk = population.userRisks[draw.next()]
        context.insiderRisk = population.insiderRisks[draw.next()]
        context.device = population.devices[draw.next()]
        context.transferMethod = population.transferMethods[draw.next()]
        return AccessRequest(
            subject: .account(account), resource: .application(application.id), context: context,
            controls: population.controls[draw.next()])
    }
}

/// One place in each list of a population.
private struct PopulationDraw {
    private let counts: [Int]
    private let isDrawn: Bool
    private var list = 0
    private var state: UInt64

    /// The combination of a number, or one that is drawn.
    init(_ number: Int, of counts: [Int], seed: UInt64?) {
        self.counts = counts
        isDrawn = seed != nil
        // Each number has a generator of its own, so that requests can be made in any order and at once.
        state = seed.map { Self.mixed($0) &+ UInt64(number) &* 0xD134_2543_DE82_EF95 } ?? UInt64(number)
    }

    /// The place in the next list.
    mutating func next() -> Int {
        let count = UInt64(counts[list])
        list += 1
        guard isDrawn else {
            defer { state /= count }
            return Int(state % count)
        }
        state &+= 0x9E37_79B9_7F4A_7C15
        return Int(Self.mixed(state).multipliedFullWidth(by: count).high)
    }

    /// The output function of SplitMix64.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
