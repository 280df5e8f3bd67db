import COpenSSL

/// The one owner of a certificate object of the library.
@safe
final class CertificateHandle: @unchecked Sendable {
    // INVARIANT: the certificate is never changed after init; what the library caches in it, it guards by its own lock.
    let pointer: OpaquePointer

    /// Takes over the reference that `pointer` holds.
    @unsafe
    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe X509_free(pointer) }

    /// Reads one certificate that must fill `der` and be in DER: the library also takes looser encodings, and then one
    /// certificate would have several texts and fingerprints.
    static func make(der: [UInt8]) throws(CryptographyError) -> CertificateHandle {
        ERR_clear_error()
        var consumed = 0
        let certificate = unsafe der.withPointer { start, count in
            var cursor: UnsafePointer<UInt8>? = unsafe start
            let certificate = unsafe d2i_X509(nil, &cursor, count)
            consumed = unsafe cursor.map { unsafe $0 - start } ?? 0
            return unsafe certificate.map { unsafe CertificateHandle(owning: $0) }
        }
        ERR_clear_error()
        guard let certificate, consumed == der.count else { throw .malformed("certificate") }
        let encoded = try unsafe DERWriter.write("encode a certificate") { unsafe i2d_X509(certificate.pointer, $0) }
        guard encoded == der else { throw .malformed("certificate") }
        return certificate
    }

    /// A distinguished name as RFC 2253 writes it, control characters escaped.
    @unsafe
    static func text(of name: OpaquePointer?) throws(CryptographyError) -> String {
        let output = try unsafe CryptographyError.make("read a name") { unsafe BIO_new(BIO_s_mem()) }
        defer { unsafe BIO_free(output) }
        guard unsafe X509_NAME_print_ex(output, name, 0, postern_name_flags) >= 0 else {
            throw .failed(to: "read a name")
        }
        var start: UnsafeMutablePointer<CChar>?
        let count = unsafe postern_bio_memory(output, &start)
        guard let start = unsafe start, count > 0 else { return "" }
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// Seconds since 1970 of a time in a certificate.
    @unsafe
    static func seconds(of time: UnsafePointer<ASN1_TIME>?) throws(CryptographyError) -> Int64 {
        let epoch = unsafe ASN1_TIME_set(nil, 0)
        defer { unsafe ASN1_TIME_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        ERR_clear_error()
        guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { throw .malformed("certificate") }
        return Int64(days) * 86_400 + Int64(seconds)
    }
}
