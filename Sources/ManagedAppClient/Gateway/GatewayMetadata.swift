import AccessModel
import JSONCoding

/// A tenant's endpoints as its discovery document names them.
struct GatewayMetadata: JSONObjectReadable, Sendable {
    static let unknownMembers = UnknownMembers.ignore

    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let keysURL: String
    let deviceAuthorizationEndpoint: String?

    init(json: inout JSONObject) throws(JSONError) {
        issuer = try json.required("issuer")
        authorizationEndpoint = try json.required("authorization_endpoint")
        tokenEndpoint = try json.required("token_endpoint")
        keysURL = try json.required("jwks_uri")
        deviceAuthorizationEndpoint = try json.optional("device_authorization_endpoint")
    }

    /// `https://host/TENANT-GUID`.
    private var tenantURL: Substring { issuer.hasSuffix("/v2.0") ? issuer.dropLast(5) : issuer[...] }

    /// The tenant's identifier.
    var tenantID: String? { tenantURL.split(separator: "/").last.flatMap { GUID(String($0)) }?.description }

    var compliance: String { tenantURL + "/compliance/v1" }

    var complianceScope: String { tenantURL + "/compliance/.default" }

    /// Whether issuer and endpoints are of the host that was asked.
    func isOf(authority: String) -> Bool {
        guard let origin = Self.origin(authority), tenantID != nil, issuer.hasSuffix("/v2.0") else { return false }
        let urls =
            [issuer, authorizationEndpoint, tokenEndpoint, keysURL] + [deviceAuthorizationEndpoint].compactMap(\.self)
        return urls.allSatisfy { Self.origin($0) == origin }
    }

    /// Scheme, host and port as written.
    private static func origin(_ url: String) -> Substring? {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[1].isEmpty, !parts[2].isEmpty else { return nil }
        return url[..<parts[2].endIndex]
    }
}
