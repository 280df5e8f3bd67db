/// The two spellings of a P-256 signature: r and s as 32 bytes each (RFC 7518 section 3.4), and DER (RFC 3279).
///
/// Written by hand because it runs for each token: the library's own conversion allocates five objects.
enum ECDSASignature {
    static let coordinateByteCount = 32

    /// The order of the group of P-256 (FIPS 186-4, D.1.2.3), big-endian.
    static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// The DER form, or nil when the size is wrong or r or s is not within 1 and the order less one.
    static func der(raw: Span<UInt8>) -> [UInt8]? {
        guard raw.count == 2 * coordinateByteCount else { return nil }
        let r = raw.extracting(0..<coordinateByteCount)
        let s = raw.extracting(coordinateByteCount..<raw.count)
        guard isScalar(r), isScalar(s) else { return nil }
        var der: [UInt8] = [0x30, 0]
        der.reserveCapacity(72)
        appendInteger(r, to: &der)
        appendInteger(s, to: &der)
        der[1] = UInt8(der.count - 2)
        return der
    }

    /// The raw form, or nil when `der` is no signature in strict DER.
    static func raw(der: Span<UInt8>) -> [UInt8]? {
        guard der.count >= 8, der.count <= 72, der[0] == 0x30, Int(der[1]) == der.count - 2 else { return nil }
        var raw = [UInt8](repeating: 0, count: 2 * coordinateByteCount)
        guard let next = copyInteger(der, at: 2, to: &raw, endingAt: coordinateByteCount),
            let end = copyInteger(der, at: next, to: &raw, endingAt: 2 * coordinateByteCount), end == der.count
        else { return nil }
        return raw
    }

    private static func isScalar(_ number: Span<UInt8>) -> Bool {
        var isZero = true
        for index in 0..<number.count where number[index] != 0 {
            isZero = false
            break
        }
        guard !isZero else { return false }
        for index in 0..<number.count where number[index] != order[index] {
            return number[index] < order[index]
        }
        return false
    }

    private static func appendInteger(_ number: Span<UInt8>, to der: inout [UInt8]) {
        var start = 0
        while start < number.count - 1, number[start] == 0 {
            start += 1
        }
        let needsSign = number[start] & 0x80 != 0
        der.append(0x02)
        der.append(UInt8(number.count - start + (needsSign ? 1 : 0)))
        if needsSign {
            der.append(0)
        }
        for index in start..<number.count {
            der.append(number[index])
        }
    }

    /// Copies the INTEGER at `offset` right-aligned before `end`; answers the offset after it.
    private static func copyInteger(_ der: Span<UInt8>, at offset: Int, to raw: inout [UInt8], endingAt end: Int)
        -> Int?
    {
        guard offset + 2 < der.count, der[offset] == 0x02 else { return nil }
        let count = Int(der[offset + 1])
        var start = offset + 2
        let stop = start + count
        guard count > 0, stop <= der.count, der[start] & 0x80 == 0 else { return nil }
        if count > 1, der[start] == 0 {
            guard der[start + 1] & 0x80 != 0 else { return nil }
            start += 1
        }
        guard stop - start <= coordinateByteCount else { return nil }
        for index in start..<stop {
            raw[end - (stop - index)] = der[index]
        }
        return stop
    }
}
