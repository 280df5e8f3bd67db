/// Base64 with the URL-safe alphabet and no padding (RFC 4648 section 5, RFC 7515 section 2), read strictly.
///
/// Decoding refuses padding, white space, foreign characters and trailing bits that are not zero, so that one value
/// has one spelling.
public enum Base64URL {
    /// The text of `bytes`.
    public static func encode(_ bytes: [UInt8]) -> String { String(decoding: encodeBytes(bytes.span), as: UTF8.self) }

    /// The text of `bytes`.
    public static func encode(_ bytes: Span<UInt8>) -> String { String(decoding: encodeBytes(bytes), as: UTF8.self) }

    /// The ASCII bytes of the text of `bytes`.
    public static func encodeBytes(_ bytes: Span<UInt8>) -> [UInt8] {
        Base64Codec.encode(bytes, alphabet: Base64Codec.urlSafe, padded: false)
    }

    /// The number of characters that `count` bytes take.
    public static func encodedCount(_ count: Int) -> Int { (count * 4 + 2) / 3 }

    /// Appends the ASCII bytes of the text of `bytes` to `output`.
    public static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        Base64Codec.append(bytes, alphabet: Base64Codec.urlSafe, to: &output)
    }

    /// The bytes that `text` stands for.
    /// - Throws: `malformed` when the text is not strict base64url.
    public static func decode(_ text: String) throws(CryptographyError) -> [UInt8] { try decode(text.utf8.span) }

    /// The bytes that the ASCII bytes `text` stand for.
    /// - Throws: `malformed` when the text is not strict base64url.
    public static func decode(_ text: [UInt8]) throws(CryptographyError) -> [UInt8] { try decode(text.span) }

    /// The bytes that the ASCII bytes `text` stand for.
    /// - Throws: `malformed` when the text is not strict base64url.
    public static func decode(_ text: Span<UInt8>) throws(CryptographyError) -> [UInt8] {
        guard let bytes = Base64Codec.decode(text, symbol: Base64Codec.urlSafeValue) else {
            throw .malformed("base64url")
        }
        return bytes
    }
}
