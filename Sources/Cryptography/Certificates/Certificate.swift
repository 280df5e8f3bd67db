import COpenSSL

/// An X.509 certificate that was read and not yet believed (RFC 5280).
public struct Certificate: Sendable {
    /// The largest certificate that is read, in bytes.
    public static let maximumByteCount = 16 << 10

    let handle: CertificateHandle
    /// The DER encoding that it was read from.
    public let der: [UInt8]
    /// The subject, as RFC 2253 writes it.
    public let subject: String
    /// The issuer, as RFC 2253 writes it.
    public let issuer: String
    /// The serial number, big-endian, in as few bytes as it needs.
    public let serialNumber: [UInt8]
    /// The first second of its validity, since 1970.
    public let notBefore: Int64
    /// The last second of its validity, since 1970.
    public let notAfter: Int64
    /// The names that it is for.
    public let alternativeNames: [SubjectAlternativeName]
    /// The DER SubjectPublicKeyInfo.
    public let spki: [UInt8]

    /// Reads a DER certificate.
    /// - Throws: `malformed` or `unsupported` (its size).
    public init(der: [UInt8]) throws(CryptographyError) {
        guard der.count <= Self.maximumByteCount else { throw .unsupported("certificate size") }
        handle = try CertificateHandle.make(der: der)
        let pointer = unsafe handle.pointer
        self.der = der
        subject = try unsafe CertificateHandle.text(of: X509_get_subject_name(pointer))
        issuer = try unsafe CertificateHandle.text(of: X509_get_issuer_name(pointer))
        serialNumber = try Self.serialNumber(of: handle)
        notBefore = try unsafe CertificateHandle.seconds(of: X509_get0_notBefore(pointer))
        notAfter = try unsafe CertificateHandle.seconds(of: X509_get0_notAfter(pointer))
        alternativeNames = try SubjectAlternativeName.read(from: handle)
        spki = try unsafe DERWriter.write("read a certificate") {
            unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), $0)
        }
    }

    /// Reads the one certificate in a PEM text (RFC 7468 section 5).
    /// - Throws: `malformed` or `unsupported`.
    public init(pem: String) throws(CryptographyError) {
        try self.init(der: PEM.decodeOne(pem, label: .certificate))
    }

    /// Reads every certificate in a PEM text, in their order.
    /// - Throws: `malformed` when there is none or anything else; `unsupported`.
    public static func list(pem: String) throws(CryptographyError) -> [Certificate] {
        let items = try PEM.decode(pem, label: .certificate)
        guard !items.isEmpty else { throw .malformed("pem text") }
        var certificates: [Certificate] = []
        for item in items {
            certificates.append(try Certificate(der: item))
        }
        return certificates
    }

    /// The PEM text.
    public var pem: String { PEM.encode(der, label: .certificate) }

    /// The public key.
    /// - Throws: `unsupported` when it is of a kind or size that does not sign here.
    public func publicKey() throws(CryptographyError) -> PublicKey { try PublicKey(spki: spki) }

    /// The SHA-1 fingerprint, only to look a certificate up by the `x5t` that old clients send.
    public var sha1FingerprintForLookup: [UInt8] { Digest.sha1ForLookup(der) }

    private static func serialNumber(of certificate: CertificateHandle) throws(CryptographyError) -> [UInt8] {
        let number = unsafe ASN1_INTEGER_to_BN(X509_get0_serialNumber(certificate.pointer), nil)
        defer { unsafe BN_free(number) }
        guard unsafe number != nil, unsafe BN_is_negative(number) == 0 else { throw .malformed("certificate") }
        let count = Int(unsafe BN_num_bits(number) + 7) / 8
        guard let bytes = unsafe [UInt8].filled(count, by: { unsafe BN_bn2bin(number, $0) == Int32(count) }) else {
            throw .failed(to: "read a certificate")
        }
        return bytes
    }
}

extension Certificate: Hashable {
    /// Whether both are the same bytes.
    public static func == (left: Certificate, right: Certificate) -> Bool { left.der == right.der }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(der) }
}
