import COpenSSL

/// Fills in and signs one certificate.
@safe
final class CertificateBuilder {
    private let certificate: OpaquePointer
    private let issuer: Certificate?

    init(
        _ template: CertificateTemplate, subject: PublicKey, issuer: Certificate?
    ) throws(CryptographyError) {
        guard (1...64).contains(template.commonName.count), template.commonName.utf8.count <= 200,
            template.notBefore < template.notAfter, template.alternativeNames.count <= 100
        else { throw .unsupported("certificate template") }
        unsafe certificate = try CryptographyError.make("make a certificate") { unsafe X509_new() }
        self.issuer = issuer
        try setFields(template, subject: subject)
        try setNames(template)
        for (identifier, value) in Self.extensions(template.usage, isSelfSigned: issuer == nil) {
            try addExtension(identifier, value)
        }
        try addAlternativeNames(template.alternativeNames)
    }

    deinit { unsafe X509_free(certificate) }

    func sign(_ key: SigningKey) throws(CryptographyError) -> Certificate {
        ERR_clear_error()
        let hash = unsafe key.type == .ed25519 ? nil : FetchedDigest.sha256.pointer
        guard unsafe X509_sign(certificate, key.handle.pointer, hash) > 0 else {
            throw .failed(to: "sign a certificate")
        }
        return try Certificate(der: unsafe DERWriter.write("write a certificate") { unsafe i2d_X509(certificate, $0) })
    }

    private func setFields(_ template: CertificateTemplate, subject: PublicKey) throws(CryptographyError) {
        // 127 random bits, never zero: unguessable and positive (RFC 5280 section 4.1.2.2).
        var serial = RandomBytes.generate(16)
        serial[0] = serial[0] & 0x7F | 0x40
        let number = unsafe serial.withPointer { unsafe BN_bin2bn($0, Int32($1), nil) }
        defer { unsafe BN_free(number) }
        try CryptographyError.check("make a certificate") {
            unsafe X509_set_version(certificate, Int(X509_VERSION_3)) == 1
                && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
                && ASN1_TIME_set(X509_getm_notBefore(certificate), Int(template.notBefore)) != nil
                && ASN1_TIME_set(X509_getm_notAfter(certificate), Int(template.notAfter)) != nil
                && X509_set_pubkey(certificate, subject.handle.pointer) == 1 ? 1 : 0
        }
    }

    private func setNames(_ template: CertificateTemplate) throws(CryptographyError) {
        let name = Array(template.commonName.utf8)
        let subject = unsafe X509_get_subject_name(certificate)
        try CryptographyError.check("name a certificate") {
            unsafe name.withPointer { start, count in
                unsafe X509_NAME_add_entry_by_NID(subject, NID_commonName, MBSTRING_UTF8, start, Int32(count), -1, 0)
            }
        }
        let issuerName = unsafe issuer.map { unsafe X509_get_subject_name($0.handle.pointer) } ?? subject
        try CryptographyError.check("name a certificate") { unsafe X509_set_issuer_name(certificate, issuerName) }
    }

    private static func extensions(
        _ usage: CertificateTemplate.Usage, isSelfSigned: Bool
    ) -> [(identifier: Int32, value: String)] {
        let shared = [(NID_subject_key_identifier, "hash")]
        let authority = isSelfSigned ? [] : [(NID_authority_key_identifier, "keyid:always")]
        let own =
            switch usage {
            case .authority:
                [
                    (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                    (NID_key_usage, "critical,keyCertSign,cRLSign"),
                ]
            case .server:
                [
                    (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                    (NID_ext_key_usage, "serverAuth"),
                ]
            case .client:
                [
                    (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                    (NID_ext_key_usage, "clientAuth"),
                ]
            }
        return shared + authority + own
    }

    /// Adds an extension by the library's text form; only texts written here go in, never input.
    private func addExtension(_ identifier: Int32, _ value: String) throws(CryptographyError) {
        ERR_clear_error()
        var context = unsafe X509V3_CTX()
        let issuerPointer = unsafe issuer.map { unsafe $0.handle.pointer } ?? certificate
        unsafe X509V3_set_ctx(&context, issuerPointer, certificate, nil, nil, 0)
        guard let made = unsafe X509V3_EXT_conf_nid(nil, &context, identifier, value) else {
            throw .failed(to: "make an extension")
        }
        defer { unsafe X509_EXTENSION_free(made) }
        try CryptographyError.check("add an extension") { unsafe X509_add_ext(certificate, made, -1) }
    }

    private func addAlternativeNames(_ names: [SubjectAlternativeName]) throws(CryptographyError) {
        guard !names.isEmpty else { return }
        let list = try unsafe CryptographyError.make("make names") { unsafe postern_names_new() }
        defer { unsafe postern_names_free(list) }
        for name in names {
            try unsafe append(name, to: list)
        }
        try CryptographyError.check("add names") {
            unsafe X509_add1_ext_i2d(certificate, NID_subject_alt_name, UnsafeMutableRawPointer(list), 0, 0)
        }
    }

    @unsafe
    private func append(_ name: SubjectAlternativeName, to list: OpaquePointer) throws(CryptographyError) {
        let (type, bytes) =
            switch name {
            case .dns(let text): (GEN_DNS, Array(text.utf8))
            case .uri(let text): (GEN_URI, Array(text.utf8))
            case .email(let text): (GEN_EMAIL, Array(text.utf8))
            case .address(let bytes): (GEN_IPADD, bytes)
            }
        let isFit = type == GEN_IPADD ? [4, 16].contains(bytes.count) : bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard isFit, (1...2048).contains(bytes.count) else { throw .unsupported("certificate template") }
        let string = unsafe ASN1_STRING_type_new(type == GEN_IPADD ? V_ASN1_OCTET_STRING : V_ASN1_IA5STRING)
        let entry = unsafe GENERAL_NAME_new()
        guard let string = unsafe string, let entry = unsafe entry,
            unsafe bytes.withPointer({ unsafe ASN1_STRING_set(string, $0, Int32($1)) }) == 1
        else {
            unsafe ASN1_STRING_free(string)
            unsafe GENERAL_NAME_free(entry)
            throw .failed(to: "make names")
        }
        unsafe GENERAL_NAME_set0_value(entry, type, string)
        guard unsafe postern_names_push(list, entry) > 0 else {
            unsafe GENERAL_NAME_free(entry)
            throw .failed(to: "make names")
        }
    }
}
