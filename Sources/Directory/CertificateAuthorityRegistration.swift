public import AccessModel

/// A certificate authority whose certificates show that an app is managed, for the clients that name it.
public struct CertificateAuthorityRegistration: Sendable, Hashable {
    /// The name, unique in the tenant.
    public var name: String
    /// The authority's certificate in PEM form.
    public var certificate: String
    /// The clients whose instances may prove themselves with certificates of this authority.
    public var clients: Set<ClientID>

    /// Makes a registration.
    public init(name: String, certificate: String, clients: Set<ClientID>) {
        self.name = name
        self.certificate = certificate
        self.clients = clients
    }
}
