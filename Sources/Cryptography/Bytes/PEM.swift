import COpenSSL

/// Textual encoding of DER values (RFC 7468).
enum PEM {
    enum Label: String {
        case publicKey = "PUBLIC KEY"
        case privateKey = "PRIVATE KEY"
        case certificate = "CERTIFICATE"
    }

    static let maximumByteCount = 1 << 20
    static let maximumItems = 1000

    static func encode(_ der: [UInt8], label: Label) -> String {
        var text = "-----BEGIN \(label.rawValue)-----\n"
        var rest = Base64.encode(der)[...]
        while !rest.isEmpty {
            text += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        return text + "-----END \(label.rawValue)-----\n"
    }

    /// The one value in `text`.
    static func decodeOne(_ text: String, label: Label) throws(CryptographyError) -> [UInt8] {
        let items = try decode(text, label: label)
        guard items.count == 1, let only = items.first else { throw .malformed("pem text") }
        return only
    }

    /// Every value in `text`, all of which must have the label; text between them is ignored, as RFC 7468 allows.
    static func decode(_ text: String, label: Label) throws(CryptographyError) -> [[UInt8]] {
        guard text.utf8.count <= maximumByteCount else { throw .unsupported("pem size") }
        let bytes = Array(text.utf8)
        let source = try unsafe CryptographyError.make("read pem") { unsafe BIO_new(BIO_s_mem()) }
        defer { unsafe BIO_free(source) }
        let written = unsafe bytes.withPointer { unsafe BIO_write(source, $0, Int32($1)) }
        guard written == bytes.count || bytes.isEmpty else { throw .failed(to: "read pem") }
        var items: [[UInt8]] = []
        while items.count < maximumItems, let item = try unsafe next(from: source, label: label) {
            items.append(item)
        }
        return items
    }

    @unsafe
    private static func next(from source: OpaquePointer, label: Label) throws(CryptographyError) -> [UInt8]? {
        var name: UnsafeMutablePointer<CChar>?
        var header: UnsafeMutablePointer<CChar>?
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        ERR_clear_error()
        let found = unsafe PEM_read_bio(source, &name, &header, &data, &count) == 1
        defer {
            ERR_clear_error()
            unsafe CRYPTO_free(name, nil, 0)
            unsafe CRYPTO_free(header, nil, 0)
            unsafe CRYPTO_clear_free(data, count, nil, 0)
        }
        guard found, let name = unsafe name, let data = unsafe data else {
            let reason = Int32(truncatingIfNeeded: ERR_peek_last_error() & UInt(ERR_REASON_MASK))
            guard reason == PEM_R_NO_START_LINE else { throw .malformed("pem text") }
            return nil
        }
        let isPlain = unsafe header.map { unsafe $0.pointee == 0 } ?? true
        guard isPlain, unsafe String(cString: name) == label.rawValue else { throw .malformed("pem label") }
        return unsafe Array(UnsafeBufferPointer(start: data, count: count))
    }
}
