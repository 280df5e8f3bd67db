import AuthorizationServer
import ComplianceGateway
import HTTPMessage
import JOSE
import JSONCoding

/// The documents that clients configure themselves with.
struct DiscoveryEndpoints: Sendable {
    /// How long clients may keep the documents, in seconds.
    static let lifetime = 3600

    let services: GatewayServices
    let entries: [DiscoveryEntry]

    /// OpenID Connect Discovery's document, which is RFC 8414's as well.
    func metadata(_ request: TenantRequest) -> HTTPResponse {
        let urls = TenantURLs(origin: services.environment.origin, tenant: request.tenant.id)
        let endpoints = Dictionary(
            entries.map { ($0.member, $0.address(urls)) }, uniquingKeysWith: { first, _ in first })
        let document = AuthorizationServerMetadata(
            issuer: urls.issuer, endpoints: endpoints, responseModes: Authorization.responseModes)
        return .json(.ok, document.jsonBytes(), cache: .everybody(seconds: Self.lifetime))
    }

    /// The tenant's public keys (RFC 7517 section 5).
    func keys(_ request: TenantRequest) async throws -> HTTPResponse {
        let configuration = try await services.directory.configuration(at: request.tenant)
        return .json(.ok, configuration.keys.published.jsonBytes(), cache: .everybody(seconds: Self.lifetime))
    }
}
