import COpenSSL

/// A name that a certificate is for, beside its subject (RFC 5280 section 4.2.1.6).
public enum SubjectAlternativeName: Sendable, Hashable {
    /// A host name.
    case dns(String)
    /// A URI.
    case uri(String)
    /// A mail address.
    case email(String)
    /// An address of 4 or 16 bytes.
    case address([UInt8])

    /// The names in a certificate; kinds that are not listed here are left out.
    static func read(from certificate: CertificateHandle) throws(CryptographyError) -> [SubjectAlternativeName] {
        var critical: Int32 = 0
        ERR_clear_error()
        let found = unsafe X509_get_ext_d2i(certificate.pointer, NID_subject_alt_name, &critical, nil)
        ERR_clear_error()
        guard let found = unsafe found else {
            // -1 says that there is no such extension; -2 that there are several; 0 or 1 that it can't be read.
            guard critical == -1 else { throw .malformed("certificate") }
            return []
        }
        let names = OpaquePointer(found)
        defer { unsafe postern_names_free(names) }
        var result: [SubjectAlternativeName] = []
        for index in 0..<(unsafe postern_names_count(names)) {
            guard let name = try unsafe read(postern_names_at(names, index)) else { continue }
            result.append(name)
        }
        return result
    }

    @unsafe
    private static func read(
        _ name: UnsafeMutablePointer<GENERAL_NAME>?
    ) throws(CryptographyError) -> SubjectAlternativeName? {
        var type: Int32 = -1
        guard let value = unsafe GENERAL_NAME_get0_value(name, &type) else { throw .malformed("certificate") }
        guard [GEN_DNS, GEN_URI, GEN_EMAIL, GEN_IPADD].contains(type) else { return nil }
        let string = unsafe value.assumingMemoryBound(to: ASN1_STRING.self)
        let bytes = unsafe Array(
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
        if type == GEN_IPADD {
            guard bytes.count == 4 || bytes.count == 16 else { throw .malformed("certificate") }
            return .address(bytes)
        }
        // A NUL or a control character inside a name has fooled verifiers that stop there.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .malformed("certificate") }
        let text = String(decoding: bytes, as: UTF8.self)
        return type == GEN_DNS ? .dns(text) : type == GEN_URI ? .uri(text) : .email(text)
    }
}
