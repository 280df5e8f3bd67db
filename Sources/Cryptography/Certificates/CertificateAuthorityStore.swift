import COpenSSL

/// The authorities that certificates are believed by.
///
/// A chain is good when it ends in one of them, each signature and time is right, keys and hashes have at least 112 bits
/// of strength, and the leaf is for the purpose. Revocation is the caller's to judge.
@safe
public final class CertificateAuthorityStore: @unchecked Sendable {
    /// The most certificates in a chain, the leaf among them.
    public static let maximumChainLength = 10

    // INVARIANT: filled in init and only read afterwards; the library guards its reads by its own lock.
    private let store: OpaquePointer
    /// The authorities.
    public let authorities: [Certificate]

    /// A store of self-signed authorities.
    /// - Throws: `library` when one can't be added.
    public init(_ authorities: [Certificate]) throws(CryptographyError) {
        self.authorities = authorities
        unsafe store = try CryptographyError.make("make a certificate store") { unsafe X509_STORE_new() }
        for authority in authorities {
            try CryptographyError.check("add an authority") {
                unsafe X509_STORE_add_cert(store, authority.handle.pointer)
            }
        }
    }

    deinit { unsafe X509_STORE_free(store) }

    /// Why `chain` is not believed at a time for `purpose`, or nil when it is.
    ///
    /// The chain is the leaf first, then whatever intermediates the peer sent, in any order; the time is in seconds since
    /// 1970.
    public func refusal(
        of chain: [Certificate], at seconds: Int64, for purpose: CertificatePurpose
    ) -> CertificateRefusal? {
        guard let leaf = chain.first, chain.count <= Self.maximumChainLength else { return .unacceptableChain }
        ERR_clear_error()
        defer { ERR_clear_error() }
        let intermediates = unsafe postern_certificates_new()
        let context = unsafe X509_STORE_CTX_new()
        defer {
            unsafe X509_STORE_CTX_free(context)
            unsafe postern_certificates_free(intermediates)
        }
        for certificate in chain.dropFirst() {
            guard unsafe postern_certificates_push(intermediates, certificate.handle.pointer) > 0 else {
                return .other(X509_V_ERR_OUT_OF_MEM)
            }
        }
        guard unsafe X509_STORE_CTX_init(context, store, leaf.handle.pointer, intermediates) == 1,
            let parameters = unsafe X509_STORE_CTX_get0_param(context)
        else { return .other(X509_V_ERR_OUT_OF_MEM) }
        unsafe X509_VERIFY_PARAM_set_time(parameters, Int(seconds))
        unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 2)
        unsafe X509_VERIFY_PARAM_set_depth(parameters, Int32(Self.maximumChainLength))
        guard unsafe X509_VERIFY_PARAM_set_purpose(parameters, purpose.number) == 1 else {
            return .other(X509_V_ERR_UNSPECIFIED)
        }
        guard unsafe X509_verify_cert(context) != 1 else { return nil }
        let code = unsafe X509_STORE_CTX_get_error(context)
        return code == X509_V_OK ? .other(X509_V_ERR_UNSPECIFIED) : CertificateRefusal(code: code)
    }
}
