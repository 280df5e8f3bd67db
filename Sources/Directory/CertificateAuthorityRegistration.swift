public import AccessModel

/// A certificate authority whose certificates show that an app is managed, for the clients that name it.
public struct CertificateAuthorityRegistration: Sendable, Hashable {
    /// The name, unique in the tenant.
    public var name: String
    /// The authority's certificate in PEM form.
    public var certificate: String
    /// The clients whose instances may prove themselves with certificates of this authority.
    public var clients: Set<ClientID>
    /// Which part of a certificate names the device that it was issued to; nil when none does.
    public var deviceNaming: DeviceNaming?

    /// Makes a registration.
    public init(name: String, certificate: String, clients: Set<ClientID>, deviceNaming: DeviceNaming? = nil) {
        self.name = name
        self.certificate = certificate
        self.clients = clients
        self.deviceNaming = deviceNaming
    }
}

/// How the certificates of an authority name the device that they were issued to.
public struct DeviceNaming: Sendable, Hashable {
    /// The part of a certificate that names the device.
    public enum Part: Sendable, Hashable {
        /// The attribute `serialNumber` of the subject.
        case subjectSerialNumber
        /// The common name of the subject.
        case subjectCommonName
        /// What follows this prefix in a URI among the alternative names.
        case uri(prefix: String)
    }

    /// Where the name stands.
    public var part: Part
    /// What kind of identifier it is, as signals name kinds: `deviceId`, `serialNumber` or `udid`.
    public var kind: String

    /// The kinds that a certificate may name.
    public static let kinds = ["deviceId", "serialNumber", "udid"]

    /// Makes a rule.
    public init(_ part: Part, kind: String) {
        self.part = part
        self.kind = kind
    }
}
