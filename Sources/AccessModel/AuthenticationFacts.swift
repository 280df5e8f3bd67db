/// How and when whoever asks has signed in.
public struct AuthenticationFacts: Sendable, Hashable {
    /// The methods that were used in this session.
    public var methods: Set<AuthenticationMethodMode>
    /// The authenticator attestation GUID of the FIDO2 key that was used; nil when it is not known.
    public var fido2AAGUID: String?
    /// The subject key identifier of the issuer of the certificate that was used, in lower-case hexadecimal.
    public var x509IssuerSKI: String?
    /// The policy object identifiers of the certificate that was used.
    public var x509PolicyOIDs: Set<String>
    /// How many seconds ago the first factor was shown; nil when it is not known.
    public var secondsSinceSignIn: Int?
    /// How many seconds ago a second factor was shown; nil when that is not known, or none was.
    public var secondsSinceSecondFactor: Int?
    /// Whether a token of this request is bound to a key of the client (RFC 9449, RFC 8705).
    public var isTokenBound: Bool

    /// Makes the facts; by default nothing is known.
    public init(
        methods: Set<AuthenticationMethodMode> = [], fido2AAGUID: String? = nil, x509IssuerSKI: String? = nil,
        x509PolicyOIDs: Set<String> = [], secondsSinceSignIn: Int? = nil, secondsSinceSecondFactor: Int? = nil,
        isTokenBound: Bool = false
    ) {
        self.methods = methods
        self.fido2AAGUID = fido2AAGUID
        self.x509IssuerSKI = x509IssuerSKI
        self.x509PolicyOIDs = x509PolicyOIDs
        self.secondsSinceSignIn = secondsSinceSignIn
        self.secondsSinceSecondFactor = secondsSinceSecondFactor
        self.isTokenBound = isTokenBound
    }
}

/// A method of authentication, as authentication strengths combine them (`authenticationMethodModes`).
public enum AuthenticationMethodMode: String, Sendable, Hashable, CaseIterable {
    /// A password.
    case password
    /// A phone call.
    case voice
    /// A one-time code of a hardware token.
    case hardwareOath
    /// A one-time code of an app.
    case softwareOath
    /// A text message.
    case sms
    /// A FIDO2 key or passkey.
    case fido2
    /// Windows Hello for Business.
    case windowsHelloForBusiness
    /// A push notification to an authenticator app.
    case microsoftAuthenticatorPush
    /// A push notification that signs in without a password.
    case deviceBasedPush
    /// A Temporary Access Pass that can be used once.
    case temporaryAccessPassOneTime
    /// A Temporary Access Pass that can be used several times.
    case temporaryAccessPassMultiUse
    /// A code by mail.
    case email
    /// A certificate that counts as one factor.
    case x509CertificateSingleFactor
    /// A certificate that counts as several factors.
    case x509CertificateMultiFactor
    /// One factor, shown to another identity provider.
    case federatedSingleFactor
    /// Several factors, shown to another identity provider.
    case federatedMultiFactor
    /// A QR code with a PIN.
    case qrCodePin
}
