/// A block of addresses: a prefix and its length (RFC 4632).
public struct AddressBlock: Sendable, Hashable {
    private let prefix: [UInt8]
    private let length: Int

    /// Reads a block such as `10.0.0.0/8`, or a single address.
    ///
    /// - Parameter text: nil is returned for anything that is no block.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = parts.first.flatMap({ PeerAddress(String($0)) }) else { return nil }
        let bits = address.bytes.count * 8
        guard let length = parts.count == 2 ? Int(parts[1]) : bits, (0...bits).contains(length) else { return nil }
        prefix = address.bytes
        self.length = length
    }

    /// Whether an address lies in the block; never for an address of the other family.
    ///
    /// - Returns: true when the first bits are the block's.
    public func contains(_ address: PeerAddress) -> Bool {
        guard address.bytes.count == prefix.count else { return false }
        let whole = length / 8
        guard address.bytes[..<whole] == prefix[..<whole] else { return false }
        let rest = length % 8
        guard rest > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF00 >> rest)
        return address.bytes[whole] & mask == prefix[whole] & mask
    }

    static let nat64 = AddressBlock(unchecked: [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 12), 96)
    static let globalUnicast = AddressBlock(unchecked: [0x20] + [UInt8](repeating: 0, count: 15), 3)

    /// What is not of the public internet (RFC 6890 and its registries).
    static let special: [AddressBlock] = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "64:ff9b:1::/48", "fc00::/7", "fe80::/10", "ff00::/8",
    ].compactMap { AddressBlock($0) }

    private init(unchecked prefix: [UInt8], _ length: Int) {
        self.prefix = prefix
        self.length = length
    }
}
