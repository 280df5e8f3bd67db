/// One address that a server listens on.
public struct HTTPListener: Sendable {
    /// The name that requests carry, so that a router can tell the public listener from the one for operations.
    public var name: String
    /// A numeric IPv4 or IPv6 address; `::` takes both families.
    public var address: String
    /// The port; 0 lets the operating system choose (`HTTPServer.port(of:)` tells which).
    public var port: UInt16
    /// TLS, or plaintext if nil.
    public var tls: TLSConfiguration?
    /// The most open connections of this listener, of all loops together; the configuration's limit if nil.
    ///
    /// The places are this listener's own: however many connections another listener has, it can't take them.
    public var connections: Int?

    /// Makes a listener.
    public init(
        name: String = "public", address: String = "127.0.0.1", port: UInt16, tls: TLSConfiguration? = nil,
        connections: Int? = nil
    ) {
        self.name = name
        self.address = address
        self.port = port
        self.tls = tls
        self.connections = connections
    }
}
