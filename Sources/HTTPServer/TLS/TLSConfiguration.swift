/// How a listener speaks TLS: 1.2 and 1.3, `http/1.1` by ALPN, session tickets under keys that rotate.
public struct TLSConfiguration: Sendable {
    /// Whether clients are asked for a certificate; none is ever demanded in the handshake.
    public enum ClientCertificates: Sendable {
        /// Not asked for.
        case ignored
        /// Asked for; whatever comes is handed to the application with what the chain check found.
        case judgedByApplication
        /// Asked for; one that does not chain to an authority of this PEM file ends the handshake.
        case verified(authoritiesFile: String)
    }

    /// The path of a PEM file: the server's certificate, then its intermediates.
    public var certificateChainFile: String
    /// The path of a PEM file with the private key.
    public var privateKeyFile: String
    /// Whether clients are asked for a certificate.
    public var clientCertificates: ClientCertificates
    /// The age at which a new session-ticket key is made, 12 hours by default; the one before is accepted for as long again.
    public var ticketKeyLifetime: Duration

    /// Makes a TLS configuration; files are read when the server starts and on `HTTPServer.reloadCertificate()`.
    public init(
        certificateChainFile: String, privateKeyFile: String, clientCertificates: ClientCertificates = .ignored,
        ticketKeyLifetime: Duration = .seconds(43_200)
    ) {
        self.certificateChainFile = certificateChainFile
        self.privateKeyFile = privateKeyFile
        self.clientCertificates = clientCertificates
        self.ticketKeyLifetime = ticketKeyLifetime
    }
}
