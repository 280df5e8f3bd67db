import AccessModel

/// Works out which sign-ins of a population no policy is about.
///
/// A sign-in is covered if a policy applies to it, whatever the policy demands. Signals are looked at one after the
/// other; values that leave the same policies over are one, so that what takes time is how many sets of policies there
/// are and not how many combinations.
public enum Coverage {
    /// The most combinations that are looked at.
    public static let maximumCombinations = 5_000_000

    /// Which policies count.
    public enum Scope: Sendable, Hashable {
        /// Those that are enforced.
        case enforced
        /// Those in report-only as well, as if they were enforced.
        case reportOnlyToo
    }

    /// Works it out.
    ///
    /// - Throws: ``CoverageError`` when there are too many combinations.
    public static func report(
        of set: PolicySet, over population: Population, counting scope: Scope = .enforced
    ) throws(CoverageError) -> CoverageReport {
        var population = population
        // What has been shown decides what comes of a policy, not whether it applies.
        population.controls = [ControlFacts()]
        guard population.combinationCount <= maximumCombinations else {
            throw .tooManyCombinations(population.combinationCount)
        }
        var run = CoverageRun(set, population, scope)
        return run.report()
    }
}
