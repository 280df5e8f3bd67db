public import AccessModel

/// Which combinations of authentication methods are strong enough (`authenticationStrengthPolicy`).
public struct AuthenticationStrength: Sendable, Hashable {
    /// What a key or certificate must be besides, for some of the combinations.
    public enum Restriction: Sendable, Hashable {
        /// The FIDO2 key has one of these authenticator attestation GUIDs.
        case fido2(allowedAAGUIDs: Set<String>)
        /// The certificate was issued by one of these issuers, by subject key identifier, and has one of these policies;
        /// an empty set asks for nothing.
        case x509(allowedIssuerSKIs: Set<String>, allowedPolicyOIDs: Set<String>)

        /// Whether a key or certificate is one of these; one of which it is not known is none.
        func admits(_ facts: AuthenticationFacts) -> Bool {
            switch self {
            case .fido2(let allowed): facts.fido2AAGUID.map(allowed.contains) ?? false
            case .x509(let issuers, let policies):
                (issuers.isEmpty || facts.x509IssuerSKI.map(issuers.contains) ?? false)
                    && (policies.isEmpty || !policies.isDisjoint(with: facts.x509PolicyOIDs))
            }
        }
    }

    /// Methods that are strong enough when all of them were used.
    public struct Combination: Sendable, Hashable {
        /// The methods.
        public var methods: Set<AuthenticationMethodMode>
        /// What must be true besides; all of it.
        public var restrictions: [Restriction]

        /// Makes a combination.
        public init(_ methods: Set<AuthenticationMethodMode>, restrictions: [Restriction] = []) {
            self.methods = methods
            self.restrictions = restrictions
        }
    }

    /// The strength's identifier.
    public var id: AuthenticationStrengthID
    /// The name that administrators see.
    public var displayName: String
    /// The combinations; one is enough.
    public var combinations: [Combination]
    /// What the strength has that the engine cannot evaluate, so that policies that refer to it are held at report-only;
    /// nil if it can be evaluated.
    public var unsupported: String?

    /// Makes a strength.
    public init(
        id: AuthenticationStrengthID, displayName: String, combinations: [Combination], unsupported: String? = nil
    ) {
        self.id = id
        self.displayName = displayName
        self.combinations = combinations
        self.unsupported = unsupported
    }
}

extension AuthenticationStrength {
    /// The strengths that every tenant has, weakest first.
    public static let builtIn: [AuthenticationStrength] = [.multifactor, .passwordless, .phishingResistant]

    /// Any two factors.
    public static let multifactor = AuthenticationStrength(
        id: AuthenticationStrengthID("00000000-0000-0000-0000-000000000002"),
        displayName: "Multifactor authentication",
        combinations: passwordless.combinations
            + alone([.temporaryAccessPassOneTime, .temporaryAccessPassMultiUse, .federatedMultiFactor])
            + secondFactors.flatMap { [Combination([.password, $0]), Combination([.federatedSingleFactor, $0])] })

    /// Two factors without a password.
    public static let passwordless = AuthenticationStrength(
        id: AuthenticationStrengthID("00000000-0000-0000-0000-000000000003"),
        displayName: "Passwordless MFA", combinations: phishingResistant.combinations + alone([.deviceBasedPush]))

    /// Two factors that cannot be shown to the wrong place.
    public static let phishingResistant = AuthenticationStrength(
        id: AuthenticationStrengthID("00000000-0000-0000-0000-000000000004"),
        displayName: "Phishing-resistant MFA",
        combinations: alone([.fido2, .windowsHelloForBusiness, .x509CertificateMultiFactor]))

    private static let secondFactors: [AuthenticationMethodMode] = [
        .microsoftAuthenticatorPush, .softwareOath, .hardwareOath, .sms, .voice,
    ]

    private static func alone(_ methods: [AuthenticationMethodMode]) -> [Combination] {
        methods.map { Combination([$0]) }
    }
}
