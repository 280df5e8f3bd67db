import ServiceRuntime

/// The TLS context that new connections of a listener get; it can be replaced while the server runs.
final class CertificateStore: Sendable {
    private let configuration: TLSConfiguration
    private let listener: String
    private let context: Lock<TLSContext>

    /// Reads the files for the first time.
    ///
    /// - Throws: `HTTPServerError.tls`.
    init(_ configuration: TLSConfiguration, listener: String) throws(HTTPServerError) {
        self.configuration = configuration
        self.listener = listener
        let tickets = TicketKeys(lifetime: configuration.ticketKeyLifetime)
        context = Lock(try TLSContext(configuration, listener: listener, tickets: tickets))
    }

    /// The context for a new connection.
    var current: TLSContext { context.withLock { $0 } }

    /// Reads the files again; on an error the context before stays.
    ///
    /// Sessions resume across this, except where the handshake itself judges clients: an authority that was taken away must not
    /// live on in tickets.
    func reload() throws(HTTPServerError) {
        let tickets =
            switch configuration.clientCertificates {
            case .ignored, .judgedByApplication: current.tickets
            case .verified: TicketKeys(lifetime: configuration.ticketKeyLifetime)
            }
        let fresh = try TLSContext(configuration, listener: listener, tickets: tickets)
        context.withLock { $0 = fresh }
    }
}
