/// Base64 with the standard alphabet (RFC 4648 section 4), read strictly.
public enum Base64 {
    /// Whether a text ends in `=` up to a multiple of four characters.
    public enum Padding: Sendable {
        /// The text must carry its padding.
        case required
        /// The text must carry no padding, as in the PHC string format.
        case none
    }

    /// The text of `bytes`.
    public static func encode(_ bytes: [UInt8], padding: Padding = .required) -> String {
        let text = Base64Codec.encode(
            bytes.span, alphabet: Base64Codec.standard, padded: padding == .required)
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` stands for.
    /// - Throws: `malformed` when the text has white space, foreign characters, wrong padding or non-zero trailing bits.
    public static func decode(_ text: String, padding: Padding = .required) throws(CryptographyError) -> [UInt8] {
        let ascii = Array(text.utf8)
        var end = ascii.count
        if padding == .required {
            guard end.isMultiple(of: 4) else { throw .malformed("base64") }
            var pads = 0
            while pads < 2, end > 0, ascii[end - 1] == UInt8(ascii: "=") {
                end -= 1
                pads += 1
            }
        }
        guard let bytes = Base64Codec.decode(ascii.span.extracting(0..<end), symbol: Base64Codec.standardValue) else {
            throw .malformed("base64")
        }
        return bytes
    }
}
