public import AccessModel
import Cryptography
import JOSE
public import JSONCoding

/// The app-protection policy for one installation, its signature and claims verified.
public struct ProtectionPolicy: Sendable, Equatable {
    /// One of the policies that apply together.
    public struct Part: Sendable, Equatable {
        /// Its identifier.
        public let id: String
        /// Its name, for people.
        public let displayName: String
        /// What must hold: the members `requiresPIN`, `minimumOSVersion` and so on, as the gateway's guide lists them.
        public let rules: JSONMembers
    }

    /// The revision that a posture report names.
    public let revision: String
    /// Every policy that applies; the strictest rule of each kind counts.
    public let parts: [Part]
    /// When the policy must be fetched again.
    public let expiresAt: Timestamp

    /// Whether any part asks for a PIN.
    public var requiresPIN: Bool { parts.contains { $0.rules["requiresPIN"] == .bool(true) } }

    /// The `typ` of the document.
    static let type = "app-protection-policy+jwt"

    /// Believes a document if it is the gateway's, and for this installation.
    ///
    /// - Throws: why it is refused.
    init(
        _ compact: String, keys: JWKSet, issuer: String, clientID: String, instance: String, now: Timestamp
    ) throws(TokenRefusal) {
        let policy = JWSPolicy(algorithms: [.es256], type: .exactly(Self.type), keys: .set(keys))
        let rules = JWTRules(
            issuer: issuer, subject: instance, audience: .only([clientID]), clockSkew: .seconds(300),
            requiredClaims: ["exp", "iat", "revision"], maximumLifetime: .seconds(8 * 86_400))
        let limits = JWSLimits(maximumBytes: 1 << 20, header: .token, claims: .standard)
        let token = try JWT.verify(compact, policy: policy, rules: rules, at: now, limits: limits).get()
        guard let revision = token.claims.members["revision"]?.stringValue, let end = token.claims.expiration else {
            throw .missingClaim("revision")
        }
        self.revision = revision
        expiresAt = end
        parts = (token.claims.members["policies"]?.arrayValue ?? []).compactMap { item in
            guard let id = item["id"]?.stringValue else { return nil }
            return Part(
                id: id, displayName: item["displayName"]?.stringValue ?? id,
                rules: item["rules"]?.objectValue ?? JSONMembers())
        }
    }
}
