import AccessModel
import Compliance
import Cryptography
import JOSE
import JSONCoding

/// A posture report as the app sends it: claims signed with the instance's key.
struct PostureToken {
    /// The `typ` header.
    static let type = "posture+jwt"

    /// What the app reports.
    let report: PostureReport
    /// The report's identifier, which is used once.
    let tokenID: String

    /// Verifies a report.
    ///
    /// - Parameters:
    ///   - compact: the token.
    ///   - key: the key that proved possession with the same request; its thumbprint is the instance's.
    ///   - instance: the instance that it must be about.
    ///   - issuer: the audience that it must name.
    ///   - now: the time.
    /// - Throws: ``PostureFault``.
    init(
        _ compact: String, key: PublicKey, instance: AppInstance, issuer: String, now: Timestamp
    ) throws(PostureFault) {
        let policy = JWSPolicy(algorithms: DPoPProof.algorithms, type: .exactly(Self.type), keys: .key(key))
        let rules = JWTRules(
            issuer: nil, subject: instance.id.rawValue, audience: .only([issuer]),
            clockSkew: AppInstance.maximumClockSkew, requiredClaims: ["iat", "jti"],
            maximumAge: AppInstance.maximumReportAge)
        let token: VerifiedJWT
        do {
            token = try JWT.verify(compact, policy: policy, rules: rules, at: now).get()
        } catch {
            throw Self.fault(error)
        }
        guard let tokenID = token.claims.tokenID, tokenID.utf8.count <= 128, let issuedAt = token.claims.issuedAt else {
            throw .malformed
        }
        self.tokenID = tokenID
        report = try Self.report(token.claims, reportedAt: issuedAt)
    }

    private static func report(_ claims: JWTClaims, reportedAt: Timestamp) throws(PostureFault) -> PostureReport {
        guard let app = claims.members["appVersion"]?.stringValue.flatMap(Version.init),
            let system = claims.members["osVersion"]?.stringValue.flatMap(Version.init),
            let platform = claims.members["platform"]?.stringValue.flatMap(DevicePlatform.init(rawValue:))
        else { throw .malformed }
        var revision: PolicyRevision?
        if let value = claims.members["revision"] {
            guard let text = value.stringValue, let read = PolicyRevision(text) else { throw .malformed }
            revision = read
        }
        return PostureReport(
            appliedRevision: revision, appVersion: app, osVersion: system, platform: platform,
            pinSet: try flag("pinSet", claims), rooted: try flag("rooted", claims), reportedAt: reportedAt)
    }

    private static func flag(_ name: String, _ claims: JWTClaims) throws(PostureFault) -> Bool? {
        switch claims.members[name] {
        case nil: return nil
        case .bool(let value): return value
        default: throw .malformed
        }
    }

    private static func fault(_ refusal: TokenRefusal) -> PostureFault {
        switch refusal {
        case .badSignature, .unknownKey, .ambiguousKey, .algorithmNotAllowed, .unacceptableEmbeddedKey: .signature
        case .wrongIssuer, .wrongSubject, .wrongAudience, .expired, .notYetValid, .issuedInFuture, .tooOld,
            .lifetimeTooLong:
            .claims
        default: .malformed
        }
    }
}
