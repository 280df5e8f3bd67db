public import AccessModel

/// Which sign-ins of a population no policy is about, and how much depends on each policy.
public struct CoverageReport: Sendable, Hashable {
    /// Combinations to none of which a policy applies: each of the accounts with each of the applications and so on.
    ///
    /// A list is nil where every value of the population is meant.
    public struct Gap: Sendable, Hashable {
        /// The accounts, ordered by identifier.
        public var accounts: [AccountID]
        /// The applications.
        public var applications: [Population.Application]?
        /// The kinds of client.
        public var clientAppTypes: [ClientAppType?]?
        /// The platforms.
        public var platforms: [DevicePlatform?]?
        /// The places.
        public var places: [Place]?
        /// The risks of the sign-in.
        public var signInRisks: [RiskLevel?]?
        /// The risks of the user.
        public var userRisks: [RiskLevel?]?
        /// The insider risks.
        public var insiderRisks: [InsiderRiskLevel?]?
        /// The devices, by their number in the population from 0.
        public var devices: [Int]?
        /// The ways in which the sign-in is carried over.
        public var transferMethods: [TransferMethod?]?
        /// How many combinations these are.
        public var combinations: Int
    }

    /// An address and a country.
    public struct Place: Sendable, Hashable {
        /// The address; nil if it is not known.
        public var address: IPAddress?
        /// The country; nil if it is not known.
        public var country: String?

        /// Makes a place.
        public init(_ address: IPAddress?, _ country: String?) {
            self.address = address
            self.country = country
        }
    }

    /// What one policy is worth in the population.
    public struct Share: Sendable, Hashable {
        /// The policy.
        public var policy: PolicyID
        /// How many combinations it applies to.
        public var combinations: Int
        /// How many combinations it applies to and no other does.
        public var alone: Int
    }

    /// How many combinations there are.
    public var combinations: Int
    /// How many combinations no policy applies to.
    public var uncovered: Int
    /// The accounts that are uncovered in some combination, ordered by identifier.
    public var uncoveredAccounts: [AccountID]
    /// The gaps, the widest first.
    public var gaps: [Gap]
    /// The policies that were looked at, ordered by identifier.
    public var shares: [Share]
}

/// Why coverage is not worked out.
public enum CoverageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There are too many combinations; how many.
    case tooManyCombinations(Int)

    /// What is wrong, in one line.
    public var description: String {
        switch self {
        case .tooManyCombinations(let count):
            "the population has \(count == .max ? "far more" : "\(count)") combinations, and at most "
                + "\(Coverage.maximumCombinations) are looked at; leave values out, or look at one part after the other"
        }
    }
}
