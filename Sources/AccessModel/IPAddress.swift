/// An IPv4 or IPv6 address.
///
/// An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) is the IPv4 address it maps.
public struct IPAddress: Hashable, Sendable, Comparable {
    /// Which protocol the address belongs to.
    public enum Family: Sendable, Hashable {
        /// 32 bits.
        case v4
        /// 128 bits.
        case v6
    }

    /// The address's family after mapped addresses are unwrapped.
    public let family: Family
    /// The address as a number; an IPv4 address uses the low 32 bits.
    public let bits: UInt128

    /// Makes an address from its bits.
    public init(family: Family, bits: UInt128) {
        if family == .v6, bits >> 32 == 0xFFFF {
            self.family = .v4
            self.bits = bits & 0xFFFF_FFFF
        } else {
            self.family = family
            self.bits = family == .v4 ? bits & 0xFFFF_FFFF : bits
        }
    }

    /// Reads dotted IPv4 (four decimal numbers without leading zeros) or IPv6 (RFC 4291 section 2.2, with an embedded
    /// IPv4 tail where there is one).
    ///
    /// A zone, a port or brackets are not accepted.
    ///
    /// - Returns: nil when the text is anything else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        if bytes.contains(UInt8(ascii: ":")) {
            guard let bits = Self.ipv6(bytes[...]) else { return nil }
            self.init(family: .v6, bits: bits)
        } else {
            guard let bits = Self.ipv4(bytes[...]) else { return nil }
            self.init(family: .v4, bits: UInt128(bits))
        }
    }

    /// Orders IPv4 before IPv6, then by number.
    public static func < (left: Self, right: Self) -> Bool {
        left.family == right.family ? left.bits < right.bits : left.family == .v4
    }

    private static func ipv4(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var address: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
                part.count == 1 || part.first != 0x30
            else { return nil }
            let number = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - 0x30) }
            guard number < 256 else { return nil }
            address = address << 8 | number
        }
        return address
    }

    private static func ipv6(_ text: ArraySlice<UInt8>) -> UInt128? {
        guard let gap = gapIndex(in: text) else {
            guard let groups = groups(text), groups.count == 8 else { return nil }
            return number(groups)
        }
        guard let head = groups(text[text.startIndex..<gap]), let tail = groups(text[(gap + 2)...]),
            head.count + tail.count < 8
        else { return nil }
        return number(head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail)
    }

    private static func gapIndex(in text: ArraySlice<UInt8>) -> Int? {
        let colon = UInt8(ascii: ":")
        return text.indices.dropLast().first { text[$0] == colon && text[$0 + 1] == colon }
    }

    private static func number(_ groups: [UInt16]) -> UInt128 {
        groups.reduce(0) { $0 << 16 | UInt128($1) }
    }

    private static func groups(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        if text.isEmpty { return [] }
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
                guard let tail = ipv4(part) else { return nil }
                groups.append(UInt16(tail >> 16))
                groups.append(UInt16(tail & 0xFFFF))
            } else {
                guard (1...4).contains(part.count),
                    let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16),
                    part.first != UInt8(ascii: "+")
                else { return nil }
                groups.append(group)
            }
        }
        return groups.count <= 8 ? groups : nil
    }
}

extension IPAddress: CustomStringConvertible {
    /// The address in text; IPv6 in the compressed form of RFC 5952.
    public var description: String {
        family == .v4
            ? [24, 16, 8, 0].map { String(bits >> UInt128($0) & 0xFF) }.joined(separator: ".")
            : compressed
    }

    private var compressed: String {
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: bits >> UInt128(112 - 16 * $0)) }
        let run = longestZeroRun(groups)
        func text(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard run.count > 1 else { return text(groups[...]) }
        return text(groups[..<run.lowerBound]) + "::" + text(groups[run.upperBound...])
    }

    private func longestZeroRun(_ groups: [UInt16]) -> Range<Int> {
        var best = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, groups[end] == 0 { end += 1 }
            if end - start > best.count { best = start..<end }
            start = max(end, start + 1)
        }
        return best
    }
}

/// A contiguous range of addresses of one family, both ends included.
public struct IPRange: Hashable, Sendable {
    /// The lowest address of the range.
    public let lower: IPAddress
    /// The highest address of the range.
    public let upper: IPAddress

    /// Makes a range from its ends.
    ///
    /// - Returns: nil when the families differ or `upper` lies below `lower`.
    public init?(lower: IPAddress, upper: IPAddress) {
        guard lower.family == upper.family, lower <= upper else { return nil }
        self.lower = lower
        self.upper = upper
    }

    /// Reads CIDR notation (RFC 4632 section 3.1).
    ///
    /// Bits set beyond the prefix are cleared; `normalized` in the result says so.
    ///
    /// - Returns: nil when the text is not an address, a slash and a prefix length of its family.
    public static func cidr(_ text: String) -> (range: IPRange, normalized: Bool)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let written = IPAddress(String(parts[0])), (1...3).contains(parts[1].utf8.count),
            parts[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), var prefix = Int(parts[1])
        else { return nil }
        let isMapped = written.family == .v4 && parts[0].utf8.contains(UInt8(ascii: ":"))
        if isMapped { prefix -= 96 }
        let width = written.family == .v4 ? 32 : 128
        guard (0...width).contains(prefix) else { return nil }
        let hostBits: UInt128 =
            prefix == width ? 0 : (prefix == 0 && width == 128 ? .max : (1 << UInt128(width - prefix)) - 1)
        let lower = IPAddress(family: written.family, bits: written.bits & ~hostBits)
        let upper = IPAddress(family: written.family, bits: written.bits | hostBits)
        guard let range = IPRange(lower: lower, upper: upper) else { return nil }
        return (range, lower != written)
    }

    /// Whether the address lies in the range.
    public func contains(_ address: IPAddress) -> Bool {
        address.family == lower.family && lower <= address && address <= upper
    }
}
