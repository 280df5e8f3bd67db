public import AccessModel
import JOSE

/// The proof of possession that comes with a request at the token endpoint (RFC 9449 section 5).
public enum RequestProof: Sendable, Hashable {
    /// None came.
    case absent
    /// The key with this thumbprint was proved; the change uses the proof up.
    case proved(keyThumbprint: String, use: GrantChange)
    /// It is refused.
    case refused(ProofFault)

    /// How far a proof's time may be from ours.
    public static let window: Duration = .seconds(60)
    /// How long a used proof is remembered: longer than it can be presented.
    public static let memory: Duration = .seconds(130)

    /// Checks a proof.
    ///
    /// - Parameters:
    ///   - proof: the header `DPoP`; nil when it is absent.
    ///   - method: the request's method.
    ///   - url: the address of the endpoint as clients know it.
    ///   - accessToken: the access token that comes with it; nil at the token endpoint.
    ///   - tenant: the tenant.
    ///   - now: the time of the request.
    /// - Returns: what it proves.
    public static func verify(
        _ proof: String?, method: String, url: String, accessToken: String? = nil, tenant: TenantID, now: Timestamp
    ) -> RequestProof {
        guard let proof else { return .absent }
        let request = DPoPProof.Request(method: method, url: url, accessToken: accessToken)
        let freshness = DPoPProof.Freshness(past: window, future: window)
        switch DPoPProof.verify(proof, for: request, at: now, freshness: freshness) {
        case .failure: return .refused(.invalid)
        case .success(let verified):
            let thumbprint = verified.keyThumbprint.encoded
            let use = OneTimeUse(.proof, tenant: tenant, owner: thumbprint, identifier: verified.tokenID)
            return .proved(keyThumbprint: thumbprint, use: .useOnce(use, until: now + memory))
        }
    }
}
