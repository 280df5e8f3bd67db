import AccessModel
import AccessPolicy
import AuthorizationServer
import Compliance
import Cryptography
import Directory
import JOSE

extension TenantConfiguration {
    /// Opens what the store keeps: unseals keys, reads certificates and policies.
    ///
    /// - Throws: when a key does not open under the master key, or anything stored cannot be read; then nothing is decided
    ///   for the tenant.
    init(opening record: TenantRecord, environment: GatewayEnvironment) throws {
        let urls = TenantURLs(origin: environment.origin, tenant: record.head.id)
        let secret = SecretBytes(
            try environment.masterKey.open(record.sealedDataKey, for: SealingPurpose.dataKey(of: record.head.id)))
        guard let dataKey = SealingKey(secret) else { throw UnusableKeys(what: "data key") }
        let compliance = ResourceApp.compliance(
            identifier: urls.complianceResource,
            aliasIdentifier: urls.complianceResource(alias: record.head.alias))
        self.init(
            head: record.head, urls: urls, name: record.name,
            clients: Dictionary(record.clients.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }),
            registrations: try Self.registrations(record.clients), resources: record.resources + [compliance],
            authorities: try Self.authorities(record.authorities),
            deviceNaming: try DeviceNamingAuthority.opening(record.authorities),
            policies: try PolicyPublication.policySet(
                of: record.policyDocument, whenNothingMatches: record.whenNothingMatches),
            protectionPolicies: record.protectionPolicies, exemptions: record.exemptions,
            protectionSettings: record.protectionSettings,
            devices: DeviceFacts(
                sources: record.signalSources.map(\.source), rules: record.deviceRules,
                exemptions: record.exemptions, remindAhead: record.protectionSettings.remindAhead),
            signalSources: try OpenedSignalSource.opening(record, dataKey),
            keys: try Self.keys(record, dataKey),
            csrfKey: try Self.derived(from: secret, for: SealingPurpose.formTokens(of: record.head.id)),
            remediationKey: try Self.derived(from: secret, for: SealingPurpose.remediationLinks(of: record.head.id)),
            dataKey: dataKey, verifiedTokens: VerifiedTokens())
    }

    private static func derived(from secret: SecretBytes, for purpose: String) throws -> SecretBytes {
        try HKDFSHA256.derive(from: secret, salt: [], info: Array(purpose.utf8), byteCount: 32)
    }

    /// Whether what a directory document brings could be opened once it is stored.
    ///
    /// - Throws: ``UnusableContents``.
    static func check(_ contents: DirectoryContents) throws(UnusableContents) {
        for client in contents.clients {
            do {
                _ = try registration(of: client)
            } catch {
                throw UnusableContents("a certificate of the client `\(client.id)` cannot be used: \(error)")
            }
        }
        for authority in contents.authorities {
            do {
                _ = try CertificateAuthorityStore([Certificate(pem: authority.certificate)])
            } catch {
                throw UnusableContents("the certificate of the authority `\(authority.name)` cannot be used: \(error)")
            }
        }
    }

    private static func keys(_ record: TenantRecord, _ dataKey: SealingKey) throws -> TenantKeys {
        let tenant = record.head.id
        let keys = try record.signingKeys.map { record in
            let der = try dataKey.open(
                record.sealedPrivateKey, for: SealingPurpose.signingKey(record.id, of: tenant))
            return (id: record.id, key: try SigningKey(pkcs8: der))
        }
        guard let keys = TenantKeys(keys) else { throw UnusableKeys(what: "signing key") }
        return keys
    }

    private static func registrations(_ clients: [ClientApp]) throws -> [ClientID: ClientRegistration] {
        var registrations: [ClientID: ClientRegistration] = [:]
        for client in clients { registrations[client.id] = try registration(of: client) }
        return registrations
    }

    private static func registration(of client: ClientApp) throws -> ClientRegistration {
        var keys = AssertionKeys.read(jwkSet: client.authentication.jwkSet).keys
        for pem in client.authentication.certificates {
            let certificate = try Certificate(pem: pem)
            keys.append(AssertionKeys.key(try certificate.publicKey(), ofCertificate: certificate.der))
        }
        return ClientRegistration(
            id: client.id, secretHashes: client.authentication.secretHashes.compactMap(SecretHash.init(bytes:)),
            keys: JWKSet(keys), isConfidential: client.isConfidential, actsForItself: client.kind == .daemon)
    }

    private static func authorities(
        _ registered: [CertificateAuthorityRegistration]
    ) throws -> [ClientID: CertificateAuthorityStore] {
        var certificates: [ClientID: [Certificate]] = [:]
        for authority in registered {
            let certificate = try Certificate(pem: authority.certificate)
            for client in authority.clients { certificates[client, default: []].append(certificate) }
        }
        return try certificates.mapValues { try CertificateAuthorityStore($0) }
    }
}

/// Keys that the store should hold and does not.
struct UnusableKeys: Error, CustomStringConvertible {
    let what: String

    var description: String { "the tenant has no usable \(what)" }
}
