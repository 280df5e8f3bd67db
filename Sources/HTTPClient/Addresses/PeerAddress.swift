import CCurl
import Glibc

/// The address that a connection is about to go to.
public struct PeerAddress: Sendable, Hashable {
    /// The address in network order: 4 bytes, or 16.
    public let bytes: [UInt8]
    /// The port.
    public let port: UInt16

    /// Makes an address of its bytes.
    ///
    /// - Parameters:
    ///   - bytes: 4 or 16 of them; nil is returned for any other number.
    ///   - port: the port.
    public init?(bytes: [UInt8], port: UInt16) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
        self.port = port
    }

    /// Reads a numeric IPv4 or IPv6 address.
    ///
    /// - Parameters:
    ///   - text: such as `192.0.2.1` or `2001:db8::1`; nil is returned for anything else.
    ///   - port: the port.
    public init?(_ text: String, port: UInt16 = 0) {
        var four = in_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            self.init(bytes: unsafe withUnsafeBytes(of: four) { unsafe Array($0) }, port: port)
            return
        }
        var six = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self.init(bytes: unsafe withUnsafeBytes(of: six) { unsafe Array($0) }, port: port)
    }

    /// The IPv4 address that an IPv6 address stands for or carries: mapped, compatible, NAT64 (RFC 6052) or 6to4 (RFC 3056).
    package var embedded: PeerAddress? {
        guard bytes.count == 16 else { return nil }
        let isMapped =
            bytes[..<10].allSatisfy { $0 == 0 } && (bytes[10...11] == [0xFF, 0xFF] || bytes[10...11] == [0, 0])
        if isMapped || AddressBlock.nat64.contains(self) {
            return PeerAddress(bytes: Array(bytes[12...]), port: port)
        }
        if bytes.starts(with: [0x20, 0x02]) { return PeerAddress(bytes: Array(bytes[2..<6]), port: port) }
        return nil
    }

    /// Whether the address is one of the public internet: no private, loopback, link-local, multicast or otherwise special one.
    ///
    /// By IANA's registries of special-purpose addresses (RFC 6890), for the IPv4 address within an IPv6 address, too.
    public var isPublic: Bool {
        if let embedded { return embedded.isPublic }
        if AddressBlock.special.contains(where: { $0.contains(self) }) { return false }
        return bytes.count == 4 || AddressBlock.globalUnicast.contains(self)
    }
}
