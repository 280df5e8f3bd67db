/// Why a signed token or proof is not accepted.
///
/// It is for logs and tests: what a client is told is decided where answers are made, and is the same for most of these.
public enum TokenRefusal: Error, Sendable, Equatable {
    /// A part of a token that has a form of its own.
    public enum Part: String, Sendable {
        /// The three parts and the dots between them.
        case compact
        /// The protected header.
        case header
        /// The payload.
        case payload
        /// The signature's encoding.
        case signature
    }

    /// The part is not in the form that its specification gives it.
    case malformed(Part)
    /// The token or its header is larger than accepted.
    case oversized
    /// The token is encrypted, where a signed one is expected.
    case encrypted
    /// The header demands an extension that is not known here (`crit`, `b64`).
    case unknownExtension
    /// The algorithm is not among the ones accepted for this use.
    case algorithmNotAllowed
    /// The header's `typ` is not the one of this use.
    case wrongType
    /// No key that is known for this use has the identifier and kind that the header names.
    case unknownKey
    /// The header does not say which of several keys was used.
    case ambiguousKey
    /// The header's own key is missing, malformed, weak or private.
    case unacceptableEmbeddedKey
    /// The signature does not verify.
    case badSignature
    /// A claim that must be there is not.
    case missingClaim(String)
    /// A claim is of another kind, size or range than its specification gives it.
    case malformedClaim(String)
    /// The issuer is another.
    case wrongIssuer
    /// The subject is another.
    case wrongSubject
    /// The token is for somebody else.
    case wrongAudience
    /// The time of `exp` has passed.
    case expired
    /// The time of `nbf` has not come.
    case notYetValid
    /// The time of `iat` has not come.
    case issuedInFuture
    /// The token was issued too long ago.
    case tooOld
    /// The token would live longer than accepted.
    case lifetimeTooLong
    /// The proof is for another request method.
    case wrongMethod
    /// The proof is for another address.
    case wrongTarget
    /// The proof is for another access token.
    case wrongAccessToken
    /// The proof has no nonce, or not the one that was given out.
    case wrongNonce
}

extension TokenRefusal: CustomStringConvertible {
    /// A stable code that is safe to log: it holds nothing of the token but the names of claims that rules ask for.
    public var description: String {
        switch self {
        case .malformed(let part): "malformed_\(part.rawValue)"
        case .oversized: "oversized"
        case .encrypted: "encrypted"
        case .unknownExtension: "unknown_extension"
        case .algorithmNotAllowed: "algorithm_not_allowed"
        case .wrongType: "wrong_type"
        case .unknownKey: "unknown_key"
        case .ambiguousKey: "ambiguous_key"
        case .unacceptableEmbeddedKey: "unacceptable_embedded_key"
        case .badSignature: "bad_signature"
        case .missingClaim(let name): "missing_claim_\(name)"
        case .malformedClaim(let name): "malformed_claim_\(name)"
        case .wrongIssuer: "wrong_issuer"
        case .wrongSubject: "wrong_subject"
        case .wrongAudience: "wrong_audience"
        case .expired: "expired"
        case .notYetValid: "not_yet_valid"
        case .issuedInFuture: "issued_in_future"
        case .tooOld: "too_old"
        case .lifetimeTooLong: "lifetime_too_long"
        case .wrongMethod: "wrong_method"
        case .wrongTarget: "wrong_target"
        case .wrongAccessToken: "wrong_access_token"
        case .wrongNonce: "wrong_nonce"
        }
    }
}
