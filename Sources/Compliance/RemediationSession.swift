public import AccessModel

/// A remediation that a user is led through: one app of one account, from the first ask until it is solved or left.
///
/// One installation of an app has at most one open session; an app that is not enrolled yet counts as one installation,
/// and the session becomes the installation's own when it enrols.
///
/// | state | event | next state |
/// |---|---|---|
/// | (none) | an interactive remediation needs the user | open |
/// | open | the same again, or the page is used | open, for another 15 minutes |
/// | open | the instance is compliant | completed |
/// | open | the user leaves, the instance is unenrolled or wiped | cancelled |
/// | open | 15 minutes without use, or 8 hours after it was opened | expired |
/// | completed, cancelled, expired | anything | unchanged |
public struct RemediationSession: Sendable, Hashable {
    /// How long a session stays open without being used.
    public static let idleLimit = Duration.seconds(15 * 60)
    /// How long a session stays open however much it is used.
    public static let lifetime = Duration.seconds(8 * 3600)

    /// Where a session is in its life.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// The user can go on.
        case open
        /// The app became compliant.
        case completed
        /// The user left, or the instance ended.
        case cancelled
        /// It was not used for too long, or it is too old.
        case expired
    }

    /// Why a session is no longer open; the texts are stable.
    public enum Closure: String, Sendable, Hashable, CaseIterable {
        /// The instance became compliant.
        case compliant
        /// The user left.
        case left
        /// The instance was unenrolled.
        case unenrolled
        /// The instance was wiped.
        case wiped
        /// It was not used for ``RemediationSession/idleLimit``.
        case inactivity
        /// It was open for ``RemediationSession/lifetime``.
        case age

        /// The state that it leads to.
        public var state: State {
            switch self {
            case .compliant: .completed
            case .left, .unenrolled, .wiped: .cancelled
            case .inactivity, .age: .expired
            }
        }
    }

    /// The identifier; it opens nothing.
    public let id: RemediationSessionID
    /// The account.
    public let account: AccountID
    /// The app.
    public let client: ClientID
    /// The installation; nil while the app is not enrolled.
    public var instance: AppInstanceID?
    /// Whether the app declared the capability `protapp`; nil when nobody asked it.
    public let declaredCapability: Bool?
    /// When it was opened.
    public let openedAt: Timestamp
    /// When it expires if it is not used; never later than ``endsAt``.
    public private(set) var expiresAt: Timestamp
    /// Why it is no longer open; nil while nobody closed it.
    public private(set) var closure: Closure?

    /// When it expires however much it is used.
    public var endsAt: Timestamp { openedAt + Self.lifetime }

    /// Restores a session from its stored members.
    public init(
        id: RemediationSessionID, account: AccountID, client: ClientID, instance: AppInstanceID?,
        declaredCapability: Bool?, openedAt: Timestamp, expiresAt: Timestamp, closure: Closure?
    ) {
        self.id = id
        self.account = account
        self.client = client
        self.instance = instance
        self.declaredCapability = declaredCapability
        self.openedAt = openedAt
        self.expiresAt = expiresAt
        self.closure = closure
    }

    /// Opens a session.
    public init(
        id: RemediationSessionID, account: AccountID, client: ClientID, instance: AppInstanceID?,
        declaredCapability: Bool?, at now: Timestamp
    ) {
        self.init(
            id: id, account: account, client: client, instance: instance, declaredCapability: declaredCapability,
            openedAt: now, expiresAt: now + Self.idleLimit, closure: nil)
    }

    /// Why it is no longer open at `now`: what closed it, or the time that passed; nil while it is open.
    public func closure(at now: Timestamp) -> Closure? {
        if let closure { return closure }
        guard now >= expiresAt else { return nil }
        return expiresAt >= endsAt ? .age : .inactivity
    }

    /// Its state at `now`.
    public func state(at now: Timestamp) -> State { closure(at: now)?.state ?? .open }

    /// The session after it was used; only an open one can be.
    public func used(at now: Timestamp) -> RemediationSession {
        guard closure(at: now) == nil else { return self }
        var next = self
        next.expiresAt = min(now + Self.idleLimit, endsAt)
        return next
    }

    /// The session after it was closed; what closed it first stays.
    public func closed(as closure: Closure, at now: Timestamp) -> RemediationSession {
        var next = self
        next.closure = self.closure(at: now) ?? closure
        return next
    }

    /// Whether it is about this installation of this app.
    public func concerns(_ instance: AppInstanceID?, of client: ClientID) -> Bool {
        client == self.client && instance == self.instance
    }
}

extension AppInstance {
    /// Why an open session about this instance is to be closed now.
    ///
    /// - Parameter result: what the instance is evaluated to.
    /// - Returns: nil when it goes on.
    public func remediationClosure(after result: ComplianceResult) -> RemediationSession.Closure? {
        switch lifecycle {
        case .unenrolled: .unenrolled
        case .wiped: .wiped
        case .enrolled: result.status == .compliant ? .compliant : nil
        }
    }
}
