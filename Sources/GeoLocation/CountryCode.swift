/// The two letters of ISO 3166-1.
enum CountryCode {
    /// The code in upper case.
    ///
    /// - Returns: nil for a text that is not two letters, and for ZZ, which stands for no known country.
    static func read(_ text: Span<UInt8>) -> String? {
        guard text.count == 2, let first = upperCase(text[0]), let second = upperCase(text[1]) else { return nil }
        let code = String(decoding: [first, second], as: UTF8.self)
        return code == "ZZ" ? nil : code
    }

    private static func upperCase(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - 32
        default: nil
        }
    }
}
