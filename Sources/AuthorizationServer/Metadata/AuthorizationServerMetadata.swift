public import JSONCoding

/// The discovery document (OpenID Connect Discovery 1.0 section 3, RFC 8414 section 2).
///
/// It is made from the endpoints that are served: what is not listed here has no member.
public struct AuthorizationServerMetadata: Sendable, JSONWritable {
    /// An endpoint that the document can name.
    public enum Endpoint: String, Sendable, Hashable, CaseIterable {
        /// RFC 6749 section 3.1.
        case authorization = "authorization_endpoint"
        /// RFC 6749 section 3.2.
        case token = "token_endpoint"
        /// RFC 8628 section 3.1.
        case deviceAuthorization = "device_authorization_endpoint"
        /// RFC 7662.
        case introspection = "introspection_endpoint"
        /// RFC 7009.
        case revocation = "revocation_endpoint"
        /// RFC 7517.
        case keys = "jwks_uri"
    }

    private let issuer: String
    private let endpoints: [Endpoint: String]
    private let responseModes: [AuthorizeResponseMode]

    /// Makes the document.
    ///
    /// - Parameters:
    ///   - issuer: the tenant's issuer, with the tenant's GUID whatever name the request used.
    ///   - endpoints: the URLs of the routes that are served.
    ///   - responseModes: the response modes that the authorize endpoint answers in.
    public init(
        issuer: String, endpoints: [Endpoint: String], responseModes: [AuthorizeResponseMode] = [.query]
    ) {
        self.issuer = issuer
        self.endpoints = endpoints
        self.responseModes = responseModes
    }

    /// Writes the document.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("issuer", issuer)
            for endpoint in Endpoint.allCases { object.member(endpoint.rawValue, ifPresent: endpoints[endpoint]) }
            if endpoints[.authorization] != nil { writeAuthorization(to: &object) }
            if endpoints[.token] != nil { writeToken(to: &object) }
            for endpoint in [Endpoint.introspection, .revocation] where endpoints[endpoint] != nil {
                object.member(endpoint.rawValue + "_auth_methods_supported", Self.confidentialMethods)
            }
            object.member("subject_types_supported", ["public"])
            object.member("id_token_signing_alg_values_supported", ["ES256"])
            object.member("scopes_supported", ["openid", "profile", "offline_access"])
            object.member(
                "claims_supported",
                [
                    "iss", "aud", "sub", "oid", "tid", "preferred_username", "name", "nonce", "auth_time", "amr", "iat",
                    "exp",
                ])
        }
    }

    private static let confidentialMethods = ["client_secret_basic", "client_secret_post", "private_key_jwt"]

    private func writeAuthorization(to object: inout JSONObjectWriter) {
        object.member("response_types_supported", ["code"])
        object.member("response_modes_supported", responseModes.map(\.rawValue))
        object.member("code_challenge_methods_supported", ["S256"])
        object.member("authorization_response_iss_parameter_supported", true)
        object.member("claims_parameter_supported", true)
        object.member("request_parameter_supported", false)
        object.member("request_uri_parameter_supported", false)
        object.member("prompt_values_supported", ["login", "none", "select_account"])
    }

    private func writeToken(to object: inout JSONObjectWriter) {
        var grants: [GrantType] = [.refreshToken, .clientCredentials]
        if endpoints[.authorization] != nil { grants.insert(.authorizationCode, at: 0) }
        if endpoints[.deviceAuthorization] != nil { grants.append(.deviceCode) }
        object.member("grant_types_supported", grants.map(\.rawValue))
        object.member("token_endpoint_auth_methods_supported", ["none"] + Self.confidentialMethods)
        object.member("token_endpoint_auth_signing_alg_values_supported", ["ES256", "PS256", "RS256"])
        object.member("dpop_signing_alg_values_supported", ["ES256", "RS256", "PS256", "EdDSA"])
    }
}
