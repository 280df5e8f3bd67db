import COpenSSL

/// What a certificate is to be good for (RFC 5280 section 4.2.1.12).
public enum CertificatePurpose: Sendable {
    /// To authenticate a TLS client.
    case clientAuthentication
    /// To authenticate a TLS server.
    case serverAuthentication
    /// To sign anything; the extended key usage is not looked at.
    case any

    var number: Int32 {
        switch self {
        case .clientAuthentication: X509_PURPOSE_SSL_CLIENT
        case .serverAuthentication: X509_PURPOSE_SSL_SERVER
        case .any: X509_PURPOSE_ANY
        }
    }
}

/// Why a chain of certificates is not believed.
public enum CertificateRefusal: Sendable, Equatable {
    /// The chain is empty or longer than accepted.
    case unacceptableChain
    /// A certificate of the chain is past its time.
    case expired
    /// A certificate of the chain is before its time.
    case notYetValid
    /// No configured authority stands at the end of the chain.
    case unknownAuthority
    /// A signature in the chain does not verify.
    case badSignature
    /// The leaf is not for this purpose, or an issuer is no authority.
    case wrongPurpose
    /// A key or hash in the chain is too weak.
    case weakAlgorithm
    /// A name or a path length that an authority forbids.
    case forbiddenByAuthority
    /// Anything else, by the library's number.
    case other(Int32)

    init(code: Int32) {
        self =
            switch code {
            case X509_V_ERR_CERT_HAS_EXPIRED: .expired
            case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
            case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
                X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
                X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_UNTRUSTED:
                .unknownAuthority
            case X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE: .badSignature
            case X509_V_ERR_INVALID_PURPOSE, X509_V_ERR_INVALID_CA, X509_V_ERR_KEYUSAGE_NO_CERTSIGN: .wrongPurpose
            case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL, X509_V_ERR_CA_MD_TOO_WEAK: .weakAlgorithm
            case X509_V_ERR_PATH_LENGTH_EXCEEDED, X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION:
                .forbiddenByAuthority
            case X509_V_ERR_CERT_CHAIN_TOO_LONG: .unacceptableChain
            default: .other(code)
            }
    }
}
