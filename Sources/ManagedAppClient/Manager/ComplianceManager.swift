import AccessModel
public import HTTPClient
import JSONCoding

/// The SDK: makes an app compliant, gets its tokens, and says what its status is.
///
/// One manager serves an app. Its calls may be made from anywhere and at any time; one remediation runs at a time:
///
/// | call while a remediation runs | what happens |
/// |---|---|
/// | for the same account | the call joins it: one remediation, one report, the delegate is called once |
/// | for another account | the call waits for its turn |
///
/// Every remediation ends in one of six statuses, each with a title and a message for the user:
///
/// | status | what the app does |
/// |---|---|
/// | compliant | asks for its token again, silently |
/// | notCompliant | shows the text; nothing in this app helps |
/// | serviceFailure | shows the text; tries again later |
/// | networkFailure | shows the text; tries again when there is a network |
/// | interactionRequired | calls again with `silent: false` |
/// | userCancelled | shows the text; the user may start again |
public actor ComplianceManager {
    let configuration: ManagedAppConfiguration
    let connection: GatewayConnection
    let clock: any ManagedAppClock
    let app: any ManagedApp
    let presenter: (any SignInPresenter)?
    let keys: any DeviceKeyStore
    let secrets: any SecretStore
    let enrollmentIDs: (any EnrollmentIDStore)?
    private var delegate: (any ComplianceDelegate)?
    private var subscribers: [AsyncStream<ComplianceReport>.Continuation] = []
    private var queue = RemediationQueue()
    private var turns = AccountTurns()
    private var loadedBook: AccountBook?
    private var loadedMetadata: GatewayMetadata?
    var cache = TokenCache()
    /// When a request that was refused may be made again.
    var notBefore: [TokenCache.Key: Timestamp] = [:]

    /// Makes a manager.
    ///
    /// - Parameters:
    ///   - configuration: who the app is, and where its gateway is.
    ///   - http: the client for every request; closing it is the app's to do.
    ///   - app: applies policies, reports, wipes.
    ///   - keys: where the installation's keys are.
    ///   - secrets: where refresh tokens are.
    ///   - presenter: opens the browser; without one every call is silent.
    ///   - enrollmentIDs: where enrolment identifiers are written for other clients in the app.
    ///   - clock: the time.
    public init(
        configuration: ManagedAppConfiguration, http: HTTPClient, app: any ManagedApp, keys: any DeviceKeyStore,
        secrets: any SecretStore, presenter: (any SignInPresenter)? = nil,
        enrollmentIDs: (any EnrollmentIDStore)? = nil, clock: any ManagedAppClock = SystemManagedAppClock()
    ) {
        self.configuration = configuration
        self.app = app
        self.presenter = presenter
        self.keys = keys
        self.secrets = secrets
        self.enrollmentIDs = enrollmentIDs
        self.clock = clock
        connection = GatewayConnection(http: http, configuration: configuration, clock: clock)
    }

    // MARK: Remediation

    /// Makes the app compliant for an account: enrols it if that is demanded, fetches and applies its policy, reports its
    /// posture, and asks the gateway what came of it.
    ///
    /// Nothing happens where nothing is demanded: the report is compliant, and the app is not enrolled.
    ///
    /// - Parameters:
    ///   - accountID: the account's object id; neither a user principal name nor a home account id.
    ///   - silent: whether nothing may be shown; then a need for the user ends in `interactionRequired`.
    /// - Returns: the status, which the delegate and the sequence of statuses get as well.
    /// - Throws: `ManagedAppError.invalidAccountID`; every other failure is a status.
    @discardableResult
    public func remediateCompliance(
        forAccountID accountID: String, silent: Bool
    ) async throws(ManagedAppError) -> ComplianceReport {
        let account = try AccountIdentifier(accountID).text
        while queue.contains(account) {
            let joined = await withCheckedContinuation { queue.join(account, $0) }
            if case .ended(let report) = joined { return report }
        }
        queue.begin(account)
        await withCheckedContinuation { queue.takeTurn($0) }
        let report = await remediated(account, silent: silent)
        let isAbandoned = Task.isCancelled && queue.hasJoiners(account)
        for joiner in queue.end(account) { joiner.resume(returning: isAbandoned ? .abandoned : .ended(report)) }
        queue.passTurn()
        if !isAbandoned { await tell(report) }
        return report
    }

    /// Whether a remediation of the account runs or waits for its turn.
    ///
    /// - Throws: `ManagedAppError.invalidAccountID`.
    public func remediationInProgress(forAccountID accountID: String) throws(ManagedAppError) -> Bool {
        queue.contains(try AccountIdentifier(accountID).text)
    }

    // MARK: Who is told

    /// Sets who is told what came of each remediation; it is held strongly.
    public func setDelegate(_ delegate: (any ComplianceDelegate)?) { self.delegate = delegate }

    /// The statuses from now on, for one reader; a reader that is more than 64 behind misses the oldest.
    public func statuses() -> AsyncStream<ComplianceReport> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ComplianceReport.self, bufferingPolicy: .bufferingNewest(64))
        subscribers.append(continuation)
        return stream
    }

    /// Tells everybody.
    func tell(_ report: ComplianceReport) async {
        subscribers.removeAll { subscriber in
            if case .terminated = subscriber.yield(report) { true } else { false }
        }
        await delegate?.complianceDidEnd(report)
    }

    // MARK: What is kept

    /// The endpoints, asked for once.
    func metadata() async throws(ManagedAppError) -> GatewayMetadata {
        if let loadedMetadata { return loadedMetadata }
        let found = try await connection.metadata()
        loadedMetadata = found
        return found
    }

    func record(_ account: String) async throws(ManagedAppError) -> AccountRecord? {
        try await book()[account]
    }

    /// Writes what is known of an account before anything is built upon it; nil forgets the account.
    func keep(_ record: AccountRecord?, _ account: String) async throws(ManagedAppError) {
        var book = try await book()
        let before = book.enrollmentIDs
        guard book[account] != record else { return }
        book[account] = record
        loadedBook = book
        do throws(LocalStoreError) {
            try await secrets.write(book.jsonBytes(), as: AccountBook.itemName)
            if book.enrollmentIDs != before { try await enrollmentIDs?.write(book.enrollmentIDs) }
        } catch {
            throw .clientFault(error.description)
        }
    }

    private func book() async throws(ManagedAppError) -> AccountBook {
        if let loadedBook { return loadedBook }
        do throws(LocalStoreError) {
            guard let bytes = try await secrets.read(AccountBook.itemName) else { return AccountBook() }
            let read = try Self.book(bytes)
            // Another task may have written while the store was asked.
            if let loadedBook { return loadedBook }
            loadedBook = read
            return read
        } catch {
            throw .clientFault(error.description)
        }
    }

    private static func book(_ bytes: [UInt8]) throws(LocalStoreError) -> AccountBook {
        do throws(JSONError) {
            return try AccountBook(jsonBytes: bytes)
        } catch {
            throw .malformed(AccountBook.itemName)
        }
    }

    // MARK: One at a time

    func takeTurn(_ account: String) async {
        await withCheckedContinuation { turns.take(account, $0) }
    }

    func passTurn(_ account: String) { turns.pass(account) }
}
