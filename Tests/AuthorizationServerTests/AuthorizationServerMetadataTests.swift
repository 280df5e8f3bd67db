import AuthorizationServer
import JSONCoding
import Testing

struct AuthorizationServerMetadataTests {
    private func document(_ endpoints: [AuthorizationServerMetadata.Endpoint: String]) throws -> JSONValue {
        try JSONValue.parse(AuthorizationServerMetadata(issuer: Fixture.issuer, endpoints: endpoints).jsonBytes())
    }

    @Test func `the document lists what is served`() throws {
        var endpoints: [AuthorizationServerMetadata.Endpoint: String] = [:]
        for endpoint in AuthorizationServerMetadata.Endpoint.allCases { endpoints[endpoint] = "u-\(endpoint.rawValue)" }
        let json = try document(endpoints)
        #expect(json["issuer"] == .string(Fixture.issuer))
        for endpoint in AuthorizationServerMetadata.Endpoint.allCases {
            #expect(json[endpoint.rawValue] == .string("u-\(endpoint.rawValue)"))
        }
        #expect(json["code_challenge_methods_supported"] == ["S256"])
        #expect(json["response_types_supported"] == ["code"])
        #expect(json["response_modes_supported"] == ["query"])
        let both = AuthorizationServerMetadata(
            issuer: Fixture.issuer, endpoints: endpoints, responseModes: [.query, .formPost])
        #expect(try JSONValue.parse(both.jsonBytes())["response_modes_supported"] == ["query", "form_post"])
        #expect(json["authorization_response_iss_parameter_supported"] == true)
        #expect(
            json["grant_types_supported"] == [
                "authorization_code", "refresh_token", "client_credentials",
                "urn:ietf:params:oauth:grant-type:device_code",
            ])
        #expect(
            json["introspection_endpoint_auth_methods_supported"]
                == ["client_secret_basic", "client_secret_post", "private_key_jwt"])
    }

    @Test func `what is not served is not listed`() throws {
        let json = try document([.token: "t", .keys: "k"])
        let members = try #require(json.objectValue).names
        #expect(json["grant_types_supported"] == ["refresh_token", "client_credentials"])
        for name in [
            "authorization_endpoint", "device_authorization_endpoint", "introspection_endpoint", "revocation_endpoint",
            "code_challenge_methods_supported", "revocation_endpoint_auth_methods_supported",
            "authorization_response_iss_parameter_supported", "userinfo_endpoint",
        ] {
            #expect(!members.contains(name))
        }
    }
}
