/// What a certificate is to say that is issued here.
public struct CertificateTemplate: Sendable {
    /// What the certificate is for.
    public enum Usage: Sendable {
        /// To issue leaf certificates, and no further authorities.
        case authority
        /// To authenticate a TLS server.
        case server
        /// To authenticate a TLS client.
        case client
    }

    /// The common name in the subject, 1 to 64 characters.
    public var commonName: String
    /// The names that it is for.
    public var alternativeNames: [SubjectAlternativeName]
    /// The first second of its validity, since 1970.
    public var notBefore: Int64
    /// The last second of its validity, since 1970.
    public var notAfter: Int64
    /// What it is for.
    public var usage: Usage

    /// A template.
    public init(
        commonName: String, alternativeNames: [SubjectAlternativeName] = [], notBefore: Int64, notAfter: Int64,
        usage: Usage
    ) {
        self.commonName = commonName
        self.alternativeNames = alternativeNames
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.usage = usage
    }
}

extension Certificate {
    /// Issues a certificate that its own key signs.
    /// - Throws: `unsupported` for a template out of range; `library`.
    public static func selfSigned(
        _ template: CertificateTemplate, key: SigningKey
    ) throws(CryptographyError) -> Certificate {
        try CertificateBuilder(template, subject: key.publicKey, issuer: nil).sign(key)
    }

    /// Issues a certificate for `subject`, signed by `key`, which must be the key of this authority.
    /// - Throws: `unsupported` for a template out of range or another key; `library`.
    public func issue(
        _ template: CertificateTemplate, for subject: PublicKey, key: SigningKey
    ) throws(CryptographyError) -> Certificate {
        guard try publicKey() == key.publicKey else { throw .unsupported("key of another authority") }
        return try CertificateBuilder(template, subject: subject, issuer: self).sign(key)
    }
}
