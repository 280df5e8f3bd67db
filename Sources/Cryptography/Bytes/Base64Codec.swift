/// The part of base64 that its alphabets share.
enum Base64Codec {
    static let standard: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    static let urlSafe: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    static func encode(_ bytes: Span<UInt8>, alphabet: StaticString, padded: Bool) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        append(bytes, alphabet: alphabet, to: &output)
        while padded, !output.count.isMultiple(of: 4) {
            output.append(UInt8(ascii: "="))
        }
        return output
    }

    static func append(_ bytes: Span<UInt8>, alphabet: StaticString, to output: inout [UInt8]) {
        // The alphabet has 64 symbols and every index below is masked to six bits.
        let symbols = unsafe alphabet.utf8Start
        let whole = bytes.count - bytes.count % 3
        var index = 0
        while index < whole {
            let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
            unsafe output.append(symbols[Int(group >> 18)])
            unsafe output.append(symbols[Int(group >> 12 & 63)])
            unsafe output.append(symbols[Int(group >> 6 & 63)])
            unsafe output.append(symbols[Int(group & 63)])
            index += 3
        }
        if bytes.count - whole == 1 {
            let group = UInt32(bytes[whole])
            unsafe output.append(symbols[Int(group >> 2)])
            unsafe output.append(symbols[Int(group << 4 & 63)])
        } else if bytes.count - whole == 2 {
            let group = UInt32(bytes[whole]) << 8 | UInt32(bytes[whole + 1])
            unsafe output.append(symbols[Int(group >> 10)])
            unsafe output.append(symbols[Int(group >> 4 & 63)])
            unsafe output.append(symbols[Int(group << 2 & 63)])
        }
    }

    /// The bytes of unpadded `text`, or nil for a foreign character, an impossible length or non-zero trailing bits.
    static func decode(_ text: Span<UInt8>, symbol: (UInt8) -> UInt32?) -> [UInt8]? {
        let tail = text.count % 4
        guard tail != 1 else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        for index in 0..<text.count {
            guard let value = symbol(text[index]) else { return nil }
            bits = bits << 6 | value
            if index & 3 == 3 {
                output.append(UInt8(truncatingIfNeeded: bits >> 16))
                output.append(UInt8(truncatingIfNeeded: bits >> 8))
                output.append(UInt8(truncatingIfNeeded: bits))
                bits = 0
            }
        }
        if tail == 2 {
            guard bits & 0xF == 0 else { return nil }
            output.append(UInt8(truncatingIfNeeded: bits >> 4))
        } else if tail == 3 {
            guard bits & 0x3 == 0 else { return nil }
            output.append(UInt8(truncatingIfNeeded: bits >> 10))
            output.append(UInt8(truncatingIfNeeded: bits >> 2))
        }
        return output
    }

    static func standardValue(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: alphanumericValue(character)
        }
    }

    static func urlSafeValue(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: alphanumericValue(character)
        }
    }

    private static func alphanumericValue(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        default: nil
        }
    }
}
