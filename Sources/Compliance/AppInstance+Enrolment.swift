public import AccessModel

/// What an app brings to be enrolled; every proof in it has been verified.
public struct EnrolmentRequest: Sendable, Hashable {
    /// The identifier of the instance, if it is a new one.
    public var id: AppInstanceID
    /// The account.
    public var account: AccountID
    /// The app.
    public var client: ClientID
    /// The platform.
    public var platform: DevicePlatform
    /// The device, if it is known.
    public var device: DeviceID?
    /// The SHA-256 thumbprint of the key that was proved (RFC 7638); nil for stock clients that cannot prove a key.
    public var keyThumbprint: String?
    /// The evidence that was shown.
    public var evidence: Evidence

    /// Makes a request.
    public init(
        id: AppInstanceID, account: AccountID, client: ClientID, platform: DevicePlatform, device: DeviceID? = nil,
        keyThumbprint: String?, evidence: Evidence
    ) {
        self.id = id
        self.account = account
        self.client = client
        self.platform = platform
        self.device = device
        self.keyThumbprint = keyThumbprint
        self.evidence = evidence
    }
}

extension AppInstance {
    /// Enrols an app for an account, or renews the enrolment of the instance that holds the same key.
    ///
    /// A renewal keeps posture, approval and failing checks, and the better evidence. A new instance starts without a
    /// report, so that it is not compliant; it inherits since when checks fail on the same device, so that enrolling
    /// again does not start a grace anew. A block holds for whoever cannot be told from the blocked instance.
    ///
    /// - Parameters:
    ///   - request: What the app brings.
    ///   - earlier: Every earlier instance of this account and app, ended ones included.
    ///   - facts: The facts to evaluate on.
    ///   - now: The instant.
    /// - Returns: The new or renewed instance, or why there is none.
    public static func enrol(
        _ request: EnrolmentRequest, earlier: [AppInstance], facts: ComplianceFacts, at now: Timestamp
    ) -> TransitionOutcome {
        guard facts.isAccountEnabled else { return .refused(.accountDisabled) }
        let own = earlier.filter { $0.account == request.account && $0.client == request.client }
        if own.contains(where: { $0.isBlocked && request.mayBe($0) }) { return .refused(.blockedEarlier) }
        if let key = request.keyThumbprint,
            let current = own.first(where: { $0.isEnrolled && $0.keyThumbprint == key })
        {
            guard current.platform == request.platform else { return .refused(.platformChanged) }
            return .done(current.renewed(request, facts, at: now))
        }
        var instance = AppInstance(request, at: now)
        instance.failingSince = inherited(request.device, own)
        return .done(instance.settled(facts, at: now, first: [.issueEnrollmentID], isNew: true))
    }

    private init(_ request: EnrolmentRequest, at now: Timestamp) {
        self.init(
            id: request.id, account: request.account, client: request.client, platform: request.platform,
            keyThumbprint: request.keyThumbprint, enrolledAt: now, device: request.device, evidence: request.evidence,
            result: ComplianceResult(status: .interactionRequired, reasons: [.postureMissing], evaluatedAt: now))
    }

    private func renewed(
        _ request: EnrolmentRequest, _ facts: ComplianceFacts, at now: Timestamp
    ) -> ComplianceTransition {
        var next = self
        next.device = request.device ?? device
        if request.evidence.level(at: now) >= evidence.level(at: now) { next.evidence = request.evidence }
        return next.settled(facts, at: now, first: [.issueEnrollmentID])
    }

    private static func inherited(_ device: DeviceID?, _ own: [AppInstance]) -> [ProtectionCheck: Timestamp] {
        guard let device else { return [:] }
        let last = own.filter { $0.device == device }.max { ($0.enrolledAt, $0.id) < ($1.enrolledAt, $1.id) }
        return last?.failingSince ?? [:]
    }
}

extension EnrolmentRequest {
    /// Whether the one who asks may be that instance: the same key, the same device, or nothing to tell them apart by.
    fileprivate func mayBe(_ instance: AppInstance) -> Bool {
        if let keyThumbprint, keyThumbprint == instance.keyThumbprint { return true }
        if let device, device == instance.device { return true }
        return keyThumbprint == nil && device == nil
    }
}
