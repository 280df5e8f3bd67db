/// The address and port of a peer; an IPv4 address mapped into IPv6 is an IPv4 address here.
public struct RemoteAddress: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64
    /// Whether the address is of IPv4.
    public let isIPv4: Bool
    /// The peer's port.
    public let port: UInt16

    /// Makes an address of 4 or 16 bytes in network order; nil for any other length.
    public init?(bytes: [UInt8], port: UInt16) {
        self.port = port
        var bytes = bytes[...]
        if bytes.count == 16, bytes.starts(with: Self.mappedPrefix) { bytes = bytes.dropFirst(12) }
        switch bytes.count {
        case 4:
            isIPv4 = true
            high = 0
            low = Self.number(bytes)
        case 16:
            isIPv4 = false
            high = Self.number(bytes.prefix(8))
            low = Self.number(bytes.suffix(8))
        default: return nil
        }
    }

    /// 127.0.0.1 with port 0, for requests that no socket carried.
    public static var loopback: Self { Self(ipv4: 0x7F00_0001, port: 0) }

    /// Makes an IPv4 address from its number in host order.
    public init(ipv4: UInt32, port: UInt16) {
        isIPv4 = true
        high = 0
        low = UInt64(ipv4)
        self.port = port
    }

    /// The address in network order: 4 bytes for IPv4, 16 for IPv6.
    public var bytes: [UInt8] {
        let all = [high, low].flatMap { word in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        }
        return isIPv4 ? Array(all.suffix(4)) : all
    }

    /// Whether the peer is on this machine.
    public var isLoopback: Bool { isIPv4 ? low >> 24 == 127 : high == 0 && low == 1 }

    /// The address as text, without the port: dotted decimal, or eight groups of hexadecimal digits.
    public var description: String {
        let bytes = bytes
        if isIPv4 { return bytes.map { String($0) }.joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }

    private static var mappedPrefix: [UInt8] { [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
