/// Decides which addresses may be connected to, after the name was resolved and before the connection is opened.
///
/// Since the very address that is connected to is judged, a name that resolves to an inner address, or to another one the second
/// time, gets nowhere. With a proxy only the proxy's address is seen: then the proxy must refuse inner addresses.
public struct AddressPolicy: Sendable {
    private let judge: @Sendable (PeerAddress) -> Bool

    /// Makes a policy.
    ///
    /// - Parameter judge: whether an address may be connected to; called on the client's own thread, so it must not block.
    public init(_ judge: @escaping @Sendable (PeerAddress) -> Bool) {
        self.judge = judge
    }

    /// Every address.
    public static let any = AddressPolicy { _ in true }

    /// Addresses of the public internet alone.
    public static let publicOnly = AddressPolicy(\.isPublic)

    /// Addresses of the public internet and those of some blocks.
    ///
    /// - Parameter blocks: what is reachable although it is an inner address.
    /// - Returns: the policy.
    public static func publicAnd(_ blocks: [AddressBlock]) -> AddressPolicy {
        AddressPolicy { address in
            address.isPublic || blocks.contains { $0.contains(address) || address.embedded.map($0.contains) == true }
        }
    }

    /// Whether an address may be connected to.
    ///
    /// - Returns: what the policy says.
    public func allows(_ address: PeerAddress) -> Bool { judge(address) }
}
