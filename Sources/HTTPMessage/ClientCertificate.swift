/// The certificate that a TLS client showed, and what the server made of it.
public struct ClientCertificate: Hashable, Sendable {
    /// What the chain check against the configured authorities found.
    public enum Trust: Hashable, Sendable {
        /// The chain ends in a configured authority and is valid now.
        case verified
        /// It does not; the X.509 verification code (`X509_V_ERR_...`). The application judges it, for example by thumbprint.
        case unverified(code: Int)
    }

    /// The leaf certificate in DER.
    public let der: [UInt8]
    /// What the chain check found.
    public let trust: Trust

    /// Makes a certificate record.
    public init(der: [UInt8], trust: Trust) {
        self.der = der
        self.trust = trust
    }
}
