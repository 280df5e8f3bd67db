public import AccessModel

/// What came of a remediation, or what the gateway says of an account's app now.
public struct ComplianceReport: Sendable, Equatable {
    /// The account's object id.
    public var accountID: String
    /// One of the six values.
    public var status: ComplianceStatus
    /// A few words for the user; filled for every status.
    public var title: String
    /// What is so and what the user can do; filled for every status.
    public var message: String
    /// Stable codes of what is open; the gateway's, or one of `ClientReason`.
    public var reasons: [String]
    /// Stable codes of what can be done about it, in order.
    public var actions: [String]
    /// What to tell support, if the gateway gave an id.
    public var supportID: String?
    /// The installation, if it is enrolled.
    public var instanceID: String?
    /// A page that leads the user through what is open, if the gateway has one; whoever has its address can use it.
    public var remediationURI: String?
    /// When the status must be asked for again at the latest.
    public var reevaluateAt: Timestamp?

    /// Makes a report; title and message of the SDK's own unless they are given.
    public init(
        accountID: String, status: ComplianceStatus, language: AppLanguage = .english, reasons: [String] = [],
        actions: [String] = []
    ) {
        let text = StatusText(status, in: language)
        self.accountID = accountID
        self.status = status
        title = text.title
        message = text.message
        self.reasons = reasons
        self.actions = actions
    }
}

/// Reasons that the SDK itself gives.
public enum ClientReason {
    /// The gateway could not be reached.
    public static let gatewayUnreachable = "gateway_unreachable"
    /// The gateway was reached and answered badly.
    public static let gatewayFailed = "gateway_failed"
    /// The app got no token, since what it brought back from the sign-in is of no use; the app's fault and no failure of the
    /// service.
    public static let noToken = "client_no_token"
    /// Another account signed in than the one that was asked for.
    public static let otherAccount = "other_account_signed_in"
    /// The user must sign in, and the call was silent.
    public static let signInRequired = "sign_in_required"
    /// The user left.
    public static let userCancelled = "user_cancelled"
    /// The policy is not the gateway's: its signature or its claims are wrong.
    ///
    /// It was not applied.
    public static let policyNotVerified = "policy_not_verified"
    /// The app did not apply the policy.
    public static let policyNotApplied = "policy_not_applied"
    /// Tokens were refused again and again although the app is compliant.
    public static let refusalLoop = "refusal_loop"
    /// The app's own store failed.
    public static let storeFailed = "client_store_failed"
}

/// The status of app and device side by side: neither says anything of the other.
public struct AccountCompliance: Sendable, Equatable {
    /// The app's.
    public var app: ComplianceReport
    /// The device's.
    public var device: ComplianceReport

    /// Makes a pair.
    public init(app: ComplianceReport, device: ComplianceReport) {
        self.app = app
        self.device = device
    }
}
