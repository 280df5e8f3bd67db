public import AccessModel
public import Authentication
import ComplianceGateway

/// What the public listener's behaviour depends on, beside the environment's origin.
public struct GatewayAPIConfiguration: Sendable {
    /// The proxies whose `X-Forwarded-For` is believed; none by default.
    public var trustedProxies: [IPRange]
    /// How many attempts to sign in, and to guess user codes, an account and an address have.
    public var signInBudget: SignInBudget

    /// The most bytes of a body that any route reads; a server may refuse larger ones before they come.
    public static let maximumBodyByteCount = max(
        FormBody.maximumByteCount, ComplianceBody.maximumByteCount, ComplianceBody.maximumTokenByteCount,
        SubmittedForm.maximumByteCount, SignalDocument.maximumByteCount)

    /// Makes a configuration.
    public init(trustedProxies: [IPRange] = [], signInBudget: SignInBudget = SignInBudget()) {
        self.trustedProxies = trustedProxies
        self.signInBudget = signInBudget
    }
}
