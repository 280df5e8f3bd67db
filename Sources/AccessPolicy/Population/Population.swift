public import AccessModel

/// Sign-ins that could be: every combination of an account, an application and circumstances.
///
/// Of each list at least one element is combined: an empty list means one value that is not known.
public struct Population: Sendable, Hashable {
    /// An application that is asked for.
    public struct Application: Sendable, Hashable {
        /// The application.
        public var id: ApplicationID
        /// What it is called, where that was said.
        public var name: String?

        /// Makes an application.
        public init(_ id: ApplicationID, name: String? = nil) {
            self.id = id
            self.name = name
        }
    }

    /// The accounts, each once.
    public var accounts: [AccountMembership]
    /// The applications, each once.
    public var applications: [Application]
    /// The kinds of client; nil is one that is not known.
    public var clientAppTypes: [ClientAppType?]
    /// The platforms; nil is one that is not known.
    public var platforms: [DevicePlatform?]
    /// The addresses; nil is one that is not known.
    public var ipAddresses: [IPAddress?]
    /// The countries; nil is one that is not known.
    public var countries: [String?]
    /// The risks of a sign-in; nil is one that is not known.
    public var signInRisks: [RiskLevel?]
    /// The risks of a user; nil is one that is not known.
    public var userRisks: [RiskLevel?]
    /// The insider risks; nil is one that is not known.
    public var insiderRisks: [InsiderRiskLevel?]
    /// The devices; nil is none.
    public var devices: [DeviceInfo?]
    /// The ways in which a sign-in is carried over; nil is none.
    public var transferMethods: [TransferMethod?]
    /// What has been shown for the grant controls.
    public var controls: [ControlFacts]

    /// Makes a population; a list that is not given or empty has one unknown value, and
    /// nothing has been shown.
    public init(
        accounts: [AccountMembership], applications: [Application], clientAppTypes: [ClientAppType?] = [],
        platforms: [DevicePlatform?] = [], ipAddresses: [IPAddress?] = [], countries: [String?] = [],
        signInRisks: [RiskLevel?] = [], userRisks: [RiskLevel?] = [],
        insiderRisks: [InsiderRiskLevel?] = [], devices: [DeviceInfo?] = [], transferMethods: [TransferMethod?] = [],
        controls: [ControlFacts] = []
    ) {
        func known<Value>(_ values: [Value?]) -> [Value?] { values.isEmpty ? [nil] : values }
        self.accounts = accounts
        self.applications = applications
        self.clientAppTypes = known(clientAppTypes)
        self.platforms = known(platforms)
        self.ipAddresses = known(ipAddresses)
        self.countries = known(countries)
        self.signInRisks = known(signInRisks)
        self.userRisks = known(userRisks)
        self.insiderRisks = known(insiderRisks)
        self.devices = known(devices)
        self.transferMethods = known(transferMethods)
        self.controls = controls.isEmpty ? [ControlFacts()] : controls
    }

    /// How many combinations there are; the highest number if they are more than it can say.
    public var combinationCount: Int {
        listCounts.reduce(1) { product, count in
            let (result, overflow) = product.multipliedReportingOverflow(by: count)
            return overflow ? .max : result
        }
    }

    /// How many elements each list has.
    var listCounts: [Int] {
        [
            accounts.count, applications.count, clientAppTypes.count, platforms.count, ipAddresses.count,
            countries.count, signInRisks.count, userRisks.count, insiderRisks.count, devices.count,
            transferMethods.count, controls.count,
        ]
    }
}
